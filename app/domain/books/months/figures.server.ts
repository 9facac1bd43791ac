import { sql, type SQL } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { listCloses, type Ends } from '../closed-months.server'
import { endOfMonth, firstDayOfMonth, nextMonth, findQuarter } from '~/platform/formats/months'

export interface Extent {
  month: string
  ends: Ends
}

export const selectTransfers = ({ month, ends }: Extent): SQL => sql`
  (SELECT * FROM ledger_transfers
    WHERE id <= ${ends.ledger_transfers}::bigint AND created_at < ${endOfMonth(month).toISOString()}::timestamptz)`

const selectBegin = ({ month }: Extent): SQL =>
  sql`${firstDayOfMonth(month)}::date::timestamp AT TIME ZONE 'Asia/Kolkata'`

const selectCorrections = ({ ends }: Extent): SQL => sql`
  (SELECT * FROM month_corrections WHERE id <= ${ends.month_corrections}::bigint)`

export type AccountSums = {
  code: string
  opening_debits: string
  opening_credits: string
  debits: string
  credits: string
  holders: number
}

export const readMonthSums = (reader: Reader, extent: Extent): Promise<AccountSums[]> =>
  reader.execute<AccountSums>(sql`
    SELECT code, sum(opening_debits)::text AS opening_debits, sum(opening_credits)::text AS opening_credits,
           sum(debits)::text AS debits, sum(credits)::text AS credits,
           count(*) FILTER (WHERE opening_debits + debits <> opening_credits + credits)::int AS holders
      FROM (
        SELECT a.code, a.id,
               coalesce(sum(amount) FILTER (WHERE is_debit AND is_before), 0) AS opening_debits,
               coalesce(sum(amount) FILTER (WHERE NOT is_debit AND is_before), 0) AS opening_credits,
               coalesce(sum(amount) FILTER (WHERE is_debit AND NOT is_before), 0) AS debits,
               coalesce(sum(amount) FILTER (WHERE NOT is_debit AND NOT is_before), 0) AS credits
          FROM (SELECT debit_account AS account, true AS is_debit, created_at < ${selectBegin(extent)} AS is_before, amount_paise AS amount
                  FROM ${selectTransfers(extent)} d
                 UNION ALL
                SELECT credit_account, false, created_at < ${selectBegin(extent)}, amount_paise FROM ${selectTransfers(extent)} c) moved
          JOIN ledger_accounts a ON a.id = moved.account
         GROUP BY a.code, a.id) accounts
     GROUP BY code`)

/** The debits of readMonthSums() in the month itself, which reads no earlier ones. */
export async function readMonthDebits(reader: Reader, extent: Extent): Promise<bigint> {
  const [row] = await reader.execute<{ debits: string }>(sql`
    SELECT coalesce(sum(amount_paise), 0)::text AS debits FROM ${selectTransfers(extent)} t
     WHERE created_at >= ${selectBegin(extent)}`)
  return BigInt(row!.debits)
}

export type SettlementRow = {
  /** Null: an invoice that was noted before its payment. */
  id: string | null
  network: string
  kind: string
  reference: string | null
  invoice: string | null
  basis: 'invoice' | 'payment'
  day: string
  commission: string
  gst: string
  tds: string
  corrects: string | null
}

const selectSettlements = (extent: Extent, day: SQL, from: string): SQL => sql`
  SELECT s.id::text AS id, s.network, s.kind, s.reference, s.invoice,
         CASE WHEN s.invoiced_on IS NULL THEN 'payment' ELSE 'invoice' END AS basis, ${day}::text AS day,
         s.settled_paise::text AS commission, s.gst_paise::text AS gst, s.tds_paise::text AS tds, m.month AS corrects
    FROM network_settlements s
    LEFT JOIN ${selectCorrections(extent)} m ON m.ref_type = 'settlement' AND m.ref_id = s.id
   WHERE s.id <= ${extent.ends.network_settlements}::bigint AND ${day} >= ${firstDayOfMonth(from)}::date
     AND ${day} < ${firstDayOfMonth(nextMonth(extent.month))}::date`

const gstDay = sql`coalesce(s.invoiced_on, s.paid_on)`
const BEGINNING = '0001-01'

const selectInvoices = ({ ends }: Extent): SQL => sql`
  (SELECT * FROM network_invoices WHERE id <= ${ends.network_invoices ?? '0'}::bigint)`

/** The GST of settlement `s` counts with an invoice that was noted before. */
const isNoted = (extent: Extent): SQL => sql`
  EXISTS (SELECT 1 FROM ${selectInvoices(extent)} i WHERE i.network = s.network AND i.number = s.invoice)`

export const readGst = (reader: Reader, extent: Extent): Promise<SettlementRow[]> => {
  const from = extent.ends.has_earlier_gst ? BEGINNING : extent.month
  return reader.execute<SettlementRow>(sql`
    SELECT * FROM (
      SELECT * FROM (${selectSettlements(extent, gstDay, from)} AND s.gst_paise <> 0 AND NOT ${isNoted(extent)}) settlements
       UNION ALL
      SELECT NULL, n.network, CASE WHEN n.cancels IS NULL THEN 'invoice' ELSE 'cancellation' END, NULL, n.number, 'invoice',
             n.invoiced_on::text, n.commission_paise::text, n.gst_paise::text, '0', NULL
        FROM ${selectInvoices(extent)} n
       WHERE n.invoiced_on >= ${firstDayOfMonth(from)}::date AND n.invoiced_on < ${firstDayOfMonth(nextMonth(extent.month))}::date) gst
     ORDER BY day, id::bigint, invoice, gst::bigint DESC`)
}

/** In paise: what makes the GST of all files up to a month that of the account at its end. */
export interface GstTie {
  files: bigint
  payable: bigint
  /** Of payments dated in closed months, posted after the end of this one. */
  postedLater: bigint
  /** Of invoices of later months, posted before. */
  datedLater: bigint
  /** Of noted invoices, less what payments that name them have posted. */
  notPaid: bigint
  /** Of months before the first close of an earlier release. */
  inNoFile: bigint
}

export async function readGstTie(reader: Reader, extent: Extent): Promise<GstTie> {
  const first = (await listCloses(reader))[0] ?? extent
  const since = firstDayOfMonth(first.ends.has_earlier_gst ? BEGINNING : first.month)
  const end = sql`${firstDayOfMonth(nextMonth(extent.month))}::date`
  const [row] = await reader.execute<
    Record<'files' | 'payable' | 'later' | 'dated' | 'unpaid' | 'none', string>
  >(sql`
    WITH gst AS (
      SELECT s.gst_paise AS amount, ${gstDay} AS day, ${isNoted(extent)} AS noted,
             EXISTS (SELECT 1 FROM ${selectTransfers(extent)} t WHERE t.ref_type = 'settlement' AND t.ref_id = s.id AND t.kind = 'gst') AS posted
        FROM network_settlements s WHERE s.id <= ${extent.ends.network_settlements}::bigint AND s.gst_paise <> 0),
    invoices AS (
      SELECT coalesce(sum(gst_paise) FILTER (WHERE invoiced_on >= ${since}::date), 0) AS filed, coalesce(sum(gst_paise), 0) AS noted
        FROM ${selectInvoices(extent)} n WHERE invoiced_on < ${end})
    SELECT coalesce(sum(amount) FILTER (WHERE NOT noted AND day < ${end} AND day >= ${since}::date), 0) + (SELECT filed FROM invoices) AS files,
           coalesce(sum(amount) FILTER (WHERE NOT noted AND day < ${end} AND NOT posted), 0) AS later,
           coalesce(sum(amount) FILTER (WHERE NOT noted AND day >= ${end} AND posted), 0) AS dated,
           (SELECT i.noted FROM invoices i) - coalesce(sum(amount) FILTER (WHERE noted AND posted), 0) AS unpaid,
           coalesce(sum(amount) FILTER (WHERE NOT noted AND day < ${since}::date), 0) + (SELECT i.noted - i.filed FROM invoices i) AS none,
           (SELECT coalesce(sum(CASE WHEN a.id = t.credit_account THEN t.amount_paise ELSE -t.amount_paise END), 0)
              FROM ${selectTransfers(extent)} t JOIN ledger_accounts a ON a.id IN (t.credit_account, t.debit_account) AND a.code = 'gst_payable') AS payable
      FROM gst`)
  const { files, payable, later, dated, unpaid, none } = row!
  return {
    files: BigInt(files),
    payable: BigInt(payable),
    postedLater: BigInt(later),
    datedLater: BigInt(dated),
    notPaid: BigInt(unpaid),
    inNoFile: BigInt(none),
  }
}

export type TdsRow = { network: string; month: string; quarter: string }

export const readTds = (reader: Reader, extent: Extent): Promise<TdsRow[]> =>
  reader.execute<TdsRow>(sql`
    SELECT network, coalesce(sum(tds::bigint) FILTER (WHERE day >= ${firstDayOfMonth(extent.month)}), 0)::text AS month,
           sum(tds::bigint)::text AS quarter
      FROM (${selectSettlements(extent, sql`s.paid_on`, findQuarter(extent.month).firstMonth)}) s
     GROUP BY network HAVING bool_or(tds <> '0') ORDER BY network COLLATE "C"`)

export type TdsEntry = {
  network: string
  day: string
  reference: string | null
  credited: string
  tds: string
}

/** Each payment of the quarter so far from which a network withheld tax, and what took such a payment back. */
export const readTdsEntries = (reader: Reader, extent: Extent): Promise<TdsEntry[]> =>
  reader.execute<TdsEntry>(sql`
    SELECT network, day, reference, commission AS credited, tds
      FROM (${selectSettlements(extent, sql`s.paid_on`, findQuarter(extent.month).firstMonth)}) s
     WHERE tds <> '0' ORDER BY network COLLATE "C", day, id::bigint`)

export type VoucherRow = {
  day: string
  kind: string
  debit: string
  credit: string
  amount: string
  entries: number
  settlement: string | null
  corrects: string | null
}

export const readVouchers = (reader: Reader, extent: Extent): Promise<VoucherRow[]> =>
  reader.execute<VoucherRow>(sql`
    SELECT (t.created_at AT TIME ZONE 'Asia/Kolkata')::date::text AS day, t.kind, d.code AS debit, c.code AS credit,
           sum(t.amount_paise)::text AS amount, count(*)::int AS entries,
           s.network || ' ' || s.kind || coalesce(' ' || s.reference, '') || coalesce(', invoice ' || s.invoice, '') AS settlement,
           m.month AS corrects
      FROM ${selectTransfers(extent)} t
      JOIN ledger_accounts d ON d.id = t.debit_account
      JOIN ledger_accounts c ON c.id = t.credit_account
      LEFT JOIN network_settlements s ON t.ref_type = 'settlement' AND s.id = t.ref_id
      LEFT JOIN ${selectCorrections(extent)} m ON m.ref_type = t.ref_type AND m.ref_id = t.ref_id
     WHERE t.created_at >= ${selectBegin(extent)} AND 'pending_contra' NOT IN (d.code, c.code)
     GROUP BY 1, 2, 3, 4, s.id, s.network, s.kind, s.reference, s.invoice, m.month
     ORDER BY 1, min(t.id)`)
