/** GET /auth/stay?from=: the answer to 'Are you sure?' that changes nothing; the page one came from says so, once. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirectWith } from '~/http/respond.server'
import { closeDialog, safePath } from '~/http/urls'
import { messages } from '~/messages'
import { warning } from '~/notice'

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirectWith(closeDialog(safePath(new URL(request.url).searchParams.get('from'))), {
    notice: warning(messages.account.logoutCancelled),
  })
