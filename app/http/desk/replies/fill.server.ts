import { z } from 'zod/v4'
import { fill } from '~/messages/message'
import { deskMessages } from '~/messages/desk'
import { readId } from '~/platform/formats/ids'
import type { Actor } from '~/desk/actor.server'
import { mayDo } from '~/desk/roles'
import { readForm } from '../../input.server'
import { refusal, returnForm } from '../../respond.server'
import { deskPaths } from '../paths'
import { formatFormName } from '../views/labels'
import { openSnippetsForClaim } from './snippets.server'

const [ID, TEXT] = [formatFormName('id'), formatFormName('text')] as const

const schema = z.looseObject({
  snippet: z.string().optional(),
  [ID]: z.string().optional(),
  [TEXT]: z.string().optional(),
})

/** A cookie brings the form back: what is longer would be lost. */
const MOST = 2000

/** The form of an answer, with the chosen text behind what is typed. Throws 403 for a role that answers no claims. */
export async function fillReply(request: Request, actor: Actor): Promise<Response> {
  if (!mayDo(actor.role, 'support')) throw refusal(403, 'Forbidden')
  const form = await readForm(request, schema, { form: 'operation', fallback: deskPaths.today })
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
