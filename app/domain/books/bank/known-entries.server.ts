import { sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import type { Period } from '~/platform/db/period.server'
import { dayInIndia } from '~/platform/formats/dates'
import { parsePaise, type Paise } from '~/platform/formats/money'
import type { KnownEntries, KnownPayment, KnownWithdrawal, BankRow } from '../bank'
import { findReferences } from './match-bank'

const texts = (values: readonly string[]) =>
  sql`(SELECT jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

type AmountAsText<Row extends { amount: Paise }> = Omit<Row, 'amount'> & { amount: string }

const toKnown = <Row extends { amount: Paise }>({ amount, ...row }: AmountAsText<Row>) => ({
  ...row,
  amount: parsePaise(amount),
})

export async function readKnown(tx: Tx, rows: readonly BankRow[]): Promise<KnownEntries> {
  const references = [...new Set(rows.flatMap(findReferences))]
  const seen = (kind: string) =>
    sql`(SELECT b.on_day::text FROM bank_entries b WHERE b.withdrawal_id = w.id AND b.kind = ${kind})`
  const withdrawals = await tx.execute<AmountAsText<KnownWithdrawal>>(sql`
    SELECT to_jsonb(w.id) AS id, w.status, w.amount_paise AS amount, w.utr_key AS "utrKey", ${seen('withdrawal')} AS "seenOn",
           ${seen('return')} AS "returnSeenOn", ${seen('fee')} IS NOT NULL AS "feeSeen", ${seen('other')} IS NOT NULL AS "isOther"
      FROM withdrawals w
     WHERE w.status IN ('paid', 'returned') AND w.utr_key IN ${texts(references)}`)
  const payments = await tx.execute<AmountAsText<KnownPayment>>(sql`
    SELECT to_jsonb(s.id) AS id, s.amount_paise AS amount, k.key AS "referenceKey",
           (SELECT b.on_day::text FROM bank_entries b WHERE b.settlement_id = s.id) AS "seenOn"
      FROM network_settlements s JOIN settlement_references k ON k.settlement_id = s.id
     WHERE k.key IN ${texts(references)}
       AND NOT EXISTS (SELECT 1 FROM network_settlements r WHERE r.reverses = s.id)`)
  const fees = await tx.execute<{ fee: string; count: number }>(sql`
    SELECT on_day || ':' || amount_paise AS fee, count(*)::int AS count
      FROM bank_entries WHERE kind = 'fee' AND withdrawal_id IS NULL
       AND on_day::text IN ${texts([...new Set(rows.map(({ day }) => day))])} GROUP BY 1`)
  return {
    withdrawals: withdrawals.map(toKnown<KnownWithdrawal>),
    payments: payments.map(toKnown<KnownPayment>),
    fees: new Map(fees.map(({ fee, count }) => [fee, count])),
  }
}

export function findDays(
  rows: readonly BankRow[],
  { from, before }: Period,
): { first: string; last: string } {
  const days = rows.map(({ day }) => day).sort()
  return {
    first: from ? dayInIndia(from).date : (days[0] ?? '9999-12-31'),
    last: before ? dayInIndia(new Date(before.getTime() - 1)).date : (days.at(-1) ?? '0001-01-01'),
  }
}
