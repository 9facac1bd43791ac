import { useId, type ReactNode } from 'react'
import { FieldError, useField } from './field'
import { useIsReturned } from './form'
import './checkbox.css'

/** Has no value attribute, so that it sends 'on' (docs/rules.md#32). */
export function Checkbox({
  name,
  children,
  ...input
}: {
  name: string
  children: ReactNode
  required?: boolean
  defaultChecked?: boolean
}) {
  const id = useId()
  const { value, error } = useField(name)
  const isReturned = useIsReturned()
  return (
    <div className="field">
      <label className="checkbox" htmlFor={id}>
        <input
          {...input}
          type="checkbox"
          id={id}
          name={name}
          defaultChecked={isReturned ? value === 'on' : input.defaultChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
