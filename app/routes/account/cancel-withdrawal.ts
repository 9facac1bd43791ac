import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { readRowId } from '~/platform/formats/ids'
import { formatRupees } from '~/platform/formats/money'
import { failure, success } from '~/messages/notice'
import { paths } from '~/paths'
import { CANCEL_REFUSALS } from '~/domain/wallet/withdrawals'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'money' } satisfies RouteHandle

export { clientAction } from '~/http/route-exports'

const cancellationSchema = z.object({
  withdrawal: z.string().catch('').transform(readRowId),
})

const WALLET = paths.wallet
const { cancelled } = moneyMessages.withdrawal

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, WALLET)

const options = { form: 'cancel-withdrawal', fallback: WALLET, failed: moneyMessages.withdrawal.failed }

export const action = formAction(options, async ({ request, readForm }) => {
  const user = await requireUser(request)
  const form = await readForm(cancellationSchema)
  const result = await cancelWithdrawal(user.id, form.input.withdrawal)
  if (!result.ok) return redirectWith(WALLET, { notice: failure(CANCEL_REFUSALS[result.reason]) })
  const amount = formatRupees(result.withdrawal.amount_paise)
  return redirectWith(WALLET, { notice: success({ ...cancelled, text: fill(cancelled.text, { amount }) }) })
})
