import { createContext, useContext, type ReactNode } from 'react'
import type { Failure } from '~/http/form/client-action'
import type { FormFlash } from '~/http/form/form-flash'
import { usePostForm } from '~/http/form/use-post-form'
import type { Message } from '~/messages/message'
import { siteMessages } from '~/messages/site'
import { failure } from '~/messages/notice'
import { usePlace, type PagePlace } from './document-context'
import { NoticeBox } from './notice'
import { usePage } from './page-context'
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
  /** The form's name: the flash returns refused input under it. Must equal `form` of formAction(). */
  form: string
  action: string
  children: ReactNode
  className?: string
  encType?: 'multipart/form-data'
  /** The page that the answer leads to; default: this page, scrolled to the form if it has an id. */
  from?: string
  /** Set it if the form may be below the first screen: a refusal then scrolls to it and has its notice there. */
  id?: string
  label?: string
  otherAction?: string
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
  const place = usePlace()
  const ownFlash = flash?.form?.form === form ? flash.form : null
  const actions = [action, otherAction].filter(Boolean).join(' ')
  const { busy, failed, key, ref, onSubmit } = usePostForm(actions, ownFlash)
  const notice = failed ? failure(chooseText(whenFailed, failed.failure)) : ownFlash?.inPlace && flash?.notice

  return (
    <form
      key={key}
      ref={ref}
      id={id}
      method="post"
      action={action}
      className={className}
      encType={encType}
      aria-label={label}
      // Makes scripts start at once, to focus the first wrong field (app/components/document/start.ts).
      data-start={ownFlash ? '' : undefined}
      onSubmit={onSubmit}
      // The server validates, with the same texts as without scripts.
      noValidate
    >
      <input type="hidden" name="from" value={from ?? formatPlace(place, id)} />
      {csrf && <input type="hidden" name="csrf" value={csrf} />}
      {/* Whose form it is, so that input survives the end of the session for this member alone. */}
      {owner && <input type="hidden" name="keep" value={`${owner}:${form}`} />}
      {notice && <NoticeBox key={failed?.at} notice={notice} />}
      <BusyContext.Provider value={busy}>
        <FormFlashContext.Provider value={ownFlash}>{children}</FormFlashContext.Provider>
      </BusyContext.Provider>
    </form>
  )
}

const formatPlace = ({ pathname, search }: PagePlace, id?: string) => pathname + search + (id ? `#${id}` : '')

export const useIsReturned = () => useContext(FormFlashContext) !== null
