import { z } from 'zod/v4'
import { fill } from '~/messages/message'
import { deskMessages } from '~/messages/desk'
import { readId } from '~/platform/formats/ids'
import type { Actor } from '~/desk/actor.server'
import type { FormInput } from '../../input.server'
import { returnForm } from '../../respond.server'
import { formatFormName } from '../views/labels'
import { openSnippetsForClaim } from './snippets.server'

const [ID, TEXT] = [formatFormName('id'), formatFormName('text')] as const

export const replySchema = z.looseObject({
  snippet: z.string().optional(),
  [ID]: z.string().optional(),
  [TEXT]: z.string().optional(),
})

/** A cookie brings the form back: what is longer would be lost. */
const MOST = 2000

/** The form of an answer, with the chosen text behind what is typed. */
export async function fillReply(
  form: FormInput<z.output<typeof replySchema>>,
  actor: Actor,
): Promise<Response> {
  const { snippet = '', [ID]: claim, [TEXT]: typed } = form.input as Record<string, string | undefined>
  const { missing, tooLong } = deskMessages.snippets
  const claimId = readId(claim ?? '')
  const chosen =
    claimId === null
      ? undefined
      : (await openSnippetsForClaim(claimId, actor)).find(({ id }) => String(id) === snippet)
  if (!chosen) return form.refuse({ errors: { [TEXT]: missing } })
  const text = joinTexts(typed ?? '', chosen.text)
  if (text.length > MOST) return form.refuse({ errors: { [TEXT]: fill(tooLong, { name: chosen.name }) } })
  return returnForm(form.from, { ...form.typed, values: { ...form.typed.values, [TEXT]: text } })
}

const joinTexts = (typed: string, text: string) => (typed.trim() ? `${typed.trimEnd()}\n\n${text}` : text)
