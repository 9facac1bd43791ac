import { useFetcher, useLocation } from '@remix-run/react'
import { createContext, useContext, useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import type { Failure } from '~/http/client-action'
import type { Message } from '~/messages/message'
import { siteMessages } from '~/messages/site'
import { failure, type FormFlash } from '~/notice'
import { useMissingModules } from './action-modules'
import { NoticeBox } from './notice'
import { usePage } from './page-context'
import './form.css'

export const FormContext = createContext<FormFlash | null>(null)
export const BusyContext = createContext(false)

export type FailureTexts =
  | Message
  | {
      silent: Message
      refused: Message
      foreign: Message
    }

export const COMMON_TEXTS: FailureTexts = {
  silent: siteMessages.network.noAnswer,
  refused: siteMessages.failure,
  foreign: siteMessages.failure,
}

function chooseText(texts: FailureTexts, kind: Failure): Message {
  const message = 'silent' in texts ? texts[kind === 'offline' ? 'silent' : kind] : texts
  if (kind !== 'offline') return message
  return { ...message, text: [message.text, siteMessages.network.offline].filter(Boolean).join(' ') }
}

export const FormFlashProvider = FormContext.Provider

interface PostFormProps {
  form: string
  action: string
  children: ReactNode
  className?: string
  encType?: 'multipart/form-data'
  from?: string
  label?: string
  otherAction?: string
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
  otherAction,
  whenFailed,
}: PostFormProps) {
  const { csrf, flash, owner } = usePage()
  const location = useLocation()
  const ref = useRef<HTMLFormElement>(null)
  // The location's key, because a fetcher keeps what it has received, also after its next redirect.
  const { state, data, submit } = useFetcher<{ failure: Failure }>({ key: `${useId()} ${location.key}` })
  const isPlain = useMissingModules([action, otherAction].filter(Boolean).join(' '))
  const busy = state !== 'idle'
  const failed = busy ? undefined : data?.failure
  const mine = flash?.form?.form === form ? flash.form : null
  const notice = failed ? failure(chooseText(whenFailed, failed)) : mine?.inPlace && flash?.notice

  useEffect(() => {
    if (mine && ref.current) findMended(ref.current)?.focus()
  }, [mine])
  useEffect(() => {
    if (failed) ref.current?.querySelector('.notice')?.scrollIntoView({ block: 'nearest' })
  }, [failed])

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const target = submitter instanceof HTMLButtonElement ? submitter : event.currentTarget
    // flushSync: a second click must find it busy.
    submit(target, { preventScrollReset: true, flushSync: true })
  }

  return (
    <form
      key={mine ? location.key : 'fresh'}
      ref={ref}
      method="post"
      action={action}
      className={className}
      encType={encType}
      aria-label={label}
      onSubmit={isPlain ? undefined : onSubmit}
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

export const useReturned = () => useContext(FormContext) !== null
