import { z } from 'zod/v4'
import { db } from '~/db/client.server'
import { formatDate } from '~/formats/dates'
import { NETWORK_NAMES } from '~/config/networks'
import { listSettlements, type ListedSettlement } from '~/wallet/settlement/list-settlements.server'
import {
  listOpenSales,
  readReceivables,
  type OpenSale,
  type Owed,
} from '~/wallet/settlement/open-commission.server'
import { describeColumns } from '../columns'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { noInput, operation } from '../operation'
import { inOrder } from '../relations'
import { network } from './posting'

const debtor = describeColumns<Owed>()

export const owed = operation({
  name: 'networks owed',
  title: 'What networks owe',
  summary: 'what networks owe us by the age of the sales',
  role: 'finance',
  kind: 'list',
  input: noInput,
  one: 'network',
  none: 'No network owes anything.',
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

const sale = describeColumns<OpenSale>()

export const openSales = operation({
  name: 'networks open-sales',
  title: 'Open sales of a network',
  summary: 'the sales of one network that it has not paid, the oldest first',
  role: 'finance',
  kind: 'list',
  input: z.object({ network, ...field.days('first reported') }),
  relations: [inOrder('from', 'to')],
  one: 'sale',
  none: 'Nothing is open of this network.',
  columns: [
    sale.sale('sale', ({ id }) => id),
    sale.text('external_id', ({ externalId }) => externalId, { title: 'their id', width: 32 }),
    sale.state('status'),
    sale.text('reported', ({ reportedAt }) => formatDate(reportedAt), { only: 'screen' }),
    sale.time('reported_at', ({ reportedAt }) => reportedAt, { only: 'data' }),
    sale.amount('commission', ({ booked }) => booked),
    sale.amount('settled'),
    sale.amount('open'),
  ],
  read: async ({ network: name, ...days }, page) =>
    listOpenSales(db, { network: name, ...(await readFilter(days)), ...page }),
  key: ({ id }) => id,
})

const settlement = describeColumns<ListedSettlement>()

export const payments = operation({
  name: 'networks payments',
  title: 'Payments of networks',
  summary: 'payments of networks and write-offs, newest first',
  role: 'finance',
  kind: 'list',
  input: z.object({
    network: field.choice('only those of one network', NETWORK_NAMES).optional(),
    ...field.days('at the bank'),
  }),
  relations: [inOrder('from', 'to')],
  one: 'settlement',
  none: 'No settlement matches.',
  columns: [
    settlement.id('id'),
    settlement.text('network'),
    settlement.state(
      'kind_of',
      ({ kind, reverses }) => (reverses === null ? kind : `${kind} of ${reverses}`),
      { title: 'kind', only: 'screen' },
    ),
    settlement.state('kind', { only: 'data' }),
    settlement.day('paid_on', { title: 'day' }),
    settlement.text('reference', { width: 24 }),
    settlement.text('invoice', { width: 16 }),
    settlement.amount('amount', ({ amount_paise }) => amount_paise, { title: 'bank' }),
    settlement.amount('tds', ({ tds_paise }) => tds_paise),
    settlement.amount('gst', ({ gst_paise }) => gst_paise),
    settlement.amount('settled', ({ settled_paise }) => settled_paise),
    settlement.count('sales'),
    settlement.amount('advance_left', ({ advance }) => advance || null, { title: 'advance', only: 'screen' }),
    settlement.amount('advance', { only: 'data' }),
    settlement.text(
      'note',
      ({ reason, reversedBy }) => (reversedBy === null ? reason : `reversed by ${reversedBy}`),
      { only: 'screen', width: 40 },
    ),
    settlement.id('reverses', { only: 'data' }),
    settlement.id('reversed_by', ({ reversedBy }) => reversedBy, { only: 'data' }),
    settlement.text('reason', { only: 'data' }),
    settlement.text('made_by', { only: 'data' }),
    settlement.time('created_at', { only: 'data' }),
  ],
  read: async ({ network: name, ...days }, page) =>
    listSettlements({ network: name, ...(await readFilter(days)) }, page),
  key: ({ id }) => id,
})
