import { sql, and, desc, gte, lt, inArray } from 'drizzle-orm'
import { houseAccount, moneyTransaction, transferSigned } from '~/domain/wallet/ledger.server'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { type Period, continueBelow, type Page } from '~/platform/db/period.server'
import { bankEntries } from '~/platform/db/schema/settlements'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { dayInIndia } from '~/platform/formats/dates'
import { paise, parsePaise, type Paise } from '~/platform/formats/money'
import { readMonthOfDay } from '~/platform/formats/months'
import { done, type Done, refused, type Refused } from '~/platform/outcome'
import { recordCorrection, checkPostingDays, type DayRefusal } from './closed-months.server'
import type { Entry, MatchedRow, BankRow } from './bank'
import { readKnown, findDays } from './bank/known-entries.server'
import { matchRows } from './bank/match-bank'
import { lockSettlements } from './settlements.server'

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

interface Options {
  period: Period
  apply: boolean
  forMonth?: string | undefined
  madeBy: string
}

/** `period` limits the search for missing payments; default: the period of the statement. */
export const reconcileBank = (
  rows: readonly BankRow[],
  { period, apply, forMonth, madeBy }: Options,
): Promise<Done<BankComparison> | DayRefusal> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const matched = matchRows(rows, await readKnown(tx, rows))
    const entries = matched.flatMap((row) => row.entries)
    const isCorrection = ({ day }: Entry) => readMonthOfDay(day) === forMonth
    const days = entries.filter((entry) => !isCorrection(entry)).map(({ day }) => day)
    const unfit = await checkPostingDays(tx, days, forMonth)
    if (unfit) return unfit
    if (apply)
      for (const entry of entries)
        await write(tx, entry, { madeBy, forMonth: isCorrection(entry) ? forMonth : undefined })
    const fees = entries.filter(({ kind }) => kind === 'fee').reduce((sum, { amount }) => sum - amount, 0n)
    return done({
      rows: matched,
      missing: await listMissing(tx, findDays(rows, period), matched),
      entries: entries.length,
      fees: paise(fees),
    })
  })

async function write(
  tx: Tx,
  entry: Entry,
  { madeBy, forMonth }: Pick<Options, 'madeBy' | 'forMonth'>,
): Promise<void> {
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
  await recordCorrection(tx, forMonth, { ref_type: 'bank_entry', ref_id: row!.id })
  if (entry.kind !== 'fee') return
  await transferSigned(tx, {
    reference: `bank_entry:${row!.id}:fee`,
    kind: 'fee',
    debit: houseAccount('bank'),
    credit: houseAccount('payout_fees'),
    amount: entry.amount,
    refType: 'bank_entry',
    refId: row!.id,
  })
}

async function listMissing(
  tx: Tx,
  { first, last }: { first: string; last: string },
  matched: readonly MatchedRow[],
): Promise<NotAtBank[]> {
  const found = new Set(matched.map(({ what, id }) => `${what} ${id}`))
  return (await listNotAtBank(tx, { first, last })).filter(({ what, id }) => !found.has(`${what} ${id}`))
}

/** Paid or received here on these days, and in no statement that was reconciled. */
export async function listNotAtBank(
  reader: Reader,
  { first, last }: { first: string; last: string },
): Promise<NotAtBank[]> {
  const rows = await reader.execute<Omit<NotAtBank, 'amount'> & { amount: string }>(sql`
    SELECT * FROM (
      SELECT 'withdrawal' AS what, to_jsonb(w.id) AS id, w.utr AS reference, w.amount_paise AS amount,
             (p.created_at AT TIME ZONE 'Asia/Kolkata')::date::text AS day
        FROM withdrawals w
        JOIN LATERAL (SELECT min(created_at) AS created_at FROM withdrawal_steps
                       WHERE withdrawal_id = w.id AND status = 'paid') p ON true
       WHERE w.status IN ('paid', 'returned')
         AND NOT EXISTS (SELECT 1 FROM bank_entries b WHERE b.withdrawal_id = w.id AND b.kind IN ('withdrawal', 'other'))
       UNION ALL
      SELECT 'network', to_jsonb(s.id), s.reference, s.amount_paise, s.paid_on::text
        FROM network_settlements s
       WHERE s.kind = 'payment' AND NOT EXISTS (SELECT 1 FROM bank_entries b WHERE b.settlement_id = s.id)
         AND NOT EXISTS (SELECT 1 FROM network_settlements r WHERE r.reverses = s.id)) unseen
     WHERE day BETWEEN ${first} AND ${last} ORDER BY day, what, id`)
  return rows.map((row) => ({ ...row, amount: parsePaise(row.amount) }))
}

export type BankEntry = typeof bankEntries.$inferSelect

export const listBankEntries = ({ from, before }: Period, { after, limit }: Page): Promise<BankEntry[]> =>
  db
    .select()
    .from(bankEntries)
    .where(
      and(
        from && gte(bankEntries.on_day, dayInIndia(from).date),
        before && lt(bankEntries.on_day, dayInIndia(before).date),
        continueBelow(bankEntries.id, after),
      ),
    )
    .orderBy(desc(bankEntries.id))
    .limit(limit)

type OtherAccountRefusal = Refused<'not-paid', { ids: number[] }> | Refused<'at-bank', { ids: number[] }>

/** Final; all or none. Uses the key of the statement entry, so that no payout can have both. */
export const recordOtherAccount = (
  ids: readonly number[],
  madeBy: string,
  within?: Tx,
): Promise<Done<{ noted: number[] }> | OtherAccountRefusal> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const rows = await tx
      .select({
        id: withdrawals.id,
        amount: withdrawals.amount_paise,
        status: withdrawals.status,
        seen: sql<string | null>`(SELECT b.kind FROM bank_entries b
          WHERE b.withdrawal_id = withdrawals.id AND b.kind IN ('withdrawal', 'other'))`,
      })
      .from(withdrawals)
      .where(inArray(withdrawals.id, [...ids]))
    const paid = rows.filter(({ status }) => status === 'paid' || status === 'returned')
    const unpaid = ids.filter((id) => !paid.some((row) => row.id === id))
    if (unpaid.length) return refused('not-paid', { ids: unpaid })
    const atBank = paid.filter(({ seen }) => seen === 'withdrawal').map(({ id }) => id)
    if (atBank.length) return refused('at-bank', { ids: atBank })
    const fresh = paid.filter(({ seen }) => seen === null)
    if (fresh.length)
      await tx.insert(bankEntries).values(
        fresh.map(({ id, amount }) => ({
          kind: 'other' as const,
          entry_key: `withdrawal:${id}`,
          on_day: dayInIndia(new Date()).date,
          amount_paise: -amount,
          withdrawal_id: id,
          made_by: madeBy,
        })),
      )
    return done({ noted: fresh.map(({ id }) => id) })
  }, within)
