import type { LoaderFunctionArgs } from '@remix-run/node'
import { removeProfileImage } from '~/domain/accounts/profile-image.server'
import { formAction } from '~/http/form-action.server'
import { emptySchema, readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.account)

const whenAway = {
  failed: accountMessages.profileImage.failed,
  form: 'remove-image',
  fallback: paths.account,
}

export const action = formAction(whenAway, async ({ request }) => {
  const user = await requireUser(request)
  await readForm(request, emptySchema, { form: 'remove-image', fallback: paths.account })
  await removeProfileImage(user.id)
  return redirectWith(paths.account, { notice: success(accountMessages.profileImage.removed) })
})
