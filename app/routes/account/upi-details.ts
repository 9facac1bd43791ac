/** POST /Account/Wallet/upi: adds or changes the UPI ID. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readForm } from '~/http/input.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { messages } from '~/messages'
import { failure, success } from '~/notice'
import { upiSchema } from '~/wallet/payout-details'
import { saveUpiDetails } from '~/wallet/payout-details.server'

const { added, upiChanged, upiNotAdded, upiNotChanged } = messages.payoutDetails
const texts = {
  added,
  changed: upiChanged,
  'adding-failed': upiNotAdded,
  'changing-failed': upiNotChanged,
}

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/Account/Wallet?edit=upi')

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  const form = await readForm(request, upiSchema, {
    form: 'upi-details',
    fallback: '/Account/Wallet?edit=upi',
  })
  const saved = await saveUpiDetails(user.id, form.input)
  if (!saved.ok) return form.refuse({ notice: failure(texts[saved.reason]) })
  return redirectWith('/Account/Wallet', { notice: success(texts[saved.change]), saved: 'upi' })
}
