import type { LoaderFunctionArgs } from '@remix-run/node'
import { readRowId } from '~/platform/formats/ids'
import { formatDate } from '~/platform/formats/dates'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith, refusal } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { failure, success } from '~/messages/notice'
import { claimPath } from '~/paths'
import { messageSchema } from '~/domain/tracking/claim-input.server'
import { MESSAGE_PROBLEMS } from '~/domain/tracking/claim-words'
import { appealClaim } from '~/domain/tracking/member-claims.server'

export { clientAction } from '~/http/route-exports'

const { claims } = moneyMessages

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, claimPath(readRowId(params.id)))

const options = ({ id }: { id?: string }) => ({
  form: 'claim-message',
  fallback: claimPath(readRowId(id)),
  failed: moneyMessages.claims.failed,
})

export const action = formAction(options, async ({ request, params, readForm }) => {
  const user = await requireUser(request)
  const page = claimPath(readRowId(params.id))
  const form = await readForm(messageSchema)
  const result = await appealClaim(user.id, readRowId(params.id), form.input.text)
  if (result.ok)
    return redirectWith(page, {
      notice: success({
        ...claims.appealed,
        text: fill(claims.appealed.text, { date: formatDate(result.claim.answer_by) }),
      }),
    })
  if (result.reason === 'not-found') return refusal(404, 'Not Found')
  return form.refuse({ notice: failure(MESSAGE_PROBLEMS[result.reason]) }, page)
})
