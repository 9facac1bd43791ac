/** POST /Account/Wallet/bank: adds or changes the bank details. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readForm } from '~/http/input.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { messages } from '~/messages'
import { failure, success } from '~/notice'
import { bankEditSchema } from '~/wallet/payout-details'
import { editBankDetails } from '~/wallet/payout-details.server'

const { added, bankChanged, bankNotAdded, bankNotChanged } = messages.payoutDetails
const texts = {
  added,
  changed: bankChanged,
  'adding-failed': bankNotAdded,
  'changing-failed': bankNotChanged,
}

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/Account/Wallet?edit=bank')

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  const form = await readForm(request, bankEditSchema, {
    form: 'bank-details',
    fallback: '/Account/Wallet?edit=bank',
  })
  const saved = await editBankDetails(user.id, form.input)
  if (!saved.ok && saved.reason === 'number-missing')
    return form.refuse({ errors: { acc_number: messages.fields.acc_number } })
  if (!saved.ok) return form.refuse({ notice: failure(texts[saved.reason]) })
  return redirectWith('/Account/Wallet', { notice: success(texts[saved.change]), saved: 'bank' })
}
