import { z } from 'zod/v4'
import { fill } from '~/messages/message'
import { deskMessages } from '~/messages/desk'
import { readId } from '~/platform/formats/ids'
import type { Actor } from '~/desk/actor.server'
import { listFields } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'
import { mayDo, type Role } from '~/desk/roles'
import type { FormInput } from '../../form-action.server'
import { fitsReturn, redirectWith, returnForm } from '../../respond.server'
import { addDraft } from '../drafts/drafts.server'
import { findInTopic, findTopic } from '../views/find-page.server'
import { formatFormName } from '../views/labels'
import { buildDraftPath } from '../views/paths'
import { readTyped } from '../views/typed.server'
import { openSnippetsForClaim } from './snippets.server'

const [ID, TEXT] = [formatFormName('id'), formatFormName('text')] as const

export const replySchema = z.looseObject({
  snippet: z.string().optional(),
  /** Of the form; only its button sends it. */
  operation: z.string().optional(),
  [ID]: z.string().optional(),
  [TEXT]: z.string().optional(),
})

type ReplyForm = FormInput<z.output<typeof replySchema>>

/** Twice what an answer may have. */
const MOST = 2000

/** The form of an answer, with the chosen text behind what is typed. */
export async function fillReply(form: ReplyForm, actor: Actor): Promise<Response> {
  const { snippet = '', [ID]: claim, [TEXT]: typed = '' } = form.input as Record<string, string | undefined>
  const { missing, tooLong } = deskMessages.snippets
  const claimId = readId(claim ?? '')
  const chosen =
    claimId === null
      ? undefined
      : (await openSnippetsForClaim(claimId, actor)).find(({ id }) => String(id) === snippet)
  if (!chosen) return returnReply(form, actor, typed, missing)
  const text = joinTexts(typed, chosen.text)
  return text.length > MOST
    ? returnReply(form, actor, typed, fill(tooLong, { name: chosen.name }))
    : returnReply(form, actor, text)
}

const joinTexts = (typed: string, text: string) => (typed.trim() ? `${typed.trimEnd()}\n\n${text}` : text)

/** A cookie brings the form back. What would not fit into it is kept as a draft of the form. */
async function returnReply(
  { input, from, typed }: ReplyForm,
  actor: Actor,
  text: string,
  error?: string,
): Promise<Response> {
  const values = { ...typed.values, [TEXT]: text }
  const form = { ...typed, values, errors: error === undefined ? {} : { [TEXT]: error } }
  const { operation: name = '' } = input as Record<string, string | undefined>
  const operation = fitsReturn(from, form) ? null : await findReply(name, actor.role)
  if (!operation) return returnForm(from, form)
  const data = new FormData()
  for (const [field, value] of Object.entries(values)) data.set(field, value)
  const id = await addDraft(
    actor.operatorId!,
    operation.name,
    { typed: readTyped(operation, data), files: {}, uncovers: false },
    { errors: error === undefined ? {} : { text: error } },
  )
  return redirectWith(buildDraftPath(id))
}

/** Null: it is no form with a reply, or not one of this role. */
async function findReply(name: string, role: Role): Promise<Operation | null> {
  const [word = '', second] = name.split(' ')
  const topic = await findTopic(word)
  const found = topic && findInTopic(topic, second)
  if (!found || !mayDo(role, found.role)) return null
  return listFields(found).some(([field, { isReply }]) => field === 'text' && isReply) ? found : null
}
