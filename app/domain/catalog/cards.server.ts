import { eq, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { formatLastDay } from '~/platform/formats/dates'
import { classifyCredit, formatPayout } from '~/platform/formats/money'
import { toSqlArray } from './ids.server'
import { selectImage } from './image-columns.server'
import { toKeeps } from './keeps-cashback.server'
import { codePath, detailPath, isPlainOffer, maskCode } from './links'
import { computePayout, rateColumns } from './rates.server'

export const cardColumns = {
  id: campaigns.id,
  slug: campaigns.slug,
  title: campaigns.title,
  locale: campaigns.locale,
  ambiguous: sql<boolean>`EXISTS (SELECT 1 FROM campaigns twin WHERE twin.id <> campaigns.id
    AND (lower(twin.title) = lower(campaigns.title) OR twin.slug = campaigns.title))`,
  store: brands.name,
  brand_code: brands.coupon_code,
  verified: sql<boolean>`brands.verified_at IS NOT NULL`,
  /** Of the offer's feed, else of the store; a logo that an operator has set wins over both feeds. */
  logo: sql<string | null>`coalesce(
    CASE WHEN NOT jsonb_exists(brands.overrides, 'img') THEN ${selectImage(sql`campaigns.logo_url`)} END, ${selectImage(sql`brands.img`)})`,
  photo: selectImage(sql`campaigns.img`),
  description_text: campaigns.description_text,
  offer: campaigns.offer,
  type: campaigns.type,
  code: campaigns.code,
  keeps_cashback: campaigns.keeps_cashback,
  ...rateColumns,
  guest_clicks: campaigns.guest_clicks,
  ends_at: campaigns.ends_at,
}

const CARD_TEXT = 160

export type OfferCard = ReturnType<typeof toCard> & {
  failsOften?: boolean
  /** Votes of 90 days. */
  votes?: { worked: number; tried: number }
}

export type CardRow = Awaited<ReturnType<typeof selectCards<Record<never, never>>>>[number]

export const selectCards = <Further extends Record<string, SQL> = Record<never, never>>(further?: Further) =>
  db
    .select({ ...cardColumns, ...(further as Further) })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .$dynamic()

export const byRank = [campaigns.rank, campaigns.id]

export async function readCards(ids: readonly number[]): Promise<OfferCard[]> {
  if (!ids.length) return []
  const wanted = toSqlArray(ids, 'bigint')
  const rows = await selectCards()
    .where(sql`campaigns.id = ANY (${wanted})`)
    .orderBy(sql`array_position(${wanted}, campaigns.id)`)
  return rows.map(toCard)
}

export function toCard(row: CardRow) {
  const payout = computePayout(row)
  return {
    id: row.id,
    title: row.title,
    locale: row.locale,
    href: detailPath(row),
    codeHref: codePath(row),
    store: row.store,
    storeCode: row.brand_code,
    verified: row.verified,
    logo: row.logo,
    ...(row.photo !== null && { photo: row.photo }),
    text: shorten(row.description_text),
    offer: omitRepeatedOffer(row.title, row.offer),
    payout: formatPayout(payout),
    credit: classifyCredit(payout),
    masked: row.code ? maskCode(row.code) : null,
    isCoupon: Boolean(row.code) && !isPlainOffer(row.title),
    keeps: row.code ? toKeeps(row.keeps_cashback) : null,
    guestClicks: row.guest_clicks,
    endsOn: row.ends_at && formatLastDay(row.ends_at),
  }
}

function shorten(text: string): string {
  if (text.length <= CARD_TEXT) return text
  const cut = text.slice(0, CARD_TEXT)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), CARD_TEXT - 30)).trimEnd()}…`
}

/** Numbers keep separators and percent sign: '5% off' is not found in '15% off' or '2.5% off'. */
const WORD = /\p{N}+(?:[.,]\p{N}+)*%?|[\p{L}\p{M}]+/gu

const toWords = (text: string) => (text.toLowerCase().match(WORD) ?? []).map((word) => ` ${word} `).join('')

/** Null where the title already says it. */
export const omitRepeatedOffer = (title: string, offer: string | null): string | null =>
  offer === null || toWords(title).includes(toWords(offer)) ? null : offer
