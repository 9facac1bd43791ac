import { useEffect, useId, useRef, useState, type MouseEvent } from 'react'
import { Icon } from './icon'

const COPIED_MS = 2000

interface CopyFieldProps {
  label: string
  text: string
}

/** Without scripts or clipboard access, the button opens a hint for copying by hand. */
export function CopyField({ label, text }: CopyFieldProps) {
  const hint = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copiedAt, setCopiedAt] = useState(0)

  useEffect(() => {
    if (!copiedAt) return
    const timer = setTimeout(() => setCopiedAt(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    if (await copied(text, field.current!)) setCopiedAt(Date.now())
    else document.getElementById(hint)?.showPopover()
  }

  return (
    <>
      <span className="ticket-top">
        <input
          ref={field}
          className="ticket-code copy-field"
          aria-label={label}
          value={text}
          size={Math.min(Math.max(text.length, 4), 24)}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      </span>{' '}
      <button
        type="button"
        className="button button-wide"
        popovertarget={hint}
        onClick={(event) => void copy(event)}
      >
        <Icon name={copiedAt ? 'check' : 'copy'} />
        <span aria-live="polite">{copiedAt ? 'Copied!' : 'Copy'}</span>
      </button>
      <div id={hint} popover="" className="popover copy-field-popover">
        <p>Press long on the code, or press it twice, then choose Copy:</p>
        <p className="ticket-code">{text}</p>
      </div>
    </>
  )
}

async function copied(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No clipboard API over plain http or without permission; execCommand needs neither.
    field.select()
    return document.execCommand('copy')
  }
}
