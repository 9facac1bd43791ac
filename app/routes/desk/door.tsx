import { isRouteErrorResponse, Outlet, useRouteError } from '@remix-run/react'
import { DeskError } from '~/desk/error'
import { DeskDoor } from '~/desk/frame'
import { writeDeskMeta } from '~/desk/meta'
import type { RouteHandle } from '~/route-handle'

export const handle = { priority: 'desk' } satisfies RouteHandle

export const meta = () => writeDeskMeta('Error')

export default function Door() {
  return (
    <DeskDoor>
      <Outlet />
    </DeskDoor>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <DeskDoor>
      <DeskError status={isRouteErrorResponse(error) ? error.status : 500} />
    </DeskDoor>
  )
}
