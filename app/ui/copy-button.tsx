import { useEffect, useState } from 'react'
import { useHydrated } from './hydrated'
import { Icon } from './icon'

const COPIED_MS = 2000

/** Copies a text. It cannot work without scripts, so until they run it is not there; the text itself can be selected. */
export function CopyButton({ text }: { text: string }) {
  const ready = useHydrated()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true), selectNothing)

  return (
    <button type="button" className="button button-wide" hidden={!ready} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">{copied ? 'Copied!' : 'Copy Code'}</span>
    </button>
  )
}

/** A browser that refuses leaves the code on the page, to be selected by hand. */
const selectNothing = () => {}
