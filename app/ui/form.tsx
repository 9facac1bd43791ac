import { useFetcher, useLocation } from '@remix-run/react'
import { createContext, useContext, useId, useRef, type FormEvent, type ReactNode } from 'react'
import type { Failure } from '~/http/client-action'
import type { Message } from '~/messages/message'
import { siteMessages } from '~/messages/site'
import { failure, type FormFlash } from '~/notice'
import { useMissingModules } from './route-modules'
import { NoticeBox } from './notice'
import { usePage } from './page-context'
import { useShowOutcome } from './show-outcome'
import './form.css'

export const FormFlashContext = createContext<FormFlash | null>(null)
export const BusyContext = createContext(false)

type FailureTexts =
  | Message
  | {
      noAnswer: Message
      refused: Message
      unexpected: Message
    }

const COMMON_TEXTS: FailureTexts = {
  noAnswer: siteMessages.network.noAnswer,
  refused: siteMessages.failure,
  unexpected: siteMessages.failure,
}

function chooseText(texts: FailureTexts, kind: Failure): Message {
  const byKind = 'refused' in texts ? texts : { noAnswer: texts, refused: texts, unexpected: texts }
  if (kind !== 'offline') return byKind[kind]
  const text = [byKind.noAnswer.text, siteMessages.network.offline].filter(Boolean).join(' ')
  return { ...byKind.noAnswer, text }
}

interface PostFormProps {
  /** Identifies the form in the flash that returns its input; the same as `form` of readForm(). */
  form: string
  action: string
  children: ReactNode
  className?: string
  encType?: 'multipart/form-data'
  /** The page to return to; default: this one, at the form if it has an id. */
  from?: string
  /** For a form that may be below the first window: a refusal comes back to it, with its notice. */
  id?: string
  label?: string
  otherAction?: string
  /** The notice of a failure by its kind, or one for all. */
  whenFailed?: FailureTexts
}

/** Sends the same request with and without scripts, to the same answer (docs/rules.md#33). */
export function PostForm({
  form,
  action,
  children,
  className = 'form',
  encType,
  from,
  id,
  label,
  otherAction,
  whenFailed = COMMON_TEXTS,
}: PostFormProps) {
  const { csrf, flash, owner } = usePage()
  const location = useLocation()
  const ref = useRef<HTMLFormElement>(null)
  // A fetcher keeps its last answer even after a redirect, so that each page needs a new one.
  const { state, data, submit } = useFetcher<{ failure: Failure }>({ key: `${useId()} ${location.key}` })
  const lacksModules = useMissingModules([action, otherAction].filter(Boolean).join(' '))
  const busy = state !== 'idle'
  const failureKind = busy ? undefined : data?.failure
  const ownFlash = flash?.form?.form === form ? flash.form : null
  const notice = failureKind
    ? failure(chooseText(whenFailed, failureKind))
    : ownFlash?.inPlace && flash?.notice
  useShowOutcome(ref, ownFlash, failureKind)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // flushSync: a second click must find it busy.
    if (!busy) submit(findSubmitter(event), { preventScrollReset: true, flushSync: true })
  }

  return (
    <form
      // Uncontrolled fields take returned values only when they are mounted.
      key={ownFlash ? location.key : 'fresh'}
      ref={ref}
      id={id}
      method="post"
      action={action}
      className={className}
      encType={encType}
      aria-label={label}
      // Scripts start at once, and focus the first wrong field.
      data-start={ownFlash ? '' : undefined}
      onSubmit={lacksModules ? undefined : onSubmit}
      // The server validates, with the same texts as without scripts.
      noValidate
    >
      <input type="hidden" name="from" value={from ?? writePlace(location, id)} />
      {csrf && <input type="hidden" name="csrf" value={csrf} />}
      {/* For an input whose session has ended (docs/decisions/0011-kept-forms.md). */}
      {owner && <input type="hidden" name="keep" value={`${owner}:${form}`} />}
      {notice && <NoticeBox notice={notice} />}
      <BusyContext.Provider value={busy}>
        <FormFlashContext.Provider value={ownFlash}>{children}</FormFlashContext.Provider>
      </BusyContext.Provider>
    </form>
  )
}

type Place = Pick<ReturnType<typeof useLocation>, 'pathname' | 'search'>

const writePlace = ({ pathname, search }: Place, id?: string) => pathname + search + (id ? `#${id}` : '')

function findSubmitter({ nativeEvent, currentTarget }: FormEvent<HTMLFormElement>) {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement ? submitter : currentTarget
}

export const useIsReturned = () => useContext(FormFlashContext) !== null
