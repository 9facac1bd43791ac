/** Pages of the desk for those who are not signed in. */
import { Outlet } from '@remix-run/react'
import { DeskDoor } from '~/desk/frame'
import type { RouteHandle } from '~/route-handle'
import '~/ui/page-form.css'

export const handle = { priority: 'desk' } satisfies RouteHandle

export default function Door() {
  return (
    <DeskDoor>
      <Outlet />
    </DeskDoor>
  )
}
