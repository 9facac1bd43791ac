import { useEffect, useRef, type RefObject } from 'react'

const OPEN_MS = 2000

/** Stored in the history entry: a reload or Back is the same visit, a new navigation is not. */
const isOpened = () => Boolean((window.history.state as { storeOpened?: boolean } | null)?.storeOpened)
const markOpened = () => window.history.replaceState({ ...window.history.state, storeOpened: true }, '')

/**
 * Opens `href` in a new tab once per visit (docs/rules.md#6); `link` gets the focus if the browser blocks it. Call
 * the returned function when the visitor follows the link.
 */
export function useOpenStore(href: string, link: RefObject<HTMLAnchorElement>, held: boolean): () => void {
  const opened = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()

  const stop = () => {
    clearTimeout(timer.current)
    opened.current = true
    markOpened()
  }

  useEffect(() => {
    if (held || opened.current || isOpened()) return
    timer.current = setTimeout(() => {
      stop()
      const tab = window.open(href, '_blank')
      if (tab) tab.opener = null
      else link.current?.focus()
    }, OPEN_MS)
    return () => clearTimeout(timer.current)
  }, [href, link, held])

  return stop
}
