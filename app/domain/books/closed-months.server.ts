import { asc, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { monthCorrections, periodCloses } from '~/platform/db/schema/periods'
import { refused, type Refused } from '~/platform/outcome'
import { firstDayOfMonth, nextMonth } from '~/platform/formats/months'

export type PeriodStep = typeof periodCloses.$inferSelect

export const CLOSED_TABLES = [
  'ledger_transfers',
  'network_settlements',
  'network_settlement_items',
  'bank_entries',
  'month_corrections',
  'network_invoices',
] as const

/** The highest ids at the close: the files of the month count no later row. */
export type Ends = Record<Exclude<(typeof CLOSED_TABLES)[number], 'network_invoices'>, string> & {
  /** Closes of earlier releases have none. */
  network_invoices?: string
  /** Of a first close: its gst.csv begins with the first payment. First closes of earlier releases have only their month. */
  has_earlier_gst?: boolean
  /** References and invoices in its gst.csv are kept as texts in a spreadsheet; not in closes of earlier releases. */
  keeps_ids?: boolean
  /** Its CSV files begin with a byte order mark; not in closes of earlier releases. */
  has_marks?: boolean
}

export interface Close {
  month: string
  ends: Ends
  sha256: string
}

export async function listCloses(reader: Reader): Promise<Close[]> {
  const steps = await reader.select().from(periodCloses).orderBy(asc(periodCloses.id))
  const closes = new Map<string, Close>()
  for (const { month, step, ends, sha256 } of steps) {
    if (step === 'closed') closes.set(month, { month, ends: ends as Ends, sha256: sha256! })
    if (step === 'reopened') closes.delete(month)
  }
  return [...closes.values()].sort((a, b) => (a.month < b.month ? -1 : 1))
}

export async function findFirstOpenDay(reader: Reader): Promise<string | null> {
  const last = (await listCloses(reader)).at(-1)
  return last ? firstDayOfMonth(nextMonth(last.month)) : null
}

export type DayRefusal =
  Refused<'closed-day', { day: string; firstOpen: string }> | Refused<'open-month', { month: string }>

/** Refuses closed days. `forMonth`: the closed month that a posting corrects. The caller holds lockSettlements(). */
export async function checkPostingDays(
  reader: Reader,
  days: readonly string[],
  forMonth?: string,
): Promise<DayRefusal | null> {
  const firstOpen = (await findFirstOpenDay(reader)) ?? ''
  const day = days.find((one) => one < firstOpen)
  if (day !== undefined) return refused('closed-day', { day, firstOpen })
  const isOpen = forMonth !== undefined && firstDayOfMonth(forMonth) >= firstOpen
  return isOpen ? refused('open-month', { month: forMonth }) : null
}

type Ref = Pick<typeof monthCorrections.$inferInsert, 'ref_type' | 'ref_id'>

export async function recordCorrection(tx: Tx, month: string | undefined, subject: Ref): Promise<void> {
  if (month !== undefined) await tx.insert(monthCorrections).values({ month, ...subject })
}

/** SQL: the month that transfer `t` corrects, or NULL. */
export const CORRECTED = sql.raw(
  '(SELECT m.month FROM month_corrections m WHERE m.ref_type = t.ref_type AND m.ref_id = t.ref_id)',
)
