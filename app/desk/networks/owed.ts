import { NETWORK_NAMES } from '~/platform/config/networks'
import { db } from '~/platform/db/client.server'
import { formatDate } from '~/platform/formats/dates'
import { listSettlements, type ListedSettlement } from '~/domain/books/list-settlements.server'
import {
  listOpenSales,
  readReceivables,
  type OpenSale,
  type Receivable,
} from '~/domain/books/open-commission.server'
import { describeColumns } from '../columns'
import { defineList } from '../define'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { network } from './posting'
import { see } from '../operation'

const debtor = describeColumns<Receivable>()

export const owed = defineList({
  name: 'networks owed',
  title: 'What networks owe',
  summary: 'what networks owe us by the age of the sales',
  role: 'finance',
  one: 'network',
  none: 'No network owes anything.',
  starts: [see('networks payments')],
  columns: [
    debtor.text('network'),
    debtor.count('sales'),
    debtor.amount('up_to_30_days', ({ ages }) => ages[0], { title: 'to 30 days' }),
    debtor.amount('up_to_60_days', ({ ages }) => ages[1], { title: 'to 60' }),
    debtor.amount('up_to_90_days', ({ ages }) => ages[2], { title: 'to 90' }),
    debtor.amount('older', ({ ages }) => ages[3]),
    debtor.amount('open'),
    debtor.amount('advance'),
  ],
  read: () => readReceivables(db, new Date()),
})

const saleColumn = describeColumns<OpenSale>()

export const openSales = defineList({
  name: 'networks open-sales',
  title: 'Open sales of a network',
  summary: 'the sales of one network that it has not paid, the oldest first',
  role: 'finance',
  input: { network, ...field.days('first reported') },
  one: 'sale',
  none: 'Nothing is open of this network.',
  columns: [
    saleColumn.sale('sale', ({ id }) => id),
    saleColumn.text('external_id', ({ externalId }) => externalId, { title: 'their id', width: 32 }),
    saleColumn.state('status'),
    saleColumn.time('reported_at', ({ reportedAt }) => reportedAt, {
      title: 'reported',
      screen: ({ reportedAt }) => formatDate(reportedAt),
    }),
    saleColumn.amount('commission', ({ booked }) => booked),
    saleColumn.amount('settled'),
    saleColumn.amount('open'),
  ],
  read: async (filter, page) => listOpenSales(db, { ...(await readFilter(filter)), ...page }),
  key: ({ id }) => id,
})

const settlement = describeColumns<ListedSettlement>()

export const payments = defineList({
  name: 'networks payments',
  title: 'Payments of networks',
  summary: 'payments of networks and write-offs, newest first',
  role: 'finance',
  input: {
    network: field.choice('only those of one network', NETWORK_NAMES).optional(),
    ...field.days('at the bank'),
  },
  one: 'settlement',
  starts: [see('networks paid')],
  columns: [
    ...settlement.own('id', 'network'),
    settlement.state('kind', {
      screen: ({ kind, reverses }) => (reverses === null ? kind : `${kind} of ${reverses}`),
    }),
    settlement.day('paid_on', { title: 'day' }),
    settlement.text('reference', { width: 24 }),
    settlement.text('invoice', { width: 16 }),
    settlement.amount('amount', { title: 'bank' }),
    settlement.amount('tds'),
    settlement.amount('gst'),
    settlement.amount('settled'),
    settlement.count('sales'),
    settlement.amount('advance', { screen: ({ advance }) => advance || null }),
    settlement.text(
      'note',
      ({ reason, reversedBy }) => (reversedBy === null ? reason : `reversed by ${reversedBy}`),
      { only: 'screen', width: 40 },
    ),
    ...settlement.data('reverses'),
    settlement.id('reversed_by', ({ reversedBy }) => reversedBy, { only: 'data' }),
    ...settlement.data('reason', 'made_by', 'created_at'),
  ],
  read: async (filter, page) => listSettlements(await readFilter(filter), page),
  key: ({ id }) => id,
})
