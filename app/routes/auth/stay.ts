import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirectWith } from '~/http/respond.server'
import { safePath } from '~/http/form/site-paths'
import { closeDialog } from '~/http/urls'
import { accountMessages } from '~/messages/account'
import { warning } from '~/messages/notice'

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirectWith(closeDialog(safePath(new URL(request.url).searchParams.get('from'))), {
    notice: warning(accountMessages.account.logoutCancelled),
  })
