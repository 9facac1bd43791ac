import type { conversions } from '~/platform/db/schema/conversions'
import type { Wallet } from '~/domain/wallet/ledger.server'
import type { DeclineReason } from '~/platform/config/network'
import type { Decision } from './conversions'

export type Conversion = typeof conversions.$inferSelect

export interface Change extends Extract<Decision, { outcome: 'applied' }> {
  sale: bigint | null
  networkPayout: bigint | null
  store: string
  holdingDays: number | null
  referralRate: bigint
  reportId: number | null
  ids: SaleIds | null
  accepted: boolean
  declineReason: DeclineReason | null
  wallets?: Wallet[] | undefined
}

export type SaleIds = Pick<Conversion, 'conversion_id' | 'order_number'>
