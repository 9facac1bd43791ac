/** Copies the field with the given id; without permission a popover says how to copy by hand. */
const COPIED_MS = 2000

async function copied(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // Over plain http or without permission only execCommand works, and it needs a visible field.
    if (!field.checkVisibility()) return false
    field.select()
    return document.execCommand('copy')
  }
}

function makeCopy(button: HTMLButtonElement, label: HTMLElement, field: HTMLInputElement) {
  const text = label.textContent
  let timer: ReturnType<typeof setTimeout> | undefined

  const path = button.querySelector('path')!
  const icon = path.getAttribute('d')!
  const show = (lines: string, words: string | null) => {
    path.setAttribute('d', lines)
    label.textContent = words
  }
  const copy = async () => {
    if (!(await copied(field))) {
      document.getElementById(button.getAttribute('popovertarget')!)?.showPopover()
      return field.select()
    }
    show(path.dataset['then']!, label.getAttribute('copied'))
    clearTimeout(timer)
    timer = setTimeout(() => show(icon, text), COPIED_MS)
  }

  field.addEventListener('focus', () => field.select())
  button.addEventListener('click', (event) => {
    event.preventDefault()
    void copy()
  })
}

if (!import.meta.env.SSR)
  customElements.define(
    'copy-label',
    class extends HTMLElement {
      connectedCallback() {
        const field = document.getElementById(this.getAttribute('field')!)
        makeCopy(this.closest('button')!, this, field as HTMLInputElement)
      }
    },
  )

export {}
