import type { LoaderFunctionArgs } from '@remix-run/node'
import { signOutOthers } from '~/domain/accounts/sign-out-others.server'
import { formAction } from '~/http/form-action.server'
import { emptySchema } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.account)

const options = { form: 'sign-out-others', fallback: paths.account }

export const action = formAction(options, async ({ request, readForm }) => {
  const { user, tokenHash } = await requireSession(request)
  await readForm(emptySchema)
  await signOutOthers(user.id, tokenHash)
  return redirectWith(paths.account, { notice: success(accountMessages.account.othersSignedOut) })
})
