import './copy.element'
import { Icon } from './icon'
import { getUncontrolledProps } from './uncontrolled'

interface CopyButtonProps {
  field: string
  hint: string
  labels?: { copy: string; copied: string }
  className?: string
}

export function CopyButton({ field, hint, labels = LABELS, className = 'button' }: CopyButtonProps) {
  return (
    <button type="button" className={className} popovertarget={hint}>
      <Icon name="copy" then="check" />
      <copy-label
        aria-live="polite"
        field={field}
        copied={labels.copied}
        {...getUncontrolledProps(labels.copy)}
      />
    </button>
  )
}

const LABELS = { copy: 'Copy', copied: 'Copied!' }
