import { useId } from 'react'
import { CopyButton } from './copy-button'
import './copy-field.css'
import './popover-middle.css'

interface CopyFieldProps {
  label: string
  text: string
}

export function CopyField({ label, text }: CopyFieldProps) {
  const id = useId()
  const hint = `${id}-hint`
  return (
    <>
      <span className="ticket-top">
        <input
          id={id}
          className="ticket-code copy-field"
          aria-label={label}
          value={text}
          size={Math.min(Math.max(text.length, 4), 24)}
          readOnly
        />
      </span>{' '}
      <CopyButton field={id} hint={hint} className="button button-wide" />
      <div id={hint} popover="" className="popover popover-middle">
        <p>Press long on the code, or press it twice, then choose Copy:</p>
        <p className="ticket-code">{text}</p>
      </div>
    </>
  )
}
