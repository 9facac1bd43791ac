import type { InvoiceRow, LeftOut, LeftOutReason } from '~/domain/books/tax-returns'
import { makeTaxReturns, type TdsReturnRow } from '~/domain/books/tax-returns.server'
import { db } from '~/platform/db/client.server'
import { formatCount } from '~/platform/formats/count'
import { findQuarter, monthNow } from '~/platform/formats/months'
import { formatPercent, formatRupees, paise } from '~/platform/formats/money'
import { month as monthField } from '../closed-days'
import { describeColumns, describeRows } from '../columns'
import { defineJob } from '../define'
import { listIf, see } from '../operation'
import { RefusalError } from '../refusal'

const WHY: Record<LeftOutReason, string> = {
  'no-invoice': 'no number of an invoice was posted with the payment',
  'no-day': 'the day of its invoice is not recorded',
  'unfit-number': 'the portal takes numbers of at most 16 letters, digits, dashes and slashes',
  earlier: 'its day is in an earlier month',
  'no-gstin': 'NETWORK_GSTINS names no GSTIN of the network; without one it is another table',
  'no-rate': 'its GST is not that of one rate',
  'taken-back':
    'it takes back what was invoiced or paid before: a credit note, of which the books have no number',
}

const invoice = describeColumns<InvoiceRow>()
const INVOICE_COLUMNS = [
  invoice.text('number', { title: 'invoice' }),
  invoice.text('day'),
  invoice.text('gstin', { title: 'GSTIN' }),
  invoice.text('place', { title: 'place of supply' }),
  invoice.rate('rate', ({ rate }) => formatPercent(rate)),
  invoice.money('taxable', ({ taxable }) => taxable),
  invoice.money('gst', ({ gst }) => gst, { title: 'GST' }),
]

const out = describeColumns<LeftOut>()
const OUT_COLUMNS = [
  out.text('network'),
  out.text('number', { title: 'invoice' }),
  out.text('day'),
  out.money('taxable', ({ taxable }) => taxable),
  out.money('gst', ({ gst }) => gst, { title: 'GST' }),
  out.text('why', ({ why }) => WHY[why], { width: 90 }),
]

const tds = describeColumns<TdsReturnRow>()
const TDS_COLUMNS = [
  tds.text('network'),
  tds.text('tan', { title: 'TAN' }),
  tds.text('day'),
  tds.money('credited', ({ credited }) => credited, { title: 'commission' }),
  tds.money('tds', ({ tds }) => tds, { title: 'TDS' }),
  tds.text('reference'),
]

export const returns = defineJob({
  name: 'books returns',
  title: 'Make the files for GST and TDS',
  summary:
    'the invoices of a month as the GST portal takes them, and the TDS of its quarter as Form 26AS has it',
  role: 'finance',
  makes: 'files for the tax offices',
  makesFolder: true,
  input: { month: monthField('in India', { place: 'argument' }) },
  async run({ month }) {
    if (month > monthNow()) throw new RefusalError(`${month} has not begun.`, 'month')
    const { invoices, leftOut, tds: entries, files } = await makeTaxReturns(db, month)
    const gst = paise(invoices.reduce((sum, row) => sum + row.gst, 0n))
    const { name, year } = findQuarter(month)
    return {
      effect: `Writes ${formatCount(invoices.length, 'invoice')} of ${month}, GST ${formatRupees(gst)}, and ${formatCount(entries.length, 'payment')} with TDS of ${name} ${year} so far`,
      tables: [
        describeRows('invoices', INVOICE_COLUMNS, invoices, {
          title: 'For the GST portal: GSTR-1, table 4A (B2B)',
        }),
        describeRows('left_out', OUT_COLUMNS, leftOut, { title: 'Left out: enter these yourself' }),
        describeRows('tds', TDS_COLUMNS, entries, {
          title: `TDS of ${name} ${year} so far, to compare with Form 26AS`,
        }),
      ],
      notes: [
        'The file of invoices has the columns of the sheet ‘b2b, sez, de’ of the Returns Offline Tool, which imports it. The portal adds the names; HSN summary, documents issued and exports are not in the books. Change the type of invoices to a network in a special economic zone.',
        'The networks withhold the tax and file Form 26Q; the shop withholds none. The other file is for the comparison with Form 26AS.',
        ...listIf(leftOut.some(({ why }) => why === 'no-gstin') || entries.some(({ tan }) => tan === null), {
          text: 'An owner can set the numbers of the networks, and the files can then be made again:',
          next: [
            see('settings set', { name: 'NETWORK_GSTINS' }),
            see('settings set', { name: 'NETWORK_TANS' }),
          ],
        }),
      ],
      files,
      folder: `returns-${month}`,
    }
  },
})
