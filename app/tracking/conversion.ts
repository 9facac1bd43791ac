import type { conversions } from '~/db/schema/conversions'
import type { Wallet } from '~/wallet/ledger/ledger.server'
import type { DeclineReason } from '~/config/networks/network'
import type { Decision } from './conversion-states'

export type Conversion = typeof conversions.$inferSelect

/** An applied decision and the columns that its report changes. */
export interface Change extends Extract<Decision, { outcome: 'applied' }> {
  sale: bigint | null
  networkPayout: bigint | null
  store: string
  /** Null: the holding period of the network, or the default. */
  holdingDays: number | null
  referralRate: bigint
  reportId: number | null
  ids: SaleIds | null
  accepted: boolean
  /** Null: not said, or not declined. */
  declineReason: DeclineReason | null
  wallets?: Wallet[] | undefined
}

export type SaleIds = Pick<Conversion, 'conversion_id' | 'order_number'>
