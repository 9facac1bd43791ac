import { formatFormName } from '~/http/desk/views/labels'

/** The texts say what is known of one claim: where another one was typed since, the server has its own. */
function isOfAnother({ form }: HTMLTextAreaElement, claim: string | null): boolean {
  const id = form?.elements.namedItem(formatFormName('id'))
  return id instanceof HTMLInputElement && id.value.trim() !== claim
}

/** Puts the chosen text where the cursor is in the field, at once; without scripts, its button asks the server. */
function fillIn(select: HTMLSelectElement, field: HTMLTextAreaElement) {
  const { text } = select.selectedOptions[0]!.dataset
  if (text === undefined) return
  const { value, selectionStart: start, selectionEnd: end } = field
  const isAtEnd = start === value.length && value.trim() !== ''
  field.setRangeText(isAtEnd ? `\n\n${text}` : text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
  select.value = ''
}

if (!import.meta.env.SSR)
  customElements.define(
    'reply-snippet',
    class extends HTMLElement {
      #gone = new AbortController()

      connectedCallback() {
        this.#gone = new AbortController()
        const press = (event: Event) => {
          const field = document.getElementById(this.getAttribute('field')!)
          const select = this.querySelector('select')
          if (
            !(event.target instanceof HTMLButtonElement) ||
            !(field instanceof HTMLTextAreaElement) ||
            !select ||
            isOfAnother(field, this.getAttribute('claim'))
          )
            return
          event.preventDefault()
          if (select.value) fillIn(select, field)
          else select.focus()
        }
        this.addEventListener('click', press, { signal: this.#gone.signal })
      }

      disconnectedCallback() {
        this.#gone.abort()
      }
    },
  )
