import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { requirePassword } from '~/http/reauthentication.server'
import { moneyMessages } from '~/messages/money'
import { editPaths } from '~/edit-paths'
import { upiSchema } from '~/domain/wallet/destinations'
import { saveUpiForm } from '~/http/payout-forms.server'

export { clientAction } from '~/http/route-exports'

const PAGE = editPaths.upi

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, PAGE)

const { upiNotAdded, upiNotChanged } = moneyMessages.payoutDetails

const options = {
  form: 'upi-details',
  fallback: PAGE,
  failed: ({ change }: Record<string, string>) => (change ? upiNotChanged : upiNotAdded),
}

export const action = formAction(options, async ({ request, readForm }) => {
  const session = await requireSession(request)
  const form = await readForm(upiSchema)
  if (!session.mayChangePayouts) return requirePassword(session, form)
  const { user, tokenHash } = session
  const saved = await saveUpiForm({
    userId: user.id,
    input: form.input,
    tokenHash,
    amount: form.typed.values.amount,
  })
  return saved.ok ? redirectWith(saved.to, saved) : form.refuse(saved)
})
