import { useId, type TextareaHTMLAttributes } from 'react'
import { FieldError, useField } from './field'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  name: string
  label: string
  hint?: string
}

export function TextArea({ name, label, hint, defaultValue, ...textarea }: TextAreaProps) {
  const id = useId()
  const { value, error, isFirst } = useField(name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <textarea
          {...textarea}
          id={id}
          name={name}
          defaultValue={value ?? defaultValue}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- as in field.tsx
          autoFocus={isFirst}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
