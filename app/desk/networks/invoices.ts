import { NETWORK_NAMES } from '~/platform/config/networks'
import { db } from '~/platform/db/client.server'
import { TYPED } from '~/platform/formats/amounts'
import { formatPlain, formatRupees } from '~/platform/formats/money'
import {
  cancelInvoice as cancel,
  listInvoices,
  noteInvoice,
  type ListedInvoice,
} from '~/domain/books/invoices.server'
import { noteChange } from '../changed'
import { describeColumns, describeData } from '../columns'
import { defineChange, defineList } from '../define'
import * as field from '../fields'
import { explainNotFound } from '../lookups.server'
import { readFilter } from '../lookups.server'
import { RefusalError, requireDone } from '../refusal'
import { pastDay, reference } from './paid'
import { network, reason } from './posting'
import { see } from '../operation'

export const invoice = defineChange({
  name: 'networks invoice',
  title: 'Note an invoice to a network',
  summary: 'note an invoice before it is paid: its GST counts in the month of its day',
  role: 'finance',
  input: {
    network,
    invoice: reference('the number of the invoice'),
    date: pastDay('the day of the invoice'),
    commission: field.money('its commission, without GST', { format: TYPED }),
    gst: field.money('its GST', { format: TYPED }),
  },
  help: 'No money moves. The payment is posted when it comes, with the number of the invoice, in one part or several.',
  examples: [
    'networks invoice impact --invoice DD-7 --date 2026-11-20 --commission 10000 --gst 1800 --dry-run',
    'networks invoice impact --invoice DD-7 --date 2026-11-20 --commission 10000 --gst 1800',
  ],
  async run({ network: of, invoice: number, date, commission, gst }, { by }, tx) {
    const facts = { network: of, number, invoicedOn: date, commission, gst, madeBy: by }
    const { id, isRepeat } = requireDone(await noteInvoice(facts, tx), 'invoice', {
      noted: ({ id: earlier }) => ({
        text: `${number} is invoice ${earlier} already, with other facts. Cancelling takes it back.`,
        next: [see('networks cancel-invoice', { id: earlier })],
      }),
      paid: ({ settlement }) => ({
        text: `Settlement ${settlement} names ${number}, and its GST counts with that payment.`,
        next: [see('networks payments')],
      }),
      'closed-day': ({ firstOpen }) =>
        new RefusalError(
          `${date} is in a closed month: the first open day is ${firstOpen}. Note it with that day.`,
          'date',
        ),
      'open-month': '',
    })
    return {
      effect: isRepeat
        ? `Notes nothing: ${number} is invoice ${id} already`
        : `Notes ${number} to ${of} of ${date}: ${formatRupees(commission)} and ${formatRupees(gst)} GST`,
      facts: [
        { name: 'id', kind: 'id', value: id, isAssigned: true },
        ...describeData('yes', { repeat: isRepeat }),
      ],
      changed: isRepeat ? [] : [noteChange(`invoice ${number} to ${of}`, 'gst', null, formatPlain(gst))],
    }
  },
})

export const cancelInvoice = defineChange({
  name: 'networks cancel-invoice',
  title: 'Cancel a noted invoice',
  summary:
    'take back the note of an invoice; its GST is taken out on its day, or today if that month is closed',
  role: 'finance',
  input: { id: field.id('its number in the list of invoices', { place: 'argument' }), reason },
  async run({ id, reason: why }, { by }, tx) {
    const {
      id: cancelledBy,
      invoice: { number, network: of, gst_paise },
      day,
    } = requireDone(await cancel(id, { reason: why, madeBy: by }, tx), 'id', {
      unknown: explainNotFound(`invoice ${id}`, 'networks invoices'),
      cancelled: `Invoice ${id} is cancelled already.`,
      paid: ({ paid }) => ({
        text: `Payments have ${formatRupees(paid)} of its GST: reverse those first.`,
        next: [see('networks payments')],
      }),
    })
    return {
      effect: `Cancels ${number} to ${of} on ${day}: ${formatRupees(gst_paise)} GST`,
      facts: [{ name: 'cancelled_by', kind: 'id', value: cancelledBy, isAssigned: true }],
      changed: [noteChange(`invoice ${number} to ${of}`, 'gst', formatPlain(gst_paise), null)],
    }
  },
})

function describeState({ cancels, cancelledBy, paid, gst_paise }: ListedInvoice): string {
  if (cancels !== null) return `cancels ${cancels}`
  if (cancelledBy !== null) return 'cancelled'
  return paid >= gst_paise ? 'paid' : 'open'
}

const line = describeColumns<ListedInvoice>()

export const invoices = defineList({
  name: 'networks invoices',
  title: 'Invoices to networks',
  summary: 'invoices that were noted before their payment, newest first',
  role: 'finance',
  input: {
    network: field.choice('only those to one network', NETWORK_NAMES).optional(),
    ...field.days('of a day'),
  },
  one: 'invoice',
  none: 'No invoice was noted.',
  starts: [see('networks invoice')],
  columns: [
    ...line.own('id', 'network'),
    line.text('invoice', ({ number }) => number, { width: 24 }),
    line.day('invoiced_on', { title: 'day' }),
    line.amount('commission', ({ commission_paise }) => commission_paise),
    line.amount('gst', ({ gst_paise }) => gst_paise),
    line.amount('gst_paid', ({ paid }) => paid, { title: 'paid' }),
    line.state('state', describeState),
    line.text('reason', { only: 'screen', width: 40 }),
    ...line.data('reason', 'made_by', 'created_at'),
  ],
  read: async (filter, page) => listInvoices(db, await readFilter(filter), page),
  key: ({ id }) => id,
})
