/** Target of unsubscribe links in mails that another program has sent. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirectKeepingFlash } from '~/http/respond.server'
import { buildNewsletterLeavePath } from '~/domain/outreach/unsubscribe-paths.server'

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, buildNewsletterLeavePath(encodeURIComponent(params.token!)))
