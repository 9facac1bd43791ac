import { useEffect, useState } from 'react'
import type { Suggestion } from '~/domain/catalog/search.server'
import { paths } from '~/paths'

const PAUSE_MS = 150

export function useSuggestions() {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Suggestion[] | null>(null)

  useEffect(() => {
    if (!text) return
    const stale = new AbortController()
    const timer = setTimeout(() => {
      void Promise.all([fetchSuggestions(text, stale.signal), loadStyle()]).then(([answer, hasStyle]) => {
        if (!stale.signal.aborted) setFound(hasStyle ? answer : null)
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
  return { found, text, ask }
}

/** No page's HTML has suggestions, so their styles are loaded when they are needed. */
const loadStyle = () =>
  import('./suggestion-list.css').then(
    () => true,
    () => false,
  )

/** Null on failure: the form works without suggestions. A busy server gets one more request, after its delay. */
export async function fetchSuggestions(
  q: string,
  signal: AbortSignal,
  isSecond = false,
): Promise<Suggestion[] | null> {
  try {
    const response = await fetch(`${paths.suggestions}?${new URLSearchParams({ q })}`, { signal })
    if (!response.ok) {
      const seconds = Number(response.headers.get('Retry-After'))
      if (isSecond || !seconds) return null
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      return signal.aborted ? null : await fetchSuggestions(q, signal, true)
    }
    const { suggestions } = (await response.json()) as { suggestions: Suggestion[] }
    return suggestions
  } catch {
    return null
  }
}

export function splitMatch(title: string, text: string): { part: string; isMatch: boolean }[] {
  const at = text ? title.toLowerCase().indexOf(text.toLowerCase()) : -1
  if (at < 0) return [{ part: title, isMatch: false }]
  const end = at + text.length
  return [
    { part: title.slice(0, at), isMatch: false },
    { part: title.slice(at, end), isMatch: true },
    { part: title.slice(end), isMatch: false },
  ].filter(({ part }) => part)
}

export function describeCount(found: Suggestion[] | null): string {
  if (!found) return ''
  if (!found.length) return 'No suggestions'
  return found.length === 1 ? '1 suggestion' : `${found.length} suggestions`
}
