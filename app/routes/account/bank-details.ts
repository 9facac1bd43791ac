import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { requirePassword } from '~/http/reauthentication.server'
import { moneyMessages } from '~/messages/money'
import { editPaths } from '~/edit-paths'
import { bankEditSchema } from '~/domain/wallet/destinations'
import { refuseMissingNumber, saveBankForm } from '~/http/payout-forms.server'

export { clientAction } from '~/http/route-exports'

const PAGE = editPaths.bank

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, PAGE)

const { bankNotAdded, bankNotChanged } = moneyMessages.payoutDetails

const whenAway = {
  failed: ({ change }: Record<string, string>) => (change ? bankNotChanged : bankNotAdded),
  form: 'bank-details',
  fallback: PAGE,
}

export const action = formAction(whenAway, async ({ request }) => {
  const session = await requireSession(request)
  const form = await readForm(request, bankEditSchema, {
    form: 'bank-details',
    fallback: PAGE,
    extraErrors: ({ acc_number }) => refuseMissingNumber(session.user.id, acc_number),
  })
  if (!session.mayChangePayouts) return requirePassword(session, form)
  const { user, tokenHash } = session
  const saved = await saveBankForm({
    userId: user.id,
    input: form.input,
    tokenHash,
    amount: form.typed.values.amount,
  })
  return saved.ok ? redirectWith(saved.to, saved) : form.refuse(saved)
})
