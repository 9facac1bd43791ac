/** POST /Account/Wallet/bank: adds or changes the bank details. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readForm } from '~/http/input.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { messages } from '~/messages'
import { success } from '~/notice'
import { bankSchema } from '~/wallet/payout-details'
import { saveBankDetails } from '~/wallet/payout-details.server'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/Account/Wallet')

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  const form = await readForm(request, bankSchema, {
    form: 'bank-details',
    fallback: '/Account/Wallet?edit=bank',
  })
  const { change } = await saveBankDetails(user.id, form.input)
  const { added, bankChanged } = messages.payoutDetails
  return redirectWith('/Account/Wallet', { notice: success(change === 'added' ? added : bankChanged) })
}
