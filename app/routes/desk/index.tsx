import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireOpenDesk } from '~/http/desk/access/require.server'
import { deskPaths } from '~/http/desk/paths'
import { requireDeskAddress } from '~/http/desk-address.server'
import { throwRefusal } from '~/http/refusal.server'
import { redirectKeepingFlash } from '~/http/respond.server'
import type { RouteHandle } from '~/platform/route-handle'

export { shouldRevalidate } from '~/http/revalidation'

export const handle = { priority: 'desk' } satisfies RouteHandle

/** Shows refusals of the desk, because its layout needs no session. Else it redirects, because the pages of the desk are below this address, and so is the path of its cookie. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  throwRefusal(context)
  requireDeskAddress(request)
  await requireOpenDesk()
  return redirectKeepingFlash(request, deskPaths.today)
}

/** Never rendered. A route with a page redirects a POST from another spelling of its address. */
export default function DeskIndex() {
  return null
}
