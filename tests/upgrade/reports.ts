// Stored reports of the version before, and the same with other facts.
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { receivePostback } from '~/domain/tracking/inbox.server'

export interface Stored {
  id: number
  network: string
  method: string
  raw: Record<string, string>
  conversion: number | null
  /** Why the version before quarantined it. */
  reason: string | null
  /** The report that its sale shows. */
  isCurrent: boolean
  /** A later report of the same state gave its sale another amount. */
  isReplaced: boolean
}

export const listStored = (): Promise<Stored[]> =>
  db.execute<Stored & Record<string, unknown>>(sql`
    SELECT to_jsonb(i.id) AS id, i.network, i.method, i.raw, to_jsonb(c.id) AS conversion, i.reason,
           coalesce(i.id = c.report_id, false) AS "isCurrent",
           coalesce(i.id < r.id AND i.report = r.report AND i.sale_paise <> r.sale_paise, false) AS "isReplaced"
      FROM postback_inbox i
      LEFT JOIN conversions c ON c.id = i.conversion_id
      LEFT JOIN postback_inbox r ON r.id = c.report_id
     ORDER BY i.id`)

export async function send({
  network,
  method,
  raw,
}: Pick<Stored, 'network' | 'method' | 'raw'>): Promise<string> {
  const verdict = await receivePostback({ network, method, raw }, (error) => {
    throw error
  })
  return [verdict?.outcome, verdict?.reason].filter(Boolean).join(': ')
}

const NAMES = {
  amount: ['sale_amount', 'Amount', 'order_sum', 'saleAmount', 'transactionAmount', 'Sale Amount'],
  commission: ['payout', 'Payout', 'payment_sum', 'commission', 'Action Earnings', 'commission_amount'],
  status: ['status', 'Status', 'payment_status', 'commissionStatus', 'commission_status'],
  currency: ['currency', 'Currency'],
}

type Facts = Partial<Record<keyof typeof NAMES, string>>

const ENVELOPE = 'AwinTransactionPush'

const open = (raw: Record<string, string>): Record<string, string> =>
  raw[ENVELOPE] ? (JSON.parse(raw[ENVELOPE]) as Record<string, string>) : raw

/** A fact that the report does not name is added under the first of its names. */
export function withFacts({ network, method, raw }: Stored, facts: Facts) {
  const changed = { ...open(raw) }
  for (const [fact, value] of Object.entries(facts) as [keyof Facts, string][]) {
    const names = NAMES[fact]
    const name = names.find((one) => one in changed) ?? names[network === 'impact' ? 1 : 0]!
    changed[name] = value
  }
  return { network, method, raw: raw[ENVELOPE] ? { [ENVELOPE]: JSON.stringify(changed) } : changed }
}

/** The word of its network for a sale that ends. */
export const END: Record<string, string> = {
  trackier: 'rejected',
  tune: 'rejected',
  impact: 'REVERSED',
  admitad: 'declined',
  awin: 'declined',
}

/**
 * What identifies the sale (docs/rules.md): the network's id of the conversion, or only an order number or the click, where a
 * higher amount may be another item.
 */
export function findIdentity({
  network,
  raw,
}: Pick<Stored, 'network' | 'raw'>): 'conversion' | 'order or click' {
  const facts = open(raw)
  const has = (...names: string[]) => names.some((name) => facts[name])
  switch (network) {
    case 'trackier':
      return has('conversion_id', 'Conversion ID') ? 'conversion' : 'order or click'
    case 'tune':
      return has('transaction_id') && has('goal_id') && facts.goal_id !== '0'
        ? 'conversion'
        : 'order or click'
    case 'admitad':
      return has('admitad_id') ? 'conversion' : 'order or click'
    default:
      return 'conversion'
  }
}
