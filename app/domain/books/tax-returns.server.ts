import { readSettings } from '~/domain/settings/settings.server'
import type { Reader } from '~/platform/db/client.server'
import { BYTE_ORDER_MARK, csvLine, sheetLine } from '~/platform/formats/csv'
import { formatPlain, paise, type Paise } from '~/platform/formats/money'
import { readExtent } from './month-checks.server'
import { readGst, readTdsEntries, type TdsEntry } from './months/figures.server'
import { listInvoiceRows, type InvoiceRow, type LeftOut } from './tax-returns'

export interface TdsReturnRow extends Omit<TdsEntry, 'credited' | 'tds'> {
  /** Null: the setting names none. */
  tan: string | null
  credited: Paise
  tds: Paise
}

export interface TaxReturns {
  invoices: InvoiceRow[]
  leftOut: LeftOut[]
  tds: TdsReturnRow[]
  /** By name. */
  files: { name: string; content: string }[]
}

/** The same rows as in gst.csv and tds.csv of the month; of an open month, as they are now. */
export async function makeTaxReturns(reader: Reader, month: string): Promise<TaxReturns> {
  const [extent, { NETWORK_GSTINS, NETWORK_TANS }] = await Promise.all([
    readExtent(reader, month),
    readSettings(reader),
  ])
  const [gst, entries] = await Promise.all([readGst(reader, extent), readTdsEntries(reader, extent)])
  const { invoices, leftOut } = listInvoiceRows(gst, month, NETWORK_GSTINS)
  const tans: ReadonlyMap<string, string> = NETWORK_TANS
  const tds = entries.map((entry) => ({
    ...entry,
    tan: tans.get(entry.network) ?? null,
    credited: paise(BigInt(entry.credited)),
    tds: paise(BigInt(entry.tds)),
  }))
  return {
    invoices,
    leftOut,
    tds,
    files: [
      { name: 'gstr1-b2b.csv', content: buildB2b(invoices) },
      { name: 'tds-26as.csv', content: BYTE_ORDER_MARK + buildTds(tds) },
    ],
  }
}

/** The worksheet 'b2b, sez, de' of the GSTR-1 template, version 2, of the Returns Offline Tool, which also imports it as CSV. Without a byte order mark: the tool compares the headings. */
const B2B_HEADS = [
  'GSTIN/UIN of Recipient',
  'Receiver Name',
  'Invoice Number',
  'Invoice date',
  'Invoice Value',
  'Place Of Supply',
  'Reverse Charge',
  'Applicable % of Tax Rate',
  'Invoice Type',
  'E-Commerce GSTIN',
  'Rate',
  'Taxable Value',
  'Cess Amount',
]

const MONTHS: Readonly<Record<string, string>> = {
  '01': 'Jan',
  '02': 'Feb',
  '03': 'Mar',
  '04': 'Apr',
  '05': 'May',
  '06': 'Jun',
  '07': 'Jul',
  '08': 'Aug',
  '09': 'Sep',
  '10': 'Oct',
  '11': 'Nov',
  '12': 'Dec',
}

/** '20-Oct-2026' */
function formatPortalDay(day: string): string {
  const [year, month = '', date] = day.split('-')
  return `${date}-${MONTHS[month]}-${year}`
}

const buildB2b = (rows: readonly InvoiceRow[]): string =>
  [
    B2B_HEADS,
    ...rows.map(({ gstin, number, day, place, rate, taxable, gst }) => [
      gstin,
      null,
      number,
      formatPortalDay(day),
      formatPlain(taxable + gst),
      place,
      'N',
      null,
      'Regular B2B',
      null,
      formatPlain(rate),
      formatPlain(taxable),
      null,
    ]),
  ]
    .map(csvLine)
    .join('')

/** For people, who open it in a spreadsheet. As Part A of Form 26AS names them; the section under which tax was withheld is not in the books. */
const TDS_HEADS = [
  'Name of the deductor',
  'TAN of the deductor',
  'Date of Payment/ Credit',
  'Amount paid/ credited',
  'Tax deducted',
  'Reference of the payment',
]

const buildTds = (rows: readonly TdsReturnRow[]): string =>
  [
    TDS_HEADS,
    ...rows.map(({ network, tan, day, credited, tds, reference }) => [
      network,
      tan,
      formatPortalDay(day),
      formatPlain(credited),
      formatPlain(tds),
      reference,
    ]),
  ]
    .map(sheetLine)
    .join('')
