import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
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

const options = {
  form: 'bank-details',
  fallback: PAGE,
  failed: ({ change }: Record<string, string>) => (change ? bankNotChanged : bankNotAdded),
}

export const action = formAction(options, async ({ request, readForm }) => {
  const session = await requireSession(request)
  const form = await readForm(bankEditSchema, ({ acc_number }) =>
    refuseMissingNumber(session.user.id, acc_number),
  )
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
