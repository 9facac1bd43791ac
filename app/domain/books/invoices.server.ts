import { eq, sql, type SQL } from 'drizzle-orm'
import { inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import type { Page, Period } from '~/platform/db/period.server'
import { networkInvoices } from '~/platform/db/schema/settlements'
import { dayInIndia } from '~/platform/formats/dates'
import { readRowId } from '~/platform/formats/ids'
import { paise, type Paise } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { findFirstOpenDay, checkPostingDays, type DayRefusal } from './closed-months.server'
import { referenceKey } from '~/platform/formats/reference-key'
import { lockSettlements } from './settlements.server'

export interface ListedInvoice {
  id: number
  network: string
  number: string
  invoiced_on: string
  commission_paise: bigint
  gst_paise: bigint
  /** The GST in payments that name it, less reversed ones; 0 if it was cancelled. */
  paid: Paise
  cancels: number | null
  cancelledBy: number | null
  reason: string | null
  made_by: string
  created_at: Date
}

async function selectInvoices(reader: Reader, where: SQL, limit: number): Promise<ListedInvoice[]> {
  // Columns of the outer table are written out, because drizzle leaves their table out.
  const rows = await reader
    .select({
      row: networkInvoices,
      cancelledBy: sql<
        string | null
      >`(SELECT c.id FROM network_invoices c WHERE c.cancels = network_invoices.id)`,
      paid: sql<string>`(SELECT coalesce(sum(s.gst_paise), 0) FROM network_settlements s
         WHERE s.network = network_invoices.network AND s.invoice = network_invoices.number)`,
    })
    .from(networkInvoices)
    .where(where)
    .orderBy(sql`${networkInvoices.id} DESC`)
    .limit(limit)
  return rows.map(({ row, cancelledBy, paid }) => ({
    ...row,
    paid: paise(row.cancels === null && cancelledBy === null ? BigInt(paid) : 0n),
    cancelledBy: cancelledBy === null ? null : readRowId(cancelledBy),
  }))
}

/** By the day of the invoice, newest first. */
export const listInvoices = (
  reader: Reader,
  { network, from, before }: Period & { network?: string | undefined },
  { after, limit }: Page,
): Promise<ListedInvoice[]> =>
  selectInvoices(
    reader,
    sql`(${network ?? null}::text IS NULL OR ${networkInvoices.network} = ${network ?? null})
      AND (${after ?? null}::bigint IS NULL OR ${networkInvoices.id} < ${after ?? null})
      AND ${networkInvoices.invoiced_on} >= ${from ? dayInIndia(from).date : '-infinity'}::date
      AND ${networkInvoices.invoiced_on} < ${before ? dayInIndia(before).date : 'infinity'}::date`,
    limit,
  )

/** The newest note of this number, compared by letters and digits; it may be cancelled. The caller holds lockSettlements(). */
export async function findInvoice(
  tx: Tx,
  network: string,
  number: string,
): Promise<ListedInvoice | undefined> {
  const isNote = sql`${networkInvoices.network} = ${network} AND ${networkInvoices.cancels} IS NULL`
  const key = sql`utr_key_of(${networkInvoices.number}) = ${referenceKey(number)}`
  return (await selectInvoices(tx, sql`${isNote} AND ${key}`, 1))[0]
}

interface NewInvoice {
  network: string
  /** With letters or digits. */
  number: string
  invoicedOn: string
  /** Without GST. */
  commission: Paise
  gst: Paise
  madeBy: string
}

type NoteRefusal = Refused<'noted', { id: number }> | Refused<'paid', { settlement: number }> | DayRefusal

/**
 * The GST of the invoice counts in the month of its day. Not after a payment with its number: the GST of that one counts by
 * itself. Repeating it with the same facts changes nothing.
 */
export const noteInvoice = (
  { network, number, invoicedOn, commission, gst, madeBy }: NewInvoice,
  within?: Tx,
): Promise<Done<{ id: number; isRepeat: boolean }> | NoteRefusal> =>
  inTransaction(async (tx) => {
    await lockSettlements(tx)
    const earlier = await findInvoice(tx, network, number)
    if (earlier && earlier.cancelledBy === null) {
      const { id, invoiced_on, commission_paise, gst_paise } = earlier
      const isSame = invoiced_on === invoicedOn && commission_paise === commission && gst_paise === gst
      return isSame ? done({ id, isRepeat: true }) : refused('noted', { id })
    }
    const [payment] = await tx.execute<{ id: string }>(sql`
      SELECT s.id FROM network_settlements s
       WHERE s.network = ${network} AND utr_key_of(s.invoice) = ${referenceKey(number)}
         AND NOT EXISTS (SELECT 1 FROM network_invoices i WHERE i.network = s.network AND i.number = s.invoice)
       ORDER BY s.id LIMIT 1`)
    if (payment) return refused('paid', { settlement: readRowId(payment.id) })
    const unfit = await checkPostingDays(tx, [invoicedOn])
    if (unfit) return unfit
    const facts = { commission_paise: commission, gst_paise: gst, made_by: madeBy }
    const [row] = await tx
      .insert(networkInvoices)
      .values({ network, number, invoiced_on: invoicedOn, ...facts })
      .returning()
    return done({ id: row!.id, isRepeat: false })
  }, within)

type CancelRefusal = Refused<'unknown' | 'cancelled'> | Refused<'paid', { paid: Paise }>

/** On the invoice's own day, or today if that is in a closed month. */
export const cancelInvoice = (
  id: number,
  { reason, madeBy }: { reason: string; madeBy: string },
  within?: Tx,
): Promise<Done<{ id: number; invoice: ListedInvoice; day: string }> | CancelRefusal> =>
  inTransaction(async (tx) => {
    await lockSettlements(tx)
    const [invoice] = await selectInvoices(tx, eq(networkInvoices.id, id), 1)
    if (!invoice || invoice.cancels !== null) return refused('unknown')
    if (invoice.cancelledBy !== null) return refused('cancelled')
    if (invoice.paid !== 0n) return refused('paid', { paid: invoice.paid })
    const isClosed = invoice.invoiced_on < ((await findFirstOpenDay(tx)) ?? '')
    const day = isClosed ? dayInIndia(new Date()).date : invoice.invoiced_on
    const [row] = await tx
      .insert(networkInvoices)
      .values({
        network: invoice.network,
        number: invoice.number,
        invoiced_on: day,
        commission_paise: -invoice.commission_paise,
        gst_paise: -invoice.gst_paise,
        cancels: id,
        reason,
        made_by: madeBy,
      })
      .returning()
    return done({ id: row!.id, invoice, day })
  }, within)
