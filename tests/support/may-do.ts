import { ROLES, type Role } from '~/desk/roles'

/** By the role that an operation needs: the roles that may do it. */
export const MAY: Record<Role, readonly Role[]> = {
  viewer: ROLES,
  support: ['support', 'finance', 'owner'],
  catalogue: ['catalogue', 'owner'],
  finance: ['finance', 'owner'],
  owner: ['owner'],
}
