import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { requirePassword } from '~/http/reauthentication.server'
import { editPaths, savedPaths } from '~/edit-paths'
import { bankEditSchema } from '~/domain/wallet/destinations'
import { refuseMissingNumber, saveBankForm } from '~/http/payout-forms.server'

export { clientAction } from '~/http/client-action'

const PAGE = editPaths.bank

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, PAGE)

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireSession(request)
  const form = await readForm(request, bankEditSchema, {
    form: 'bank-details',
    fallback: PAGE,
    extraErrors: ({ acc_number }) => refuseMissingNumber(session.user.id, acc_number),
  })
  if (!session.mayChangePayouts) return requirePassword(session, form)
  const saved = await saveBankForm(session.user.id, form.input, session.tokenHash)
  return saved.ok ? redirectWith(savedPaths.bank, saved) : form.refuse(saved)
}
