import { NETWORK_NAMES } from '~/platform/config/networks'
import { formatPayout } from '~/platform/formats/money'
import { quarantineMessages } from '~/messages/quarantine'
import { isEnd } from '~/domain/tracking/conversions'
import { GUEST_ID } from '~/domain/tracking/guest'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import {
  findPostback,
  getPostbackState,
  listPostbacks,
  POSTBACK_STATES,
} from '~/domain/tracking/postbacks.server'
import {
  findPostbackFacts,
  findPostbackSubject,
  type PostbackFacts,
  type PostbackSubject,
} from '~/domain/tracking/postback-facts.server'
import { db, type Reader } from '~/platform/db/client.server'
import { listWays } from '~/domain/tracking/quarantine.server'
import { describeColumns, describeRow, describeRows, describeWhole, type Fact } from '../columns'
import { defineList, defineRecord } from '../define'
import { makeField } from '../field'
import * as field from '../fields'
import { readFilter, requireFound } from '../lookups.server'
import { see, listIf, type Answer, type Next } from '../operation'
import { explainQuarantine } from '../quarantine-words'

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
  starts: [see('networks list')],
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
  read: async ({ id }) => describePostback(await requirePostback(id, db)),
})

export const requirePostback = async (id: number, reader: Reader): Promise<InboxRow> =>
  requireFound(await findPostback(id, reader), `postback ${id}`, 'postbacks list')

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
  fact.money('reported_sale', ({ report }) => report.amount, { title: 'its sale' }),
  fact.money('reported_commission', ({ report }) => report.networkPayout, { title: 'its commission' }),
  fact.state('sale_status', ({ sale }) => sale?.status, { title: 'the sale now' }),
  fact.money('sale_cashback', ({ sale }) => sale && sale.pending_paise + sale.granted_paise, {
    title: 'its cashback now',
  }),
  fact.money('in_full', (facts) => readCredit(facts, facts.inFull), { title: 'it would credit in full' }),
  fact.money('up_to_cap', readUpToCap, { title: 'up to the cap' }),
]

const subject = describeColumns<PostbackSubject & { click: NonNullable<PostbackSubject['click']> }>()
const SUBJECT_COLUMNS = [
  subject.member('user_id', ({ click }) => click.userId, { title: 'member' }),
  subject.text('offer', ({ click, offer }) => `${offer} of ${click.store}`),
  subject.rate('rate', ({ click }) => formatPayout(click)),
  subject.money('cap', ({ click }) => click.cap_paise, { title: 'cap a sale' }),
]

/** Of a report that cannot be read whole, whom it is about all the same. */
function describeSubject(found: PostbackFacts | null, about: PostbackSubject | null): Fact[] {
  if (found) return describeRow(FACT_COLUMNS, found)
  return about?.click ? describeRow(SUBJECT_COLUMNS, { ...about, click: about.click }) : []
}

async function describePostback(row: InboxRow): Promise<Answer> {
  const [found, about, ways] = await Promise.all([
    findPostbackFacts(row, db),
    findPostbackSubject(row),
    listWays(row),
  ])
  const raw = Object.entries(row.raw)
  const next = ways.map((name): Next => ({
    operation: `postbacks ${name}`,
    input: name === 'replay' ? { ids: row.id } : { id: row.id },
  }))
  const userId = found?.userId ?? about?.click?.userId
  const why = getPostbackState(row) === 'quarantined' ? explainQuarantine(row.reason) : null
  return {
    facts: [
      ...describeWhole(POSTBACK_COLUMNS, row),
      { name: 'why', title: 'why it waits', kind: 'text', value: why?.what, only: 'screen' },
      ...describeSubject(found, about),
    ],
    tables: [
      describeRows('raw', SENT_COLUMNS, raw, { title: 'Sent' }),
      ...(found ? [describeNewer(found)] : []),
    ],
    notes: [
      ...(why ? [why.text, why.todo] : []),
      ...listIf(userId === GUEST_ID, quarantineMessages.guest),
      ...listIf(why && userId === undefined, quarantineMessages.nobody),
    ],
    next,
  }
}

const describeNewer = ({ newer: rows }: PostbackFacts) =>
  describeRows(
    'newer',
    [column.id('id'), column.state('report'), column.state('state', getPostbackState)],
    rows,
    { title: 'Newer reports of the sale' },
  )
