import { mayDo, type Role } from '~/domain/settings/roles'

export { mayDo, ROLES, type Role } from '~/domain/settings/roles'

/** Names, mobile numbers, e-mail addresses and proofs of members. */
export const seesPeople = (role: Role): boolean => mayDo(role, 'support')

/** Whole bank accounts and UPI IDs; others see the last four characters at most. */
export const seesAccounts = (role: Role): boolean => mayDo(role, 'finance')
