import { and, asc, eq, isNotNull, isNull, sql, gt, or } from 'drizzle-orm'
import { NETWORK_NAMES } from '~/platform/config/networks'
import { db, type Reader } from '~/platform/db/client.server'
import {
  isBounded,
  newestById,
  newestByTime,
  within,
  type Page,
  type Period,
} from '~/platform/db/period.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { postbackInbox, unsettled } from '~/platform/db/schema/postback-inbox'
import type { Paise } from '~/platform/formats/money'
import { type InboxRow, readInboxRow } from './inbox-row.server'
import type { Conversion } from './conversions'
import { computeCashback, computeUncapped } from './promise'
import { findClick, type Click } from './sales/reported-clicks.server'
import { identifySale } from './sales/identify-sale'
import { listCandidates, namesSale } from './sales/reported-sales.server'
import type { ReportedSale } from './reports'

/** 'superseded': a later report replaced it; 'resolved': an operator decided it. */
export const POSTBACK_STATES = [
  'open',
  'applied',
  'repeat',
  'stale',
  'superseded',
  'quarantined',
  'resolved',
] as const

export type PostbackState = (typeof POSTBACK_STATES)[number]

export const getPostbackState = ({ outcome, resolved_at }: InboxRow): PostbackState =>
  resolved_at ? 'resolved' : (outcome ?? 'open')

export interface PostbackFilter extends Period {
  network?: string | undefined
  state?: PostbackState | undefined
  reason?: string | undefined
}

const matches = ({ network, state, reason, ...period }: PostbackFilter) =>
  and(
    network === undefined ? undefined : eq(postbackInbox.network, network),
    reason === undefined ? undefined : eq(postbackInbox.reason, reason),
    state === undefined ? undefined : inState(state),
    within(postbackInbox.received_at, period),
  )

function inState(state: PostbackState) {
  if (state === 'open') return isNull(postbackInbox.processed_at)
  if (state === 'resolved') return isNotNull(postbackInbox.resolved_at)
  return and(eq(postbackInbox.outcome, state), isNull(postbackInbox.resolved_at))
}

export function listPostbacks(filter: PostbackFilter, { after, limit }: Page): Promise<InboxRow[]> {
  const { id, received_at } = postbackInbox
  const { order, rest } = isBounded(filter) ? newestByTime(received_at, id, after) : newestById(id, after)
  return db
    .select()
    .from(postbackInbox)
    .where(and(matches(filter), rest))
    .orderBy(...order)
    .limit(limit)
}

export async function findPostback(id: number, reader: Reader = db): Promise<InboxRow | null> {
  const [row] = await reader.select().from(postbackInbox).where(eq(postbackInbox.id, id))
  return row ?? null
}

export const listPostbacksOfSale = (conversionId: number): Promise<InboxRow[]> =>
  db
    .select()
    .from(postbackInbox)
    .where(eq(postbackInbox.conversion_id, conversionId))
    .orderBy(asc(postbackInbox.id))
    .limit(200)

export async function listReplayable(filter: Omit<PostbackFilter, 'state'>): Promise<number[]> {
  const rows = await db
    .select({ id: postbackInbox.id })
    .from(postbackInbox)
    .where(matches({ ...filter, state: 'quarantined' }))
    .orderBy(asc(postbackInbox.id))
  return rows.map(({ id }) => id)
}

/** A plain equality would let the planner read the whole inbox for a network that never reported. */
export async function countByNetwork(): Promise<Map<string, { heard: Date | null; quarantined: number }>> {
  const rows = await db.execute<{ network: string; heard: string | null; quarantined: number }>(sql`
    SELECT n.network, h.heard, coalesce(q.quarantined, 0)::int AS quarantined
      FROM unnest(ARRAY[${sql.join(
        NETWORK_NAMES.map((name) => sql`${name}`),
        sql`, `,
      )}]::text[]) AS n (network)
      LEFT JOIN LATERAL (SELECT CASE i.network WHEN n.network THEN i.received_at END AS heard FROM postback_inbox i
                          WHERE (i.network, i.id) <= (n.network, 9223372036854775807)
                          ORDER BY i.network DESC, i.id DESC LIMIT 1) h ON true
      LEFT JOIN (SELECT network, count(*) AS quarantined FROM postback_inbox
                  WHERE outcome = 'quarantined' AND resolved_at IS NULL GROUP BY network) q USING (network)`)
  return new Map(
    rows.map(({ network, heard, quarantined }) => [
      network,
      { heard: heard === null ? null : new Date(heard), quarantined },
    ]),
  )
}

export interface PostbackFacts {
  report: ReportedSale
  click: Click
  offer: string
  sale: Conversion | null
  userId: number
  inFull: Paise
  upToCap: Paise
  newer: InboxRow[]
}

export async function findPostbackFacts(row: InboxRow): Promise<PostbackFacts | null> {
  const report = readInboxRow(row)
  if ('quarantined' in report) return null
  const click = await findClick(db, row.network, report.clickId)
  if (!click) return null
  const identified = identifySale(report, await listCandidates(db, row.network, report))
  const sale = identified.is === 'new' ? null : identified.sale
  const [offer] = await db
    .select({ title: campaigns.title })
    .from(campaigns)
    .where(eq(campaigns.id, click.campaign_id))
  return {
    report,
    click,
    offer: offer!.title,
    sale,
    userId: sale?.user_id ?? click.userId,
    inFull: computeUncapped(click, report.sale),
    upToCap: computeCashback(click, report.sale),
    newer: await listNewer(row, report, sale),
  }
}

async function listNewer(row: InboxRow, report: ReportedSale, sale: Conversion | null): Promise<InboxRow[]> {
  const waiting = and(
    unsettled(postbackInbox),
    eq(postbackInbox.network, row.network),
    eq(postbackInbox.click_id, report.clickId),
  )
  const rows = await db
    .select()
    .from(postbackInbox)
    .where(
      and(
        gt(postbackInbox.id, row.id),
        sale ? or(waiting, eq(postbackInbox.conversion_id, sale.id)) : waiting,
      ),
    )
    .orderBy(asc(postbackInbox.id))
    .limit(100)
  return rows.filter((other) => {
    if (sale && other.conversion_id === sale.id) return true
    const read = readInboxRow(other)
    const { conversionId, externalId } = report
    const named = sale ?? { conversion_id: conversionId, external_id: externalId }
    return !('quarantined' in read) && namesSale(read, named)
  })
}
