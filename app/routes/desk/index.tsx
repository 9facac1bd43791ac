import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireOpenDesk } from '~/http/desk/access/require.server'
import { deskPaths } from '~/http/desk/paths'
import { requireDeskAddress } from '~/http/desk-address.server'
import { redirectKeepingFlash, throwRefusal } from '~/http/respond.server'
import type { RouteHandle } from '~/platform/route-handle'

export { shouldRevalidate } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

/** Refusals of the desk are shown here, because this layout needs no session. Others are redirected: the desk's cookie has this path. */
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
