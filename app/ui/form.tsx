import { useLocation } from '@remix-run/react'
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react'
import { messages, type Message } from '~/messages'
import { failure, type FormFlash } from '~/notice'
import type { Failure } from './network'
import { NoticeBox } from './notice'
import { usePage } from './page-context'
import { useSend } from './send'

const FormContext = createContext<FormFlash | null>(null)
const BusyContext = createContext(false)

export type FailureTexts =
  | Message
  | {
      silent: Message
      refused: Message
      foreign: Message
    }

/** Without scripts the server shows the same texts (app/http/failed-form.server.ts). */
export const COMMON_TEXTS: FailureTexts = {
  silent: messages.network.noAnswer,
  refused: messages.failure,
  foreign: messages.failure,
}

const textOf = (texts: FailureTexts, kind: Failure): Message => ('silent' in texts ? texts[kind] : texts)

export const FormFlashProvider = FormContext.Provider

interface PostFormProps {
  form: string
  action: string
  children: ReactNode
  className?: string
  encType?: 'multipart/form-data'
  from?: string
  label?: string
  whenFailed: FailureTexts
}

/** The same path with and without scripts (docs/rules.md#33). */
export function PostForm({
  form,
  action,
  children,
  className = 'form',
  encType,
  from,
  label,
  whenFailed,
}: PostFormProps) {
  const { csrf, flash, owner } = usePage()
  const location = useLocation()
  const ref = useRef<HTMLFormElement>(null)
  const mine = flash?.form?.form === form ? flash.form : null
  const { busy, failure: failed, onSubmit } = useSend()
  const notice = failed ? failure(textOf(whenFailed, failed)) : mine?.inPlace && flash?.notice

  useEffect(() => {
    if (mine && ref.current) findMended(ref.current)?.focus()
  }, [mine])
  useEffect(() => {
    if (failed) ref.current?.querySelector('.notice')?.scrollIntoView({ block: 'nearest' })
  }, [failed])

  return (
    // A new flash remounts the form: secrets are cleared, other values come from the flash.
    <form
      key={mine ? location.key : 'fresh'}
      ref={ref}
      method="post"
      action={action}
      className={className}
      encType={encType}
      aria-label={label}
      onSubmit={onSubmit}
      noValidate
    >
      <input type="hidden" name="from" value={from ?? location.pathname + location.search} />
      {csrf && <input type="hidden" name="csrf" value={csrf} />}
      {owner && <input type="hidden" name="keep" value={`${owner}:${form}`} />}
      {notice && <NoticeBox notice={notice} />}
      <BusyContext.Provider value={busy}>
        <FormContext.Provider value={mine}>{children}</FormContext.Provider>
      </BusyContext.Provider>
    </form>
  )
}

/** The first invalid field, else the first that was not returned, such as a password. */
function findMended(form: HTMLFormElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])')]
  return fields.find((field) => field.ariaInvalid === 'true') ?? fields.find((field) => field.value === '')
}

export function useField(name: string): { value: string | undefined; error: string | undefined } {
  const flash = useContext(FormContext)
  return { value: flash?.values[name], error: flash?.errors[name] }
}

/** An unticked checkbox sends nothing, so its default does not apply to a returned form. */
export const useReturned = () => useContext(FormContext) !== null

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
  const { value, error: returned } = useField(name)
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

/** Has no value attribute, so it sends 'on' (docs/rules.md#32). */
export function Checkbox({
  name,
  children,
  defaultChecked,
}: {
  name: string
  children: ReactNode
  defaultChecked?: boolean
}) {
  const id = useId()
  const { value, error } = useField(name)
  const returned = useReturned()
  return (
    <div className="field">
      <label className="checkbox" htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          name={name}
          defaultChecked={returned ? value === 'on' : defaultChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function Submit({
  children,
  className = 'button button-primary',
  whenBusy = children,
}: {
  children: ReactNode
  className?: string
  whenBusy?: ReactNode
}) {
  const busy = useContext(BusyContext)
  return (
    <button
      type="submit"
      className={className}
      aria-disabled={busy || undefined}
      onClick={(e) => busy && e.preventDefault()}
    >
      {busy ? whenBusy : children}
    </button>
  )
}
