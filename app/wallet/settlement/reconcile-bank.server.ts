import { sql } from 'drizzle-orm'
import { dayInIndia } from '~/formats/dates'
import type { Tx } from '~/db/client.server'
import type { Period } from '~/db/period.server'
import { bankEntries } from '~/db/schema/settlements'
import { paise, type Paise } from '~/formats/money'
import { houseAccount, moneyTransaction, transfer } from '../ledger/ledger.server'
import {
  matchRows,
  referencesOf,
  type Entry,
  type Known,
  type KnownPayment,
  type KnownWithdrawal,
  type MatchedRow,
} from './match-bank'
import { referenceKey } from './network-payments.server'
import type { BankRow } from './read-bank'
import { lockSettlements } from './settle.server'

/** Paid according to the ledger, but in no statement yet. */
export interface NotAtBank {
  what: 'withdrawal' | 'network'
  id: number
  reference: string
  amount: Paise
  day: string
}

export interface BankComparison {
  rows: MatchedRow[]
  missing: NotAtBank[]
  entries: number
  fees: Paise
}

/** `period` limits the search for missing payments; by default it is that of the statement. */
export const reconcileBank = (
  rows: readonly BankRow[],
  { period, apply, madeBy }: { period: Period; apply: boolean; madeBy: string },
): Promise<BankComparison> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const matched = matchRows(rows, await readKnown(tx, rows))
    const entries = matched.flatMap((row) => row.entries)
    if (apply) for (const entry of entries) await write(tx, entry, madeBy)
    const fees = entries.filter(({ kind }) => kind === 'fee').reduce((sum, { amount }) => sum - amount, 0n)
    return {
      rows: matched,
      missing: await listMissing(tx, daysOf(rows, period), matched),
      entries: entries.length,
      fees: paise(fees),
    }
  })

async function write(tx: Tx, entry: Entry, madeBy: string): Promise<void> {
  const [row] = await tx
    .insert(bankEntries)
    .values({
      kind: entry.kind,
      entry_key: entry.key,
      on_day: entry.day,
      amount_paise: entry.amount,
      withdrawal_id: entry.withdrawalId,
      settlement_id: entry.settlementId,
      made_by: madeBy,
    })
    .returning({ id: bankEntries.id })
  if (entry.kind !== 'fee') return
  const isCharged = entry.amount < 0n
  const [bank, fees] = [houseAccount('bank'), houseAccount('payout_fees')]
  await transfer(tx, {
    reference: `bank_entry:${row!.id}:fee`,
    kind: 'fee',
    debit: isCharged ? fees : bank,
    credit: isCharged ? bank : fees,
    amount: isCharged ? paise(0n - entry.amount) : entry.amount,
    refType: 'bank_entry',
    refId: row!.id,
  })
}

const texts = (values: readonly string[]) =>
  sql`(SELECT jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

type WithdrawalRow = {
  id: number
  status: string
  amount: string
  utr_key: string
  seen_on: string | null
  return_seen_on: string | null
  fee_seen: boolean
}

async function readKnown(tx: Tx, rows: readonly BankRow[]): Promise<Known> {
  const references = [...new Set(rows.flatMap(referencesOf))]
  const seen = (kind: string) =>
    sql`(SELECT b.on_day::text FROM bank_entries b WHERE b.withdrawal_id = w.id AND b.kind = ${kind})`
  const withdrawals = await tx.execute<WithdrawalRow>(sql`
    SELECT to_jsonb(w.id) AS id, w.status, w.amount_paise AS amount, w.utr_key,
           ${seen('withdrawal')} AS seen_on, ${seen('return')} AS return_seen_on, ${seen('fee')} IS NOT NULL AS fee_seen
      FROM withdrawals w
     WHERE w.status IN ('paid', 'returned') AND w.utr_key IN ${texts(references)}`)
  const payments = await tx.execute<{
    id: number
    amount: string
    reference_key: string
    seen_on: string | null
  }>(sql`
    SELECT to_jsonb(s.id) AS id, s.amount_paise AS amount, s.reference_key,
           (SELECT b.on_day::text FROM bank_entries b WHERE b.settlement_id = s.id) AS seen_on
      FROM network_settlements s
     WHERE s.kind = 'payment' AND s.reference_key IN ${texts(references.map(referenceKey))}
       AND NOT EXISTS (SELECT 1 FROM network_settlements r WHERE r.reverses = s.id)`)
  const fees = await tx.execute<{ fee: string; count: number }>(sql`
    SELECT on_day || ':' || amount_paise AS fee, count(*)::int AS count
      FROM bank_entries WHERE kind = 'fee' AND withdrawal_id IS NULL
       AND on_day::text IN ${texts([...new Set(rows.map(({ day }) => day))])} GROUP BY 1`)
  return {
    withdrawals: withdrawals.map(
      ({ id, status, amount, utr_key, seen_on, return_seen_on, fee_seen }): KnownWithdrawal => ({
        id,
        status,
        amount: paise(BigInt(amount)),
        utrKey: utr_key,
        seenOn: seen_on,
        returnSeenOn: return_seen_on,
        feeSeen: fee_seen,
      }),
    ),
    payments: payments.map(({ id, amount, reference_key, seen_on }): KnownPayment => ({
      id,
      amount: paise(BigInt(amount)),
      referenceKey: reference_key,
      seenOn: seen_on,
    })),
    fees: new Map(fees.map(({ fee, count }) => [fee, count])),
  }
}

function daysOf(rows: readonly BankRow[], { from, before }: Period): { first: string; last: string } {
  const days = rows.map(({ day }) => day).sort()
  return {
    first: from ? dayInIndia(from).date : (days[0] ?? '9999-12-31'),
    last: before ? dayInIndia(new Date(before.getTime() - 1)).date : (days.at(-1) ?? '0001-01-01'),
  }
}

async function listMissing(
  tx: Tx,
  { first, last }: { first: string; last: string },
  matched: readonly MatchedRow[],
): Promise<NotAtBank[]> {
  const rows = await tx.execute<Omit<NotAtBank, 'amount'> & { amount: string }>(sql`
    SELECT * FROM (
      SELECT 'withdrawal' AS what, to_jsonb(w.id) AS id, w.utr AS reference, w.amount_paise AS amount,
             (p.created_at AT TIME ZONE 'Asia/Kolkata')::date::text AS day
        FROM withdrawals w
        JOIN LATERAL (SELECT min(created_at) AS created_at FROM withdrawal_steps
                       WHERE withdrawal_id = w.id AND status = 'paid') p ON true
       WHERE w.status IN ('paid', 'returned')
         AND NOT EXISTS (SELECT 1 FROM bank_entries b WHERE b.withdrawal_id = w.id AND b.kind = 'withdrawal')
       UNION ALL
      SELECT 'network', to_jsonb(s.id), s.reference, s.amount_paise, s.paid_on::text
        FROM network_settlements s
       WHERE s.kind = 'payment' AND NOT EXISTS (SELECT 1 FROM bank_entries b WHERE b.settlement_id = s.id)
         AND NOT EXISTS (SELECT 1 FROM network_settlements r WHERE r.reverses = s.id)) unseen
     WHERE day BETWEEN ${first} AND ${last} ORDER BY day, what, id`)
  const found = new Set(matched.map(({ what, id }) => `${what} ${id}`))
  return rows
    .filter(({ what, id }) => !found.has(`${what} ${id}`))
    .map((row) => ({ ...row, amount: paise(BigInt(row.amount)) }))
}
