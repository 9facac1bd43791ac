import { useEffect, useState, type MouseEvent, type RefObject } from 'react'
import { Icon } from './icon'

const COPIED_MS = 2000

interface CopyButtonProps {
  text: string
  /** Shows the text; selected where it has to be copied by hand. */
  field: RefObject<HTMLInputElement>
  /** Id of a popover that says how to copy by hand: what the button opens without scripts or clipboard access. */
  hint: string
  labels?: { copy: string; copied: string }
  className?: string
}

export function CopyButton({ text, field, hint, labels = LABELS, className = 'button' }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState(0)

  useEffect(() => {
    if (!copiedAt) return
    const timer = setTimeout(() => setCopiedAt(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    if (await copied(text, field.current!)) return setCopiedAt(Date.now())
    document.getElementById(hint)?.showPopover()
    field.current?.select()
  }

  return (
    <button type="button" className={className} popovertarget={hint} onClick={(event) => void copy(event)}>
      <Icon name={copiedAt ? 'check' : 'copy'} />
      <span aria-live="polite">{copiedAt ? labels.copied : labels.copy}</span>
    </button>
  )
}

const LABELS = { copy: 'Copy', copied: 'Copied!' }

async function copied(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No clipboard API over plain http or without permission; execCommand needs neither, but a field that is shown.
    if (!field.checkVisibility()) return false
    field.select()
    return document.execCommand('copy')
  }
}
