/** The navigation of the desk. A link is shown to those who may do what `role` may. */
import type { Role } from '~/operations/roles'
import { deskPaths } from './paths'

export interface DeskLink {
  path: string
  label: string
  role: Role
}

export const DESK_LINKS: readonly DeskLink[] = [
  { path: deskPaths.today, label: 'Today', role: 'viewer' },
  { path: deskPaths.sessions, label: 'Sign-ins', role: 'viewer' },
]
