/** What an operator may do. An owner may do everything; finance may do what support may. */
export const ROLES = ['viewer', 'support', 'catalogue', 'finance', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** `needed`: the role that an operation names; everyone may do what a viewer may. */
export const mayDo = (role: Role, needed: Role): boolean =>
  role === 'owner' || needed === 'viewer' || role === needed || (role === 'finance' && needed === 'support')
