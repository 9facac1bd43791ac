/** Suggests members, stores and offers in a list of the platform's own below the field that it follows. */
const PAUSE = 300
const SHORTEST = 3

interface Suggestion {
  value: string
  label: string
}

/** Empty where it does not work: the field is a plain one then. */
async function fetchSuggestions(
  element: HTMLElement,
  typed: string,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const body = new FormData()
  body.set('kind', element.getAttribute('kind')!)
  body.set('typed', typed)
  const csrf = document.querySelector<HTMLInputElement>('input[name=csrf]')
  if (csrf) body.set('csrf', csrf.value)
  try {
    const answer = await fetch(element.getAttribute('from')!, {
      method: 'POST',
      body,
      signal,
      redirect: 'error',
    })
    return answer.ok ? ((await answer.json()) as { suggestions: Suggestion[] }).suggestions : []
  } catch {
    return []
  }
}

function follow(element: HTMLElement, field: HTMLInputElement, signal: AbortSignal) {
  const list = document.createElement('datalist')
  list.id = `${field.id}-list`
  element.replaceChildren(list)
  field.setAttribute('list', list.id)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  const suggest = async () => {
    const typed = field.value.trim()
    const isChosen = [...list.options].some(({ value }) => value === typed)
    if (isChosen || typed.length < SHORTEST) return
    running?.abort()
    running = new AbortController()
    const found = await fetchSuggestions(element, typed, running.signal)
    if (field.value.trim() !== typed) return
    list.replaceChildren(...found.map(({ value, label }) => new Option(label, value)))
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void suggest(), PAUSE)
  }
  field.addEventListener('input', wait, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    running?.abort()
    field.removeAttribute('list')
  })
}

if (!import.meta.env.SSR)
  customElements.define(
    'type-ahead',
    class extends HTMLElement {
      #gone = new AbortController()

      connectedCallback() {
        this.#gone = new AbortController()
        const field = document.getElementById(this.getAttribute('field')!)
        if (field instanceof HTMLInputElement) follow(this, field, this.#gone.signal)
      }

      disconnectedCallback() {
        this.#gone.abort()
      }
    },
  )

export {}
