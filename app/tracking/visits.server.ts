import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { db } from '~/db/client.server'
import { within, type Period } from '~/db/period.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { clicks } from '~/db/schema/clicks'
import { conversions } from '~/db/schema/conversions'
import { postbackInbox, unsettled } from '~/db/schema/postback-inbox'
import type { Conversion } from './conversion'
import type { InboxRow } from './inbox-row.server'
import { NETWORK_NAMES } from '~/config/networks'
import { newestOfStore } from './newest-of-store.server'

export interface Visit {
  click: typeof clicks.$inferSelect
  store: string
  offer: string
  userId: number
  sales: Conversion[]
  /** Reports of this click without effect: open, quarantined or dismissed, the oldest first. */
  waiting: InboxRow[]
}

export interface VisitFilter extends Period {
  userId?: number
  storeId?: number
}

export async function listVisits(filter: VisitFilter, limit: number): Promise<Visit[]> {
  const rows = await db
    .select({ click: clicks, store: brands.name, offer: campaigns.title })
    .from(clicks)
    .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(inArray(clicks.id, await newestClicks(filter, limit)))
    .orderBy(desc(clicks.created_at), desc(clicks.id))
    .limit(limit)
  const ids = rows.map(({ click }) => click.id)
  const [sales, waiting] = await Promise.all([listSalesOfClicks(ids), listWaitingReports(ids)])
  return rows.map(({ click, ...row }) => ({
    ...row,
    click,
    userId: click.claimed_by ?? click.user_id,
    sales: sales.filter((sale) => sale.click_id === click.id),
    waiting: waiting.filter((report) => isOfClick(report, click.id)),
  }))
}

async function newestClicks(filter: VisitFilter, limit: number): Promise<string[]> {
  const { userId, storeId } = filter
  const rows = await (userId !== undefined
    ? filterByMember(userId, filter, limit)
    : storeId !== undefined
      ? newestOfStore(clicks, storeId, within(clicks.created_at, filter), limit)
      : newest(filter, limit))
  return rows.map(({ id }) => id)
}

const newest = (period: Period, limit: number) =>
  db
    .select({ id: clicks.id })
    .from(clicks)
    .where(within(clicks.created_at, period))
    .orderBy(desc(clicks.created_at))
    .limit(limit)

function filterByMember(userId: number, { storeId, ...period }: VisitFilter, limit: number) {
  const by = (owner: typeof clicks.user_id | typeof clicks.claimed_by) =>
    db
      .select({ id: clicks.id })
      .from(clicks)
      .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
      .where(
        and(
          eq(owner, userId),
          within(clicks.created_at, period),
          storeId === undefined ? undefined : eq(campaigns.brand_id, storeId),
        ),
      )
      .orderBy(desc(clicks.created_at))
      .limit(limit)
  return unionAll(by(clicks.user_id), by(clicks.claimed_by))
}

const listSalesOfClicks = (clickIds: string[]): Promise<Conversion[]> =>
  clickIds.length
    ? db
        .select()
        .from(conversions)
        .where(inArray(conversions.click_id, clickIds))
        .orderBy(asc(conversions.id))
    : Promise.resolve([])

/** Includes reports of other networks than the click's, and unparsed ones whose click id is only in `raw`. */
async function listWaitingReports(clickIds: string[]): Promise<InboxRow[]> {
  if (!clickIds.length) return []
  const { network, click_id, resolved_at, conversion_id, raw } = postbackInbox
  const open = and(unsettled(postbackInbox), inArray(network, [...NETWORK_NAMES]))
  const dismissed = and(isNotNull(resolved_at), isNull(conversion_id))
  const read = inArray(click_id, clickIds)
  const unread = and(
    isNull(click_id),
    sql`EXISTS (SELECT 1 FROM jsonb_each_text(${raw}) sent WHERE sent.value IN ${clickIds})`,
  )
  const found = await Promise.all(
    [open, dismissed].flatMap((state) =>
      [read, unread].map((ofClicks) => db.select().from(postbackInbox).where(and(state, ofClicks))),
    ),
  )
  return found.flat().toSorted((a, b) => a.id - b.id)
}

const isOfClick = ({ click_id, raw }: InboxRow, clickId: string) =>
  click_id === null ? Object.values(raw).includes(clickId) : click_id === clickId
