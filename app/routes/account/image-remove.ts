import type { LoaderFunctionArgs } from '@remix-run/node'
import { removeProfileImage } from '~/domain/accounts/profile-image.server'
import { formAction } from '~/http/form-action.server'
import { emptySchema } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.account)

const options = { form: 'remove-image', fallback: paths.account, failed: accountMessages.profileImage.failed }

export const action = formAction(options, async ({ request, readForm }) => {
  const user = await requireUser(request)
  await readForm(emptySchema)
  await removeProfileImage(user.id)
  return redirectWith(paths.account, { notice: success(accountMessages.profileImage.removed) })
})
