/** What the search box suggests while somebody types. */
import { useEffect, useState } from 'react'

export interface Suggestion {
  title: string
  /** The language of the title. */
  locale: string
  brand: string
  href: string
}

/** How long typing pauses before the server is asked. */
const PAUSE_MS = 150

/** `found` is null while nothing is asked; an answer to what is no longer asked is dropped. */
export function useSuggestions() {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Suggestion[] | null>(null)

  useEffect(() => {
    if (!text) return
    const stale = new AbortController()
    const timer = setTimeout(() => {
      void fetchSuggestions(text, stale.signal).then((answer) => {
        if (!stale.signal.aborted) setFound(answer)
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stale.abort()
    }
  }, [text])

  /** Looks for a part of a title; a blank one clears the list. */
  const ask = (part: string) => {
    setText(part.trim())
    if (!part.trim()) setFound(null)
  }
  return { found, ask }
}

/** Null where there is no answer: the form works all the same. */
async function fetchSuggestions(q: string, signal: AbortSignal): Promise<Suggestion[] | null> {
  try {
    const response = await fetch(`/suggestions?${new URLSearchParams({ q })}`, { signal })
    if (!response.ok) return null
    const { suggestions } = (await response.json()) as { suggestions: Suggestion[] }
    return suggestions
  } catch {
    return null
  }
}

/** What a screen reader says of the list. */
export function countWords(found: Suggestion[] | null): string {
  if (!found) return ''
  if (!found.length) return 'No suggestions'
  return found.length === 1 ? '1 suggestion' : `${found.length} suggestions`
}
