/** POST /Account/Wallet/upi: adds or changes the UPI ID. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readForm } from '~/http/input.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { messages } from '~/messages'
import { success } from '~/notice'
import { upiSchema } from '~/wallet/payout-details'
import { saveUpiDetails } from '~/wallet/payout-details.server'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/Account/Wallet')

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  const form = await readForm(request, upiSchema, {
    form: 'upi-details',
    fallback: '/Account/Wallet?edit=upi',
  })
  const { change } = await saveUpiDetails(user.id, form.input)
  const { added, upiChanged } = messages.payoutDetails
  return redirectWith('/Account/Wallet', { notice: success(change === 'added' ? added : upiChanged) })
}
