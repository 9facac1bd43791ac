/** A known shortlink redirects to its tracking URL, any other slug to the home page (docs/rules.md#4). */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { PRIVATE } from '~/config/caching'
import { moveTo } from '~/http/respond.server'
import { findShortlinkUrl } from '~/tracking/clicks.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = await findShortlinkUrl(params.slug ?? '')
  return url ? redirect(url, { headers: { 'Cache-Control': PRIVATE } }) : moveTo(request, '/')
}
