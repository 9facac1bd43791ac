import type { Role } from '../roles'

/** In the order of the answer. `hasNumber`: people say its number ('claim 7'). */
export const KINDS = {
  members: { role: 'support', hasNumber: true },
  claims: { role: 'support', hasNumber: true },
  visits: { role: 'support', hasNumber: false },
  sales: { role: 'support', hasNumber: true },
  withdrawals: { role: 'support', hasNumber: true },
  reports: { role: 'support', hasNumber: true },
  stores: { role: 'viewer', hasNumber: false },
  offers: { role: 'viewer', hasNumber: true },
  settings: { role: 'viewer', hasNumber: false },
  pages: { role: 'viewer', hasNumber: false },
} as const satisfies Record<string, { role: Role; hasNumber: boolean }>

export type Kind = keyof typeof KINDS

export const RECORD_WORDS: Readonly<Record<string, Kind>> = {
  member: 'members',
  claim: 'claims',
  sale: 'sales',
  withdrawal: 'withdrawals',
  report: 'reports',
  postback: 'reports',
  offer: 'offers',
}
