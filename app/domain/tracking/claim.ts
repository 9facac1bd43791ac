import type { claimMessages, claims } from '~/platform/db/schema/claims'

export type Claim = typeof claims.$inferSelect
export type ClaimKind = Claim['kind']
export type ClaimState = Claim['state']
export type ClaimMessage = typeof claimMessages.$inferSelect
