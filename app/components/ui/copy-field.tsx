import { useId } from 'react'
import { CopyButton } from './copy-button'
import './copy-field.css'
import './popover-middle.css'

export const COPY_TEXTS = {
  copy: 'Copy',
  copied: 'Copied!',
  hint: 'Touch and hold the code, or press it twice, then choose Copy:',
}

interface CopyFieldProps {
  label: string
  text: string
  t?: typeof COPY_TEXTS
}

export function CopyField(props: CopyFieldProps) {
  const id = useId()
  return (
    <>
      <span className="ticket-top">
        <Code id={id} {...props} />
      </span>{' '}
      <Copy id={id} {...props} className="button button-wide" />
    </>
  )
}

export function CopyLine(props: CopyFieldProps) {
  const id = useId()
  return (
    <span className="copy-line">
      <Code id={id} {...props} /> <Copy id={id} {...props} className="button" />
    </span>
  )
}

const Code = ({ id, label, text }: CopyFieldProps & { id: string }) => (
  <input
    id={id}
    className="ticket-code copy-field"
    aria-label={label}
    value={text}
    // Beside the button the letters are spaced by a tenth of their width.
    size={Math.min(Math.max(Math.ceil(text.length * 1.1), 4), 24)}
    readOnly
  />
)

function Copy({ id, text, t = COPY_TEXTS, className }: CopyFieldProps & { id: string; className: string }) {
  const hint = `${id}-hint`
  return (
    <>
      <CopyButton field={id} hint={hint} labels={t} className={className} />{' '}
      <span id={hint} popover="" className="popover popover-middle">
        <span className="block">{t.hint}</span> <span className="ticket-code">{text}</span>
      </span>
    </>
  )
}
