import { z } from 'zod/v4'
import { NETWORK_NAMES } from '~/config/networks'
import { formatPayout } from '~/formats/money'
import { isEnd } from '~/tracking/conversion-states'
import { GUEST_ID } from '~/tracking/guest'
import type { InboxRow } from '~/tracking/inbox-row.server'
import {
  findPostback,
  getPostbackState,
  listPostbacks,
  POSTBACK_STATES,
} from '~/tracking/list-postbacks.server'
import { findPostbackFacts, type PostbackFacts } from '~/tracking/postback-facts.server'
import { describeColumns, describeTable, describeWhole, type Fact } from '../columns'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { operation, type Answer, type Next } from '../operation'
import { Refused } from '../refusal'
import { inOrder } from '../relations'

const column = describeColumns<InboxRow>()
const data = { only: 'data' } as const
export const POSTBACK_COLUMNS = [
  column.id('id'),
  column.text('network'),
  column.text('method', data),
  column.state('state', getPostbackState),
  column.text('reason'),
  column.sale('conversion_id', { title: 'sale' }),
  column.time('received_at', { title: 'came' }),
  column.time('processed_at', data),
  column.count('attempts', data),
  column.text('error', data),
  column.time('resolved_at', data),
  column.text('resolution', data),
]

/** The fields that the network sent. */
const RAW_COLUMNS = [
  column.text('sent', ({ raw }) => new URLSearchParams(raw).toString(), { only: 'screen', width: 60 }),
  column.text('raw', ({ raw }) => JSON.stringify(raw), data),
]

export const filters = {
  network: field.choice('only those of one network', NETWORK_NAMES).optional(),
  reason: field
    .field(
      'text',
      'only those with one reason, as the list shows it',
      'It must be a reason such as over-cap.',
      (typed) => (/^[a-z-]{1,40}$/.test(typed) ? typed : undefined),
      { placeholder: 'reason' },
    )
    .optional(),
}

export const list = operation({
  name: 'postbacks list',
  title: 'Postbacks',
  summary: 'newest first',
  role: 'support',
  kind: 'list',
  input: z.object({
    ...field.days('received'),
    state: field.choice('only those in one state', POSTBACK_STATES).optional(),
    ...filters,
  }),
  relations: [inOrder('from', 'to')],
  one: 'postback',
  none: 'No postback matches.',
  columns: [...POSTBACK_COLUMNS, ...RAW_COLUMNS],
  read: async ({ network, state, reason, ...filter }, page) =>
    listPostbacks({ network, state, reason, ...(await readFilter(filter)) }, page),
  key: ({ id }) => id,
})

export const show = operation({
  name: 'postbacks show',
  title: 'Postback',
  summary: 'one postback as it was received',
  role: 'support',
  kind: 'record',
  input: z.object({ id: field.id('its number in the list', { place: 'argument' }) }),
  read: async ({ id }) => describePostback(await requirePostback(id)),
})

export const noPostback = (id: number) =>
  new Refused(`There is no postback ${id}. \`postbacks list\` shows them.`, 'id')

/** Throws Refused if there is none. */
export async function requirePostback(id: number): Promise<InboxRow> {
  const row = await findPostback(id)
  if (!row) throw noPostback(id)
  return row
}

const sent = describeColumns<[string, string]>()
const SENT_COLUMNS = [
  sent.text('name', ([name]) => name, { width: 60 }),
  sent.text('value', ([, value]) => value, { width: 500 }),
]

async function describePostback(row: InboxRow): Promise<Answer> {
  const found = await findPostbackFacts(row)
  const state = getPostbackState(row)
  const raw = Object.entries(row.raw)
  const next = ['replay', 'accept', 'dismiss'].map((name): Next => ({
    operation: `postbacks ${name}`,
    input: name === 'replay' ? { ids: row.id } : { id: row.id },
  }))
  return {
    facts: [...describeWhole(POSTBACK_COLUMNS, row), ...(found ? describeFacts(found) : [])],
    tables: [
      describeTable({ name: 'raw', title: 'Sent', columns: SENT_COLUMNS, rows: raw }),
      ...(found ? [describeNewer(found)] : []),
    ],
    notes: found?.userId === GUEST_ID ? ['A guest: nobody is credited until the click is claimed.'] : [],
    next: state === 'open' || state === 'quarantined' ? next : [],
  }
}

export function describeFacts(facts: PostbackFacts): Fact[] {
  const { click, offer, userId, sale, report, inFull, upToCap } = facts
  const credits = !isEnd(report.report)
  return [
    { name: 'user_id', title: 'member', kind: 'member', value: userId },
    { name: 'offer', kind: 'text', value: `${offer} of ${click.store}` },
    { name: 'campaign_id', title: 'offer’s number', kind: 'offer', value: click.campaign_id },
    { name: 'rate', kind: 'rate', value: formatPayout(click) },
    { name: 'cap', title: 'cap a sale', kind: 'money', value: click.cap_paise },
    { name: 'report', title: 'it says', kind: 'state', value: report.report },
    { name: 'reported_sale', title: 'its sale', kind: 'money', value: report.sale },
    { name: 'reported_commission', title: 'its commission', kind: 'money', value: report.networkPayout },
    { name: 'sale_status', title: 'the sale now', kind: 'state', value: sale?.status },
    {
      name: 'sale_cashback',
      title: 'its cashback now',
      kind: 'money',
      value: sale && sale.pending_paise + sale.granted_paise,
    },
    { name: 'in_full', title: 'it would credit in full', kind: 'money', value: credits ? inFull : null },
    {
      name: 'up_to_cap',
      title: 'up to the cap',
      kind: 'money',
      value: credits && click.cap_paise !== null ? upToCap : null,
    },
  ]
}

const newer = describeColumns<InboxRow>()

const describeNewer = ({ newer: rows }: PostbackFacts) =>
  describeTable({
    name: 'newer',
    title: 'Newer reports of the sale',
    columns: [newer.id('id'), newer.state('report'), newer.state('state', getPostbackState)],
    rows,
  })
