import { eq, sql } from 'drizzle-orm'
import { toLinkProps } from './cards'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { brands, campaigns, categories } from '~/platform/db/schema/catalogue'
import { seoTexts } from '~/platform/db/schema/editorial'
import { formatDate, formatLastDay } from '~/platform/formats/dates'
import { formatRupees } from '~/platform/formats/money'
import { isLive, selectOfferId } from './offer-conditions.server'
import { byRank, cardColumns, selectCards, toCard } from './cards.server'
import { computeWilson, failsOften, toStats, type Vote } from './feedback'
import { COUNTED_VOTE } from './feedback.server'
import { rankKeeps, toKeeps } from './keeps-cashback.server'
import { toKeepsFact } from './keeps-cashback.server'
import { type CountedWaits, describeStore } from './waits'
import { waitColumns } from './waits.server'
import { computePayout } from './rates.server'
import type { FormatExample } from './rates'

const RELATED = 4

export type OfferDetail = NonNullable<Awaited<ReturnType<typeof findOffer>>>

const foundId = sql`(SELECT id FROM found)`

const idsOnPage = sql`ARRAY(SELECT id FROM found UNION ALL (
  SELECT c.id FROM campaigns c
   WHERE c.category_id = (SELECT category_id FROM found) AND c.id <> ${foundId} AND ${isLive('c')}
   ORDER BY c.rank, c.id LIMIT ${sql.raw(String(RELATED))}))`

interface Votes {
  yes: number
  no: number
  own: Vote | null
  worked: number
  tried: number
  last: string | null
}

/** Of votes of 90 days by people who had clicked the offer (docs/rules.md#47). */
const toReliability = ({ worked, tried, last }: Votes) => ({
  worked,
  tried,
  lastWorked: last && formatDate(new Date(last)),
  failsOften: failsOften(worked, tried),
})

const selectVotes = (userId: number | null) =>
  sql<Votes>`(SELECT json_build_object(
    'yes', count(*) FILTER (WHERE vote = 'yes'), 'no', count(*) FILTER (WHERE vote = 'no'),
    'own', max(vote) FILTER (WHERE user_id = ${userId}::bigint),
    'worked', count(*) FILTER (WHERE vote = 'yes' AND ${COUNTED_VOTE}), 'tried', count(*) FILTER (WHERE ${COUNTED_VOTE}),
    'last', max(updated_at) FILTER (WHERE vote = 'yes' AND ${COUNTED_VOTE})) FROM feedback WHERE campaign_id = ${foundId})`

const detailColumns = {
  ...cardColumns,
  /** Sanitized HTML. */
  descriptionHtml: campaigns.description_html,
  termsHtml: campaigns.kpi_html,
  photoAlt: campaigns.img_alt,
  /** The store's https address; the tracking link if the store has only http. */
  url: campaigns.url,
  cap_paise: campaigns.cap_paise,
  category: categories.name,
  trackingCid: campaigns.tracking_script_cid,
  keeps_source: campaigns.keeps_source,
  keeps_since: campaigns.keeps_since,
  hasEnded: sql<boolean>`coalesce(campaigns.ends_at <= now(), false)`,
  seoTitle: seoTexts.title,
  seoDescription: seoTexts.description,
  structuredData: seoTexts.structured_data,
  isFound: sql<boolean>`campaigns.id = ${foundId}`,
  ...waitColumns,
  counted: sql<CountedWaits | null>`CASE WHEN campaigns.id = ${foundId} THEN ${waitColumns.counted} END`,
}

export async function findOffer(
  name: string,
  userId: number | null = null,
  formatExample: FormatExample = () => null,
) {
  const found = db.$with('found').as(
    db
      .select({ id: campaigns.id, category_id: campaigns.category_id })
      .from(campaigns)
      .where(eq(campaigns.id, selectOfferId(name))),
  )
  const rows = await db
    .with(found)
    .select({ ...detailColumns, votes: selectVotes(userId) })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .leftJoin(categories, eq(categories.id, campaigns.category_id))
    .leftJoin(seoTexts, eq(seoTexts.campaign_id, campaigns.id))
    .where(sql`campaigns.id = ANY(${idsOnPage})`)
    .orderBy(sql`campaigns.id = ${foundId} DESC`, ...byRank)
  const [row, ...related] = rows
  if (!row?.isFound) return null
  const card = toCard(row)
  const { code, descriptionHtml, termsHtml, photoAlt, url, type, category } = row
  return {
    ...card,
    code,
    keepsFact: code === null ? null : toKeepsFact(row),
    descriptionHtml,
    termsHtml,
    photoAlt,
    url,
    type,
    category,
    cap: row.cap_paise !== null && card.credit === 'cashback' ? formatRupees(row.cap_paise) : null,
    example: formatExample({ ...computePayout(row), cap_paise: row.cap_paise }),
    endsAt: row.ends_at?.toISOString() ?? null,
    endedOn: row.hasEnded && row.ends_at ? formatLastDay(row.ends_at) : null,
    seo: row.seoTitle
      ? {
          title: row.seoTitle,
          description: row.seoDescription ?? '',
          structuredData: row.structuredData as object | null,
        }
      : null,
    trackingScript: row.trackingCid && buildScriptUrl(row.trackingCid),
    feedback: { ...toStats(row.votes.yes, row.votes.no), own: row.votes.own },
    reliability: toReliability(row.votes),
    facts: describeStore(row.counted, row),
    nextCode: code && row.votes.own === 'no' ? await findNextCode(row.id) : null,
    related: related.map((one) => toLinkProps(toCard(one))),
  }
}

function buildScriptUrl(cid: string): string | null {
  const origin = env().TRACKING_SCRIPT_ORIGIN
  return origin ? `${origin}/tk/index.php?cid=${encodeURIComponent(cid)}` : null
}

const COMPARED = 50

const votes = sql<{ worked: number; tried: number }>`(SELECT json_build_object(
  'worked', count(*) FILTER (WHERE vote = 'yes'), 'tried', count(*))
  FROM feedback WHERE feedback.campaign_id = campaigns.id AND ${COUNTED_VOTE})`

/** The store's other code that worked most surely; null: each other one fails often. */
async function findNextCode(offerId: number): Promise<{ title: string; href: string } | null> {
  const rows = await selectCards({ votes })
    .where(
      sql`campaigns.brand_id = (SELECT brand_id FROM campaigns WHERE id = ${offerId}::bigint)
          AND campaigns.code IS NOT NULL AND campaigns.id <> ${offerId}::bigint AND ${isLive()}`,
    )
    .orderBy(...byRank)
    .limit(COMPARED)
  const sound = rows.filter(({ votes }) => !failsOften(votes.worked, votes.tried))
  const getLowerBound = ({ votes }: (typeof rows)[number]) => computeWilson(votes.worked, votes.tried).lower
  const getKeeps = (row: (typeof rows)[number]) => rankKeeps(toKeeps(row.keeps_cashback))
  const [best] = sound.toSorted((a, b) => getKeeps(a) - getKeeps(b) || getLowerBound(b) - getLowerBound(a))
  if (!best) return null
  const { title, href } = toCard(best)
  return { title, href }
}
