import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { emptySchema } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { endSession } from '~/http/session.server'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

const LASTS_MS = 1500

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, `${paths.account}?dialog=logout`)

export const action = formAction({ form: 'sign-out' }, async ({ request, readForm }) => {
  await readForm(emptySchema)
  return redirectWith('/', {
    notice: { ...success(accountMessages.account.loggedOut), lasts: LASTS_MS },
    headers: await endSession(request),
  })
})
