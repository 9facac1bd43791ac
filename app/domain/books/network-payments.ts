import type { Period } from '~/platform/db/period.server'
import { zero, type Paise } from '~/platform/formats/money'
import type { OpenSale } from './open-commission.server'
import type { LineIds } from '~/domain/tracking/sale-index'

export interface InvoiceLine extends LineIds {
  line: number
  /** Negative: a deduction by the network. */
  commission: Paise
}

export interface NetworkPayment {
  network: string
  reference: string
  paidOn: string
  amount: Paise
  tds: Paise
  gst: Paise
  invoice: string | null
  invoicedOn?: string | undefined
  forMonth?: string | undefined
  /** Null: the payment settles the oldest sales first. */
  lines: readonly InvoiceLine[] | null
  period: Period
  /** Keeps the unallocated part as an advance; if false, such a payment is refused. */
  onAccount: boolean
  madeBy: string
}

/** Without `gst`: computed by the setting GST_RATE. */
export type NewNetworkPayment = Omit<NetworkPayment, 'gst'> & { gst?: Paise | undefined }

export interface SettledSale extends OpenSale {
  now: Paise
}

export interface LineProblem {
  line: number
  id: string
  reason: 'unknown' | 'several' | 'twice' | 'nothing-open' | 'more-than-open'
  /** The commission of the line. Negative: a deduction. */
  invoiced: Paise
  open: Paise
}

export interface Posting {
  id: number
  repeat: boolean
  settled: Paise
  sales: SettledSale[]
  advance: Paise
  misfits: LineProblem[]
}

export const NEW_POSTING: Pick<Posting, 'repeat' | 'advance' | 'misfits'> = {
  repeat: false,
  advance: zero,
  misfits: [],
}
