import { NETWORK_NAMES } from '~/platform/config/networks'
import { conversions } from '~/platform/db/schema/conversions'
import { listNotes } from '~/domain/support/notes.server'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import { isEnd } from '~/domain/tracking/conversions'
import { getPostbackState, listPostbacksOfSale } from '~/domain/tracking/postbacks.server'
import { findSale, listSales, type Sale } from '~/domain/tracking/conversions.server'
import { listSettlementsOfSale } from '~/domain/books/list-settlements.server'
import { describeColumns, describeRows, describeWhole } from '../columns'
import { defineList, defineRecord } from '../define'
import * as field from '../fields'
import { readFilter, requireFound } from '../lookups.server'
import { NOTE_COLUMNS } from '../notes'
import { listIf } from '../operation'
import { MOST_EVENTS, showRecord } from '../timeline'
import { describeSaleTimeline } from './timeline'

const column = describeColumns<Sale>()
const data = { only: 'data' } as const
const SALE_COLUMNS = [
  column.sale('id'),
  column.text('network'),
  column.text('their id', ({ conversion_id, external_id }) => conversion_id ?? external_id, {
    only: 'screen',
    width: 32,
  }),
  ...column.data('external_id'),
  column.text('conversion_id', data),
  ...column.data('order_number'),
  column.state('status'),
  column.yes('only_by_file', ({ onlyByFile }) => onlyByFile, {
    title: 'only by a file',
  }),
  column.money('sale'),
  column.money('network_payout', { ...data, title: 'commission' }),
  column.money('cashback', ({ pending_paise, granted_paise }) => pending_paise + granted_paise, {
    only: 'screen',
  }),
  column.money('pending', data),
  column.money('granted', data),
  column.money('referral', data),
  column.time('withdrawable_at', { ...data, title: 'withdrawable from' }),
  column.member('user_id', { title: 'member' }),
  column.member('referrer_id', { ...data, title: 'referred by' }),
  column.offer('campaign_id', { ...data, title: 'offer number' }),
  column.store('store', { width: 24 }),
  column.text('click_id', { ...data, title: 'click' }),
  column.time('created_at', { title: 'came' }),
  ...column.data('updated_at'),
  column.text('decline_reason', { ...data, title: 'reason of the decline' }),
]

export const list = defineList({
  name: 'conversions list',
  title: 'Sales',
  summary: 'newest first',
  role: 'support',
  input: {
    member: field.member('only sales of one member').optional(),
    store: field.store('only sales of one store').optional(),
    ...field.days('first reported'),
    network: field.choice('only sales of one network', NETWORK_NAMES).optional(),
    onlyByFile: field.yes(
      'only those that no report or payment of the network confirms, but a file that was reconciled',
    ),
    status: field.choice('only those in one status', conversions.status.enumValues).optional(),
  },
  one: 'sale',
  columns: SALE_COLUMNS,
  read: async (filter, page) => listSales(await readFilter(filter), page),
  key: ({ id }) => id,
})

export const show = defineRecord({
  name: 'conversions show',
  title: 'Sale',
  summary: 'one sale with its ledger entries and all that happened',
  role: 'support',
  input: { id: field.sale('its number in the list', { place: 'argument' }) },
  async read({ id }) {
    const found = requireFound(await findSale(id), `sale ${id}`, 'conversions list')
    const { conversion, click, offer, store, onlyByFile, estimate, transfers } = found
    const { created_at: clicked_at, claimed_by } = click
    const [postbacks, notes] = await Promise.all([
      listPostbacksOfSale(id),
      listNotes({ saleId: id }, { limit: MOST_EVENTS }),
    ])
    const isUnknown = conversion.network_payout_paise === null && estimate === null
    return {
      facts: [
        ...describeWhole(SALE_COLUMNS, { ...conversion, store, onlyByFile }),
        {
          name: 'cashback',
          kind: 'money',
          value: conversion.pending_paise + conversion.granted_paise,
          only: 'screen',
        },
        { name: 'estimated_commission', title: 'commission, estimated', kind: 'money', value: estimate },
        { name: 'campaign', title: 'offer', kind: 'text', value: offer },
        { name: 'clicked_at', kind: 'time', value: clicked_at },
        { name: 'claimed_by', title: 'click of a guest, claimed by', kind: 'member', value: claimed_by },
      ],
      tables: [
        describeRows('transfers', TRANSFER_COLUMNS, transfers),
        describeRows('settled', SETTLED_COLUMNS, await listSettlementsOfSale(id)),
        describeRows('postbacks', POSTBACK_COLUMNS, postbacks),
        describeRows('notes', NOTE_COLUMNS, notes, data),
        await describeSaleTimeline(found, postbacks, notes),
      ],
      next: [
        { operation: 'notes add', input: { sale: id } },
        ...(isEnd(conversion.status) ? [showRecord('conversions explain', id)] : []),
      ],
      notes: [
        ...listIf(isUnknown, 'The network reported no commission, and none can be estimated.'),
        ...listIf(
          onlyByFile,
          'Only a file that was reconciled knows this sale, or as much of it: compare it with the network. An approved postback, or its payment, confirms it.',
        ),
      ],
    }
  },
})

const transfer = describeColumns<NonNullable<Awaited<ReturnType<typeof findSale>>>['transfers'][number]>()
const TRANSFER_COLUMNS = [
  ...transfer.data('reference'),
  transfer.state('kind', { title: 'movement' }),
  transfer.money('amount'),
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
  settled.money('amount', { title: 'of commission' }),
]

const postback = describeColumns<InboxRow>()
const POSTBACK_COLUMNS = [
  postback.id('id', { title: 'postback' }),
  postback.state('state', getPostbackState),
  postback.text('reason'),
  postback.time('received_at', { title: 'came' }),
]
