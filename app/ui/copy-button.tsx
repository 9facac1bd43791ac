import './copy.element'
import { Icon } from './icon'
import { uncontrolled } from './uncontrolled'

interface CopyButtonProps {
  /** Id of the field whose value is copied; selected where it has to be copied by hand. */
  field: string
  /** Id of a popover that says how to copy by hand: what the button opens without scripts or clipboard access. */
  hint: string
  labels?: { copy: string; copied: string }
  className?: string
}

export function CopyButton({ field, hint, labels = LABELS, className = 'button' }: CopyButtonProps) {
  return (
    <button type="button" className={className} popovertarget={hint}>
      <Icon name="copy" then="check" />
      <copy-label aria-live="polite" field={field} copied={labels.copied} {...uncontrolled(labels.copy)} />
    </button>
  )
}

const LABELS = { copy: 'Copy', copied: 'Copied!' }
