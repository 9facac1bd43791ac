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

interface ControlProps {
  name: string
  defaultValue?: InputHTMLAttributes<HTMLInputElement>['defaultValue']
  hint?: string | undefined
  problem?: string | undefined
}

export function useControl({ name, defaultValue, hint, problem }: ControlProps) {
  const id = useId()
  const { value, error: returned, isFirst } = useField(name)
  const error = problem ?? returned
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    error,
    control: {
      id,
      name,
      defaultValue: value ?? defaultValue,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
      // Of a refused form without scripts.
      autoFocus: isFirst,
    },
  }
}

interface FieldFrameProps extends Omit<FieldErrorProps, 'id'> {
  id: string
  label: string
  hint: string | undefined
  className?: string | undefined
  children: ReactNode
}

export const FieldFrame = ({ id, label, hint, error, live, className, children }: FieldFrameProps) => (
  <div className={className ?? 'field'}>
    <label htmlFor={id}>{label}</label>
    <div className="field-control">{children}</div>
    {hint && (
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    )}
    <FieldError id={`${id}-error`} error={error} live={live} />
  </div>
)

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
  className,
  inputRef,
  ...input
}: FieldProps) {
  const { error, control } = useControl({ name, defaultValue, hint, problem })
  const live = problem !== undefined
  return (
    <FieldFrame id={control.id} label={label} hint={hint} error={error} live={live} className={className}>
      <input {...input} ref={inputRef} {...control} />
      {after}
    </FieldFrame>
  )
}

export const EmailField = (props: Pick<FieldProps, 'label' | 'defaultValue'>) => (
  <Field {...props} name="email" type="email" autoComplete="email" required />
)

interface FieldErrorProps {
  id: string
  error: string | undefined
  live?: boolean | undefined
}

export function FieldError({ id, error, live }: FieldErrorProps) {
  if (!error) return null
  return (
    <p id={id} className="field-error" role={live ? 'alert' : undefined}>
      {error}
    </p>
  )
}
