/** '/' and Ctrl+K lead to the search of the desk, wherever the focus is; '/' only with the attribute `slash`. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))

const isWanted = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent, hasSlash: boolean) =>
  ctrlKey || metaKey
    ? key.toLowerCase() === 'k' && !altKey
    : hasSlash && key === '/' && !altKey && !isTyping(target)

if (!import.meta.env.SSR)
  customElements.define(
    'search-keys',
    class extends HTMLElement {
      #gone = new AbortController()

      connectedCallback() {
        this.#gone = new AbortController()
        const { signal } = this.#gone
        const lead = (event: KeyboardEvent) => {
          if (event.defaultPrevented || !isWanted(event, this.hasAttribute('slash'))) return
          event.preventDefault()
          const field = document.getElementById(this.getAttribute('field')!) as HTMLInputElement
          field.focus()
          field.select()
        }
        document.addEventListener('keydown', lead, { signal })
      }

      disconnectedCallback() {
        this.#gone.abort()
      }
    },
  )

export {}
