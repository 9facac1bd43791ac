import { type InputHTMLAttributes, type ReactNode, type Ref, useContext, useId } from 'react'
import { FormFlashContext } from './form'

/** `isFirst`: of the fields with an error. */
export function useField(name: string) {
  const flash = useContext(FormFlashContext)
  return {
    value: flash?.values[name],
    error: flash?.errors[name],
    isFirst: flash !== null && Object.keys(flash.errors)[0] === name,
  }
}

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  name: string
  label: string
  hint?: string
  after?: ReactNode
  problem?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

export function Field({
  name,
  label,
  hint,
  after,
  problem,
  defaultValue,
  className = 'field',
  inputRef,
  ...input
}: FieldProps) {
  const id = useId()
  const { value, error: returned, isFirst } = useField(name)
  const error = problem ?? returned
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <input
          {...input}
          ref={inputRef}
          id={id}
          name={name}
          defaultValue={value ?? defaultValue}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- of a refused form without scripts
          autoFocus={isFirst}
        />
        {after}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} live={problem !== undefined} />
    </div>
  )
}

export const EmailField = (props: Pick<FieldProps, 'label' | 'defaultValue'>) => (
  <Field {...props} name="email" type="email" autoComplete="email" required />
)

interface FieldErrorProps {
  id: string
  error: string | undefined
  live?: boolean
}

export function FieldError({ id, error, live }: FieldErrorProps) {
  if (!error) return null
  return (
    <p id={id} className="field-error" role={live ? 'alert' : undefined}>
      {error}
    </p>
  )
}
