/** <open-store> opens its link once a visit, unless an offer was followed; `held` delays it (docs/rules.md#6). */
const OPEN_MS = 2000

/** The history entry has the mark, so that a reload or Back is the same visit. */
const isOpened = () => Boolean((window.history.state as { storeOpened?: boolean } | null)?.storeOpened)
const markOpened = () => window.history.replaceState({ ...window.history.state, storeOpened: true }, '')

function openOrFocus(link: HTMLAnchorElement) {
  const tab = window.open(link.href, '_blank')
  if (tab) tab.opener = null
  else link.focus()
}

if (!import.meta.env.SSR)
  customElements.define(
    'open-store',
    class extends HTMLElement {
      static readonly observedAttributes = ['held']
      #timer: ReturnType<typeof setTimeout> | undefined
      #isDone = false
      #offer: HTMLElement | null = null

      connectedCallback() {
        const note = this.querySelector('span')!
        note.textContent = note.dataset.text!
        this.#offer = this.closest('article')
        this.#offer?.addEventListener('click', this)
        this.#wait()
      }

      disconnectedCallback() {
        clearTimeout(this.#timer)
        this.#offer?.removeEventListener('click', this)
      }

      attributeChangedCallback() {
        if (this.isConnected) this.#wait()
      }

      handleEvent({ target }: MouseEvent) {
        if ((target as Element).closest('a[rel~=sponsored]')) this.#finish()
      }

      #wait() {
        clearTimeout(this.#timer)
        if (this.#isDone || isOpened() || this.hasAttribute('held')) return
        this.#timer = setTimeout(() => {
          this.#finish()
          openOrFocus(this.querySelector('a')!)
        }, OPEN_MS)
      }

      #finish() {
        clearTimeout(this.#timer)
        this.#isDone = true
        markOpened()
      }
    },
  )

export {}
