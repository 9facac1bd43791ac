import type { LoaderFunctionArgs } from '@remix-run/node'
import { readRowId } from '~/platform/formats/ids'
import { formAction } from '~/http/form-action.server'
import { readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith, refusal } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { moneyMessages } from '~/messages/money'
import { failure, success } from '~/messages/notice'
import { claimPath, paths } from '~/paths'
import { messageSchema } from '~/domain/tracking/claim-input.server'
import { MESSAGE_PROBLEMS } from '~/domain/tracking/claim-words'
import { writeMessage } from '~/domain/tracking/member-claims.server'

export { clientAction } from '~/http/route-exports'

const { claims } = moneyMessages

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, claimPath(readRowId(params.id)))

const whenAway = { failed: moneyMessages.claims.failed, form: 'claim-message', fallback: paths.visits }

export const action = formAction(whenAway, async ({ request, params }) => {
  const user = await requireUser(request)
  const page = claimPath(readRowId(params.id))
  const form = await readForm(request, messageSchema, { form: 'claim-message', fallback: page })
  const result = await writeMessage(user.id, readRowId(params.id), form.input.text)
  if (result.ok) return redirectWith(page, { notice: success(claims.written) })
  if (result.reason === 'not-found') return refusal(404, 'Not Found')
  return form.refuse({ notice: failure(MESSAGE_PROBLEMS[result.reason]) }, page)
})
