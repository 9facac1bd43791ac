import type { Role } from '~/desk/roles'
import { buildOperationPath } from './views/paths'
import { deskPaths } from './paths'

export interface DeskLink {
  path: string
  label: string
  role: Role
}

export const DESK_LINKS: readonly DeskLink[] = [
  { path: deskPaths.today, label: 'Today', role: 'viewer' },
  { path: buildOperationPath('withdrawals'), label: 'Withdrawals', role: 'support' },
  { path: buildOperationPath('claims'), label: 'Claims', role: 'support' },
  { path: buildOperationPath('users list'), label: 'Members', role: 'support' },
  { path: buildOperationPath('conversions list'), label: 'Sales', role: 'support' },
  { path: deskPaths.all, label: 'Everything', role: 'viewer' },
  { path: deskPaths.sessions, label: 'Sign-ins', role: 'viewer' },
]
