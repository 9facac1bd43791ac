import { NETWORK_NAMES } from '~/platform/config/networks'
import { formatPayout } from '~/platform/formats/money'
import { isEnd } from '~/domain/tracking/conversions'
import { GUEST_ID } from '~/domain/tracking/guest'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import {
  findPostback,
  getPostbackState,
  listPostbacks,
  POSTBACK_STATES,
} from '~/domain/tracking/postbacks.server'
import { findPostbackFacts, type PostbackFacts } from '~/domain/tracking/postback-facts.server'
import { describeColumns, describeRow, describeRows, describeWhole } from '../columns'
import { defineList, defineRecord } from '../define'
import { makeField } from '../field'
import * as field from '../fields'
import { readFilter, requireFound } from '../lookups.server'
import { noteIf, type Answer, type Next } from '../operation'

const column = describeColumns<InboxRow>()
export const POSTBACK_COLUMNS = [
  ...column.own('id', 'network'),
  ...column.data('method'),
  column.state('state', getPostbackState),
  ...column.own('reason', 'conversion_id'),
  column.time('received_at', { title: 'came' }),
  ...column.data('processed_at', 'attempts', 'error', 'resolved_at', 'resolution'),
]

const RAW_COLUMNS = [
  column.text('raw', ({ raw }) => JSON.stringify(raw), {
    title: 'sent',
    screen: ({ raw }) => new URLSearchParams(raw).toString(),
    width: 60,
  }),
]

export const filters = {
  network: field.choice('only those of one network', NETWORK_NAMES).optional(),
  reason: makeField(
    'text',
    'only those with one reason, as the list shows it',
    'It must be a reason such as over-cap.',
    (typed) => (/^[a-z-]{1,40}$/.test(typed) ? typed : undefined),
    { placeholder: 'reason' },
  ).optional(),
}

export const list = defineList({
  name: 'postbacks list',
  title: 'Postbacks',
  summary: 'newest first',
  role: 'support',
  input: {
    ...field.days('received'),
    state: field.choice('only those in one state', POSTBACK_STATES).optional(),
    ...filters,
  },
  one: 'postback',
  columns: [...POSTBACK_COLUMNS, ...RAW_COLUMNS],
  read: async (filter, page) => listPostbacks(await readFilter(filter), page),
  key: ({ id }) => id,
})

export const show = defineRecord({
  name: 'postbacks show',
  title: 'Postback',
  summary: 'one postback as it was received',
  role: 'support',
  input: { id: field.listNumber },
  read: async ({ id }) => describePostback(await requirePostback(id)),
})

export const requirePostback = async (id: number): Promise<InboxRow> =>
  requireFound(await findPostback(id), `postback ${id}`, 'postbacks list')

const sent = describeColumns<[string, string]>()
const SENT_COLUMNS = [
  sent.text('name', ([name]) => name, { width: 60 }),
  sent.text('value', ([, value]) => value, { width: 500 }),
]

const fact = describeColumns<PostbackFacts>()
const readCredit = ({ report }: PostbackFacts, amount: bigint | null | undefined) =>
  isEnd(report.report) ? null : amount
const readUpToCap = (facts: PostbackFacts) =>
  facts.click.cap_paise === null ? null : readCredit(facts, facts.upToCap)

export const FACT_COLUMNS = [
  fact.member('user_id', ({ userId }) => userId, { title: 'member' }),
  fact.text('offer', ({ offer, click }) => `${offer} of ${click.store}`),
  fact.offer('campaign_id', ({ click }) => click.campaign_id, { title: 'offer’s number' }),
  fact.rate('rate', ({ click }) => formatPayout(click)),
  fact.money('cap', ({ click }) => click.cap_paise, { title: 'cap a sale' }),
  fact.state('report', ({ report }) => report.report, { title: 'it says' }),
  fact.money('reported_sale', ({ report }) => report.sale, { title: 'its sale' }),
  fact.money('reported_commission', ({ report }) => report.networkPayout, { title: 'its commission' }),
  fact.state('sale_status', ({ sale }) => sale?.status, { title: 'the sale now' }),
  fact.money('sale_cashback', ({ sale }) => sale && sale.pending_paise + sale.granted_paise, {
    title: 'its cashback now',
  }),
  fact.money('in_full', (facts) => readCredit(facts, facts.inFull), { title: 'it would credit in full' }),
  fact.money('up_to_cap', readUpToCap, { title: 'up to the cap' }),
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
    facts: [...describeWhole(POSTBACK_COLUMNS, row), ...(found ? describeRow(FACT_COLUMNS, found) : [])],
    tables: [
      describeRows('raw', SENT_COLUMNS, raw, { title: 'Sent' }),
      ...(found ? [describeNewer(found)] : []),
    ],
    notes: noteIf(found?.userId === GUEST_ID, 'A guest: nobody is credited until the click is claimed.'),
    next: state === 'open' || state === 'quarantined' ? next : [],
  }
}

const describeNewer = ({ newer: rows }: PostbackFacts) =>
  describeRows(
    'newer',
    [column.id('id'), column.state('report'), column.state('state', getPostbackState)],
    rows,
    { title: 'Newer reports of the sale' },
  )
