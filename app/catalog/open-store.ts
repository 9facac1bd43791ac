/** The store's tab that opens by itself (docs/rules.md#6). */
import { useEffect, useRef, type RefObject } from 'react'

const OPEN_MS = 2000

/** The mark is in the entry of the history, so that a reload and a return are the same visit, and a new one is not. */
const isOpened = () => Boolean((window.history.state as { storeOpened?: boolean } | null)?.storeOpened)
const markOpened = () => window.history.replaceState({ ...window.history.state, storeOpened: true }, '')

/**
 * Opens `href` in a new tab after 2 s, once a visit; where the browser blocks that, `link` takes the focus. `held`: not
 * now, because a dialog is open. Gives what to call when the visitor goes to the store by hand.
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
