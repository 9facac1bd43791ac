import { z } from 'zod/v4'
import { NETWORK_NAMES } from '~/config/networks'
import { listNotes } from '~/support/notes.server'
import type { InboxRow } from '~/tracking/inbox-row.server'
import { getPostbackState, listPostbacksOfSale } from '~/tracking/list-postbacks.server'
import { findSale, listSales, type Sale } from '~/tracking/sales.server'
import { listSettlementsOfSale } from '~/wallet/settlement/list-settlements.server'
import { describeColumns, describeTable, describeWhole } from '../columns'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { NOTE_COLUMNS } from '../notes'
import { operation } from '../operation'
import { Refused } from '../refusal'
import { inOrder } from '../relations'

const column = describeColumns<Sale>()
const data = { only: 'data' } as const
const SALE_COLUMNS = [
  column.sale('id'),
  column.text('network'),
  column.text('their id', ({ conversion_id, external_id }) => conversion_id ?? external_id, {
    only: 'screen',
    width: 32,
  }),
  column.text('external_id', data),
  column.text('conversion_id', data),
  column.text('order_number', data),
  column.state('status'),
  column.money('sale', ({ sale_paise }) => sale_paise),
  column.money('network_payout', ({ network_payout_paise }) => network_payout_paise, {
    ...data,
    title: 'commission',
  }),
  column.money('cashback', ({ pending_paise, granted_paise }) => pending_paise + granted_paise, {
    only: 'screen',
  }),
  column.money('pending', ({ pending_paise }) => pending_paise, data),
  column.money('granted', ({ granted_paise }) => granted_paise, data),
  column.money('referral', ({ referral_paise }) => referral_paise, data),
  column.time('withdrawable_at', { ...data, title: 'withdrawable from' }),
  column.member('user_id', { title: 'member' }),
  column.member('referrer_id', { ...data, title: 'referred by' }),
  column.offer('campaign_id', data),
  column.store('store', { width: 24 }),
  column.text('click_id', { ...data, title: 'click' }),
  column.time('created_at', { title: 'came' }),
  column.time('updated_at', data),
  column.text('decline_reason', { ...data, title: 'reason of the decline' }),
]

export const list = operation({
  name: 'conversions list',
  title: 'Sales',
  summary: 'newest first',
  role: 'support',
  kind: 'list',
  input: z.object({
    member: field.member('only sales of one member').optional(),
    store: field.store('only sales of one store').optional(),
    ...field.days('first reported'),
    network: field.choice('only sales of one network', NETWORK_NAMES).optional(),
    status: field
      .choice('only those in one status', ['pending', 'approved', 'rejected', 'reversed'])
      .optional(),
  }),
  relations: [inOrder('from', 'to')],
  one: 'sale',
  none: 'No sale matches.',
  columns: SALE_COLUMNS,
  read: async ({ network, status, ...filter }, page) =>
    listSales({ network, status, ...(await readFilter(filter)) }, page),
  key: ({ id }) => id,
})

export const show = operation({
  name: 'conversions show',
  title: 'Sale',
  summary: 'one sale with its click, postbacks and ledger entries',
  role: 'support',
  kind: 'record',
  input: z.object({ id: field.sale('its number in the list', { place: 'argument' }) }),
  async read({ id }) {
    const found = await findSale(id)
    if (!found) throw new Refused(`There is no sale ${id}. \`conversions list\` shows them.`, 'id')
    const { conversion, click, campaign, store, estimate, transfers } = found
    const isUnknown = conversion.network_payout_paise === null && estimate === null
    return {
      facts: [
        ...describeWhole(SALE_COLUMNS, { ...conversion, store }),
        {
          name: 'estimated_commission',
          title: 'commission, estimated',
          kind: 'money',
          value: estimate,
        },
        { name: 'campaign', title: 'offer', kind: 'text', value: campaign },
        { name: 'clicked_at', kind: 'time', value: click.created_at },
        {
          name: 'claimed_by',
          title: 'click of a guest, claimed by',
          kind: 'member',
          value: click.claimed_by,
        },
      ],
      tables: [
        describeTable({ name: 'transfers', columns: TRANSFER_COLUMNS, rows: transfers }),
        describeTable({
          name: 'settled',
          columns: SETTLED_COLUMNS,
          rows: await listSettlementsOfSale(id),
        }),
        describeTable({
          name: 'postbacks',
          columns: POSTBACK_COLUMNS,
          rows: await listPostbacksOfSale(id),
        }),
        describeTable({
          name: 'notes',
          columns: NOTE_COLUMNS,
          rows: await listNotes({ saleId: id }, { limit: 20 }),
        }),
      ],
      notes: isUnknown ? ['The network reported no commission, and none can be estimated.'] : [],
    }
  },
})

const transfer = describeColumns<NonNullable<Awaited<ReturnType<typeof findSale>>>['transfers'][number]>()
const TRANSFER_COLUMNS = [
  transfer.text('reference', data),
  transfer.state('kind', { title: 'movement' }),
  transfer.money('amount', ({ amount_paise }) => amount_paise),
  transfer.text('debit', { title: 'from' }),
  transfer.text('credit', { title: 'to' }),
  transfer.time('created_at', { title: 'when' }),
]

const settled = describeColumns<Awaited<ReturnType<typeof listSettlementsOfSale>>[number]>()
const SETTLED_COLUMNS = [
  settled.id('settlement', ({ id }) => id),
  settled.state('kind'),
  settled.day('paid_on', { title: 'day' }),
  settled.text('reference', { width: 32 }),
  settled.money('amount', ({ amount_paise }) => amount_paise, { title: 'of commission' }),
]

const postback = describeColumns<InboxRow>()
const POSTBACK_COLUMNS = [
  postback.id('id', { title: 'postback' }),
  postback.state('state', getPostbackState),
  postback.text('reason'),
  postback.time('received_at', { title: 'came' }),
]
