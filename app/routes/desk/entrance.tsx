import { isRouteErrorResponse, Outlet, useRouteError } from '@remix-run/react'
import { DeskError } from '~/components/desk/error'
import { DeskEntrance } from '~/components/desk/frame'
import { buildDeskMeta } from '~/components/desk/meta'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'desk' } satisfies RouteHandle

export const meta = () => buildDeskMeta('Error')

export default function Entrance() {
  return (
    <DeskEntrance>
      <Outlet />
    </DeskEntrance>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <DeskEntrance>
      <DeskError status={isRouteErrorResponse(error) ? error.status : 500} />
    </DeskEntrance>
  )
}
