import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { db } from '~/platform/db/client.server'
import { newestByTime, within, type Page, type Period } from '~/platform/db/period.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { postbackInbox, unsettled } from '~/platform/db/schema/postback-inbox'
import type { Conversion } from './conversions'
import type { InboxRow } from './inbox-row.server'
import { NETWORK_NAMES } from '~/platform/config/networks'
import { readVisitNumber } from './visit-number'
import { selectNewestOfStore } from './sales/newest-of-store.server'
import { listSalesOfClicks } from './sales/sales-of-clicks.server'

export interface Visit {
  click: typeof clicks.$inferSelect
  store: string
  offer: string
  userId: number
  sales: Conversion[]
  waiting: InboxRow[]
}

export interface VisitFilter extends Period {
  userId?: number
  storeId?: number
  /** A visit number or a click's id. */
  visit?: string
}

export const listVisits = async (filter: VisitFilter, page: Page<string>): Promise<Visit[]> =>
  listVisitsOf(await listNewestClicks(filter, page), page)

/** `clickIds`: those of one page at most. */
export async function listVisitsOf(
  clickIds: readonly string[],
  page: Page<string> = { limit: clickIds.length },
): Promise<Visit[]> {
  if (!clickIds.length) return []
  const rows = await db
    .select({ click: clicks, store: brands.name, offer: campaigns.title })
    .from(clicks)
    .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(inArray(clicks.id, [...clickIds]))
    .orderBy(...newest(page).order)
    .limit(page.limit)
  const ids = rows.map(({ click }) => click.id)
  const [sales, waiting] = await Promise.all([listSalesOfClicks(db, ids), listWaitingReports(ids)])
  return rows.map(({ click, ...row }) => ({
    ...row,
    click,
    userId: click.claimed_by ?? click.user_id,
    sales: sales.filter((sale) => sale.click_id === click.id),
    waiting: waiting.filter((report) => isOfClick(report, click.id)),
  }))
}

/** `typed`: a visit number or a click's id. */
export function isVisit(typed: string): SQL {
  const seq = readVisitNumber(typed)
  return seq === null ? eq(clicks.id, typed) : eq(clicks.seq, seq)
}

const newest = ({ after }: Page<string>) => newestByTime(clicks.created_at, clicks.id, after)

async function listNewestClicks(filter: VisitFilter, page: Page<string>): Promise<string[]> {
  const { userId, storeId, visit } = filter
  const matches = and(
    within(clicks.created_at, filter),
    visit === undefined ? undefined : isVisit(visit),
    newest(page).rest,
  )
  const rows = await (userId !== undefined
    ? filterByMember(userId, storeId, matches, page)
    : storeId !== undefined
      ? selectNewestOfStore(clicks, storeId, matches, page.limit)
      : db
          .select({ id: clicks.id })
          .from(clicks)
          .where(matches)
          .orderBy(...newest(page).order)
          .limit(page.limit))
  return rows.map(({ id }) => id)
}

function filterByMember(
  userId: number,
  storeId: number | undefined,
  matches: SQL | undefined,
  page: Page<string>,
) {
  const by = (owner: typeof clicks.user_id | typeof clicks.claimed_by) =>
    db
      .select({ id: clicks.id })
      .from(clicks)
      .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
      .where(
        and(eq(owner, userId), matches, storeId === undefined ? undefined : eq(campaigns.brand_id, storeId)),
      )
      .orderBy(...newest(page).order)
      .limit(page.limit)
  return unionAll(by(clicks.user_id), by(clicks.claimed_by))
}

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
