/** The rows of a month that the portals of India's tax offices take; what the books do not hold is left out, with the reason. */
import { formatPlaceOfSupply } from '~/platform/formats/tax-ids'
import type { SettlementRow } from './months/figures.server'

export interface InvoiceRow {
  gstin: string
  number: string
  /** '2026-10-20' */
  day: string
  /** 'Maharashtra' with its code, by the GSTIN. */
  place: string
  /** In hundredths of a percent. */
  rate: bigint
  taxable: bigint
  gst: bigint
}

export type LeftOutReason =
  'no-invoice' | 'no-day' | 'unfit-number' | 'earlier' | 'no-gstin' | 'no-rate' | 'taken-back'

export interface LeftOut {
  network: string
  number: string | null
  day: string
  taxable: bigint
  gst: bigint
  why: LeftOutReason
}

/** The rates of GST, in hundredths of a percent; some are of the past, whose invoices can still be corrected. */
const RATES = [25n, 150n, 300n, 500n, 750n, 1200n, 1800n, 2800n, 4000n]

const WHOLE = 10_000n
const HALF_UP_TOLERANCE = 1n

const abs = (amount: bigint) => (amount < 0n ? -amount : amount)

/** Null: the tax is not that of one rate, or of several alike. */
export function findRate(taxable: bigint, gst: bigint): bigint | null {
  const fitting = RATES.filter((rate) => abs(gst * WHOLE - taxable * rate) <= HALF_UP_TOLERANCE * WHOLE)
  return fitting.length === 1 ? fitting[0]! : null
}

/** Numbers of invoices have at most 16 letters, digits, dashes and slashes (rule 46 of the CGST Rules). */
const INVOICE_NUMBER = /^[A-Za-z0-9/-]{1,16}$/

interface Group extends Omit<LeftOut, 'why'> {
  /** `day` is the invoice's, not that of a payment. */
  isOfInvoice: boolean
}

/** One for each invoice, with what cancels or reverses it; one for each payment whose invoice has no day. */
function groupRows(rows: readonly SettlementRow[]): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const { network, invoice: number, day } = row
    const isOfInvoice = row.basis === 'invoice' && number !== null
    const key = isOfInvoice ? `${network} ${number} ${day}` : `payment ${row.id}`
    const group = groups.get(key) ?? { network, number, day, isOfInvoice, taxable: 0n, gst: 0n }
    group.taxable += BigInt(row.commission)
    group.gst += BigInt(row.gst)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function findReason({ number, day, isOfInvoice, taxable, gst }: Group, month: string): LeftOutReason | null {
  if (!day.startsWith(`${month}-`)) return 'earlier'
  if (gst < 0n || taxable < 0n) return 'taken-back'
  if (number === null) return 'no-invoice'
  if (!isOfInvoice) return 'no-day'
  return INVOICE_NUMBER.test(number) ? null : 'unfit-number'
}

/** `rows`: of gst.csv. What was invoiced and cancelled in the month is in neither list. */
export function listInvoiceRows(
  rows: readonly SettlementRow[],
  month: string,
  gstins: ReadonlyMap<string, string>,
): { invoices: InvoiceRow[]; leftOut: LeftOut[] } {
  const invoices: InvoiceRow[] = []
  const leftOut: LeftOut[] = []
  for (const group of groupRows(rows)) {
    const { network, number, day, taxable, gst } = group
    if (gst === 0n && taxable === 0n) continue
    const gstin = gstins.get(network)
    const place = gstin === undefined ? null : formatPlaceOfSupply(gstin)
    const rate = findRate(taxable, gst)
    const why = findReason(group, month) ?? (rate === null ? 'no-rate' : place === null ? 'no-gstin' : null)
    if (why !== null || number === null || rate === null || gstin === undefined || place === null)
      leftOut.push({ network, number, day, taxable, gst, why: why ?? 'no-invoice' })
    else invoices.push({ gstin, number, day, place, rate, taxable, gst })
  }
  return { invoices, leftOut }
}
