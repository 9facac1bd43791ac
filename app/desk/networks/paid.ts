import { TYPED } from '~/platform/formats/amounts'
import { hasControlCharacters } from '~/platform/formats/characters'
import { dayInIndia } from '~/platform/formats/dates'
import { formatRupees, paise, zero } from '~/platform/formats/money'
import { referenceKey } from '~/platform/formats/reference-key'
import type { InvoiceLine, NewNetworkPayment, Posting } from '~/domain/books/network-payments'
import { postNetworkPayment } from '~/domain/books/network-payments.server'
import { forMonth, DAY_REFUSALS } from '../closed-days'
import { defineChange } from '../define'
import { makeField } from '../field'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { listIf, see, type Remark } from '../operation'
import { refuseFor, RefusalError, requireDone } from '../refusal'
import { excludes, needs } from '../relations'
import { refuseLines } from '../table-files'
import { columns, describePosting, explainLine, explainMisfit, network, readInvoice } from './posting'

const amount = (description: string) => field.money(description, { format: TYPED, allowZero: true })

export const pastDay = (description: string) =>
  makeField(
    'day',
    description,
    `It must be a day that has begun: ${field.DAY}.`,
    (typed) => {
      const day = field.parseDay(typed)
      return day && day.getTime() <= Date.now() ? dayInIndia(day).date : undefined
    },
    { placeholder: 'day', whenTyped: field.DAY },
  )

export const reference = (description: string) =>
  makeField(
    'text',
    description,
    'It must have letters or digits, and at most 200 characters.',
    (typed) => {
      const trimmed = typed.trim()
      return trimmed.length <= 200 && !hasControlCharacters(trimmed) && referenceKey(trimmed)
        ? trimmed
        : undefined
    },
    { placeholder: 'reference' },
  )

export const postPayment = defineChange({
  name: 'networks paid',
  title: 'Post a network’s payment',
  summary: 'post a network’s payment against the commission that it owes',
  role: 'finance',
  confirm: 'money',
  input: {
    network,
    file: field.file('the invoice that it pays, in CSV', { place: 'argument' }).optional(),
    amount: amount('amount credited at the bank'),
    tds: amount('the tax that the network withheld (default: none)').optional(),
    gst: amount('the GST in it, on top of the commission (default: by GST_RATE)').optional(),
    utr: reference('the reference of the payment'),
    date: pastDay('value date'),
    invoice: field.text('the number of the invoice; GST of one that was noted counts on its day').optional(),
    invoicedOn: pastDay(
      'the date of the invoice: its GST counts in that month (default: the value date)',
    ).optional(),
    ...field.days('settle sales first reported'),
    forMonth,
    columns,
    onAccount: field.yes('record unallocated amounts as an advance of the network'),
  },
  relations: [excludes('file', 'from', 'to'), needs('invoicedOn', 'invoice')],
  help: `With a file it settles the sales that the file lists, by their amounts; without one the oldest sales that are open. What it does
not reach stays open. The same reference again posts nothing.`,
  examples: [
    'networks paid impact october.csv --amount 11600 --tds 200 --utr N3241178 --date 2026-11-21 --dry-run',
    'networks paid impact october.csv --amount 11600 --tds 200 --utr N3241178 --date 2026-11-21 --yes',
  ],
  async run({ network: of, file, utr, date, from, to, columns: headings, tds = zero, ...facts }, { by }, tx) {
    const payment: NewNetworkPayment = {
      ...facts,
      network: of,
      reference: utr,
      paidOn: date,
      tds,
      invoice: facts.invoice ?? null,
      lines: file ? await readInvoice(of, file, headings) : null,
      period: await readFilter({ from, to }),
      madeBy: by,
    }
    const answer = requireDone(await postNetworkPayment(payment, tx), null, {
      'reference-used': ({ settlementId }) =>
        new RefusalError(
          `${utr} is settlement ${settlementId}, with other facts. Reversing takes it back.`,
          'utr',
          { next: [see('networks payments'), see('networks reverse', { settlement: settlementId! })] },
        ),
      'unfit-days': ({ unfit }) => refuseFor(unfit!, null, DAY_REFUSALS),
      'invoice-day': ({ invoice }) =>
        new RefusalError(
          `${invoice!.number} is noted with the day ${invoice!.invoiced_on}: give no other one.`,
          'invoicedOn',
        ),
      'invoice-cancelled': ({ invoice }) =>
        new RefusalError(`${invoice!.number} was cancelled: note it again, or name no invoice.`, 'invoice', {
          next: [see('networks invoice', { network: of, invoice: invoice!.number })],
        }),
      'invoice-gst': ({ invoice }) =>
        new RefusalError(
          `${formatRupees(paise(invoice!.gst_paise - invoice!.paid))} of the GST of ${invoice!.number} is not paid yet, and no more can be. If the invoice has more, cancel it and note it again.`,
          'gst',
          { next: [see('networks cancel-invoice', { id: invoice!.id })] },
        ),
      'nothing-settled': 'After GST no commission remains.',
      lines: ({ lines }) => refuseLines(lines!.map(explainLine)),
      'more-than-open': ({ settled, open }) => ({
        text: `It settles ${formatRupees(settled!)} of commission, and ${formatRupees(open!)} is open. The statement shows what differs; the rest may be kept as an advance.`,
        fields: ['onAccount'],
        next: [see('networks statement', { network: of })],
      }),
    })
    return {
      ...describePosting(of, answer),
      effect: answer.repeat
        ? `Posts nothing: ${utr} is settlement ${answer.id} already`
        : describeEffect(payment, answer),
      notes: answer.repeat ? [] : describeRest(payment.lines, answer),
    }
  },
})

const describeEffect = (
  { network: of, reference: utr, amount: at, tds }: NewNetworkPayment,
  { settled }: Posting,
) =>
  `Posts ${utr} of ${of}, ${formatRupees(at)} at the bank, ${formatRupees(tds)} TDS, less ${formatRupees(at + tds - settled)} GST: ${formatRupees(settled)} of commission`

function describeRest(
  invoice: readonly InvoiceLine[] | null,
  { id, settled, advance, misfits }: Posting,
): Remark[] {
  const unknown = new Set(misfits.flatMap(({ line, reason }) => (reason === 'unknown' ? [line] : [])))
  const known = invoice?.filter(({ line }) => !unknown.has(line)) ?? []
  const invoiced = known.reduce((total, { commission }) => total + commission, 0n)
  const left = invoiced - (settled - advance)
  return [
    ...misfits.map(explainMisfit),
    ...listIf(
      left > 0n,
      `The invoice has ${formatRupees(invoiced)}${unknown.size ? ' of sales that we know' : ''}: ${formatRupees(left)} of it stays open.`,
    ),
    ...listIf(advance > 0n, {
      text: `${formatRupees(advance)} fits no sale and is an advance: settle sales with it.`,
      next: [see('networks allocate', { settlement: id })],
    }),
  ]
}
