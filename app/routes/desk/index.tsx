import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireOpenDesk } from '~/desk/access/require.server'
import { deskPaths } from '~/desk/paths'
import { requireDeskAddress } from '~/http/desk-address.server'
import { redirectKeepingFlash } from '~/http/respond.server'
import type { RouteHandle } from '~/route-handle'

export { shouldRevalidate } from '~/http/revalidation'

export const handle = { priority: 'desk' } satisfies RouteHandle

/** The pages of the desk are below it, as the path of its cookie. */
export async function loader({ request }: LoaderFunctionArgs) {
  requireDeskAddress(request)
  await requireOpenDesk()
  return redirectKeepingFlash(request, deskPaths.today)
}

/** Never shown. With it, a POST to another spelling of the address is led to the right one, as for every page. */
export default function DeskIndex() {
  return null
}
