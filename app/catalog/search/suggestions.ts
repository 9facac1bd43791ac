import { useEffect, useState } from 'react'
import { paths } from '~/paths'

export interface Suggestion {
  title: string
  locale: string
  brand: string
  href: string
}

const PAUSE_MS = 150

/** `found` is null without a query. Responses to outdated queries are dropped. */
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

  const ask = (part: string) => {
    setText(part.trim())
    if (!part.trim()) setFound(null)
  }
  return { found, ask }
}

/** Null on failure: the form works without suggestions. */
async function fetchSuggestions(q: string, signal: AbortSignal): Promise<Suggestion[] | null> {
  try {
    const response = await fetch(`${paths.suggestions}?${new URLSearchParams({ q })}`, { signal })
    if (!response.ok) return null
    const { suggestions } = (await response.json()) as { suggestions: Suggestion[] }
    return suggestions
  } catch {
    return null
  }
}

export function countWords(found: Suggestion[] | null): string {
  if (!found) return ''
  if (!found.length) return 'No suggestions'
  return found.length === 1 ? '1 suggestion' : `${found.length} suggestions`
}
