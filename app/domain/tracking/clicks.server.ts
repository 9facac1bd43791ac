import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNull, or, sql, desc } from 'drizzle-orm'
import { selectOfferId } from '~/domain/catalog/offer-conditions.server'
import { isOfStore, type ProductLink, type ShownRate } from '~/domain/catalog/product-links.server'
import { computePayout, rateColumns } from '~/domain/catalog/rates.server'
import { deriveKey, env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { consumeAll, defineClientLimit, memoize } from '~/platform/db/limits.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { clicks, visitTerms } from '~/platform/db/schema/clicks'
import { shortlinks } from '~/platform/db/schema/editorial'
import { formatTime } from '~/platform/formats/dates'
import { classifyCredit, type Payout, formatPayout } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { watchRefusedClick } from '~/domain/signals/clicks.server'
import { buildProductUrl, buildTrackingUrl } from './clicks'
import { GUEST_ID } from './guest'
import { formatVisitNumber } from './visit-number'

interface Visitor {
  userId: number | null
  address: string
  agent: string
}

export interface Click {
  clickId: string
  url: string
  isGuest: boolean
  slug: string
  visit: LastVisit
}

export type ClickRefusal =
  | Refused<'not-found'>
  | Refused<
      'hidden' | 'sign-in-first' | 'ended' | 'no-tracking-url' | 'other-store' | 'rate-changed',
      { slug: string }
    >
  | Refused<'too-many', { slug: string; minutes: number }>

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

function makeClickId(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`)
  let text = ''
  for (let i = 0; i < 26; i++, bits >>= 5n) text += BASE32.charAt(Number(bits & 31n))
  return text
}

const hashVisitor = ({ address, agent }: Visitor) =>
  createHmac('sha256', deriveKey('visitor')).update(`${address}\0${agent}`).digest('base64url')

const limits = memoize(() => defineClientLimit('clicks', env().CLICKS_PER_HOUR, 3600))

const isListed = and(
  isNull(campaigns.hidden_at),
  or(isNull(campaigns.starts_at), sql`${campaigns.starts_at} <= now()`),
)

const selectPromiseDays = sql`(
  SELECT value::int FROM settings
   WHERE name = 'PROMISE_DAYS' AND in_force_from <= statement_timestamp() ORDER BY id DESC LIMIT 1)`

/** The most that a cached page may still show (docs/rules.md#39). */
const selectFormer = (unit: 'percent' | 'rupees') =>
  sql<bigint | null>`(
  SELECT max(${sql.raw(unit)}) FROM offer_rates
   WHERE campaign_id = ${campaigns.id} AND until > now() - interval '5 minutes')`.mapWith(BigInt)

interface FormerRates {
  formerPercent: bigint | null
  formerRupees: bigint | null
}

/** Of two kinds of rate neither is higher; no cashback is lower than both. */
function chooseHigher(now: Payout, { formerPercent, formerRupees }: FormerRates): Payout {
  const value = classifyCredit(now) === 'cashback' ? now.payout_hundredths! : 0n
  const isPercentage = now.payout_model === 'percentage'
  if (formerPercent !== null && formerPercent > value && (isPercentage || !value))
    return { payout_hundredths: formerPercent, payout_model: 'percentage', currency: 'Rs.' }
  if (formerRupees !== null && formerRupees > value && (!isPercentage || !value))
    return { payout_hundredths: formerRupees, payout_model: 'flat', currency: 'Rs.' }
  return now
}

/** A visit to a product gets at least what its page showed, up to two hours before. */
const keepsRate = (now: ShownRate, shown: ShownRate): boolean =>
  now.payout_model === shown.payout_model &&
  now.currency === shown.currency &&
  (now.payout_hundredths ?? 0n) >= (shown.payout_hundredths ?? 0n) &&
  (now.cap_paise === null || (shown.cap_paise !== null && now.cap_paise >= shown.cap_paise))

/** `product`: of this offer, as it was unsealed. */
export async function recordClick(
  offerId: number,
  visitor: Visitor,
  product: ProductLink | null = null,
): Promise<Done<Click> | ClickRefusal> {
  const [found] = await db
    .select({
      offer: campaigns,
      rates: rateColumns,
      promiseDays: sql<number>`greatest(${brands.promise_days}, ${selectPromiseDays})`,
      formerPercent: selectFormer('percent'),
      formerRupees: selectFormer('rupees'),
      isListed: sql<boolean>`${isListed}`,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(eq(campaigns.id, offerId))
  if (!found) return refused('not-found')
  const { offer } = found
  const { slug } = offer
  if (!found.isListed) return refused('hidden', { slug })
  if (offer.ends_at && offer.ends_at.getTime() <= Date.now()) return refused('ended', { slug })
  if (visitor.userId === null && !offer.guest_clicks) return refused('sign-in-first', { slug })
  const payout = chooseHigher(computePayout(found.rates), found)
  if (product) {
    if (!(await isOfStore(product.target, offer.brand_id))) return refused('other-store', { slug })
    if (!keepsRate({ ...payout, cap_paise: offer.cap_paise }, product.shown))
      return refused('rate-changed', { slug })
  }
  const clickId = makeClickId()
  const productUrl = product && buildProductUrl(offer, clickId, product.target, env())
  const url = productUrl ?? buildTrackingUrl(offer, clickId, env())
  if (!url) return refused('no-tracking-url', { slug })

  const wait = await consumeAll(limits()(visitor.userId, visitor.address))
  if (wait) {
    if (visitor.userId !== null) await watchRefusedClick(visitor.userId)
    return refused('too-many', { slug, minutes: wait.minutes })
  }
  const seq = await insertClick(
    {
      id: clickId,
      user_id: visitor.userId ?? GUEST_ID,
      campaign_id: offer.id,
      network: offer.network,
      ...payout,
      cap_paise: offer.cap_paise,
      referral_hundredths: found.rates.referral_hundredths,
      visitor_hash: hashVisitor(visitor),
      promise_days: found.promiseDays,
      to_product: productUrl !== null,
    },
    offer.kpi_html,
  )
  const visit = toLastVisit({ seq, at: new Date() }, payout)
  return done({ clickId, url, isGuest: visitor.userId === null, slug, visit })
}

async function insertClick(click: typeof clicks.$inferInsert, terms: string): Promise<number> {
  const hash = terms ? createHash('sha256').update(terms).digest('hex') : null
  const stored = db.$with('stored').as(
    db
      .insert(visitTerms)
      .values({ hash: hash ?? '', html: terms })
      .onConflictDoNothing()
      .returning({ hash: visitTerms.hash }),
  )
  const [row] = await (hash ? db.with(stored) : db)
    .insert(clicks)
    .values({ ...click, terms_hash: hash })
    .returning({ seq: clicks.seq })
  return row!.seq
}

/** Null for an unknown slug or a hidden or ended offer (docs/rules.md#4). */
export async function findShortlinkUrl(slug: string): Promise<string | null> {
  const [offer] = await db
    .select({
      network: campaigns.network,
      network_campaign_id: campaigns.network_campaign_id,
      tracking_url: campaigns.tracking_url,
    })
    .from(shortlinks)
    .innerJoin(campaigns, eq(campaigns.id, shortlinks.campaign_id))
    .where(
      and(
        eq(shortlinks.slug, slug.toLowerCase().replaceAll('\0', '')),
        isListed,
        or(isNull(campaigns.ends_at), sql`${campaigns.ends_at} > now()`),
      ),
    )
  return offer ? buildTrackingUrl(offer, null, env()) : null
}

export interface LastVisit {
  /** '21 Nov 2026, 5:15 am' in India. */
  time: string
  rate: string | null
  number: string
}

const toLastVisit = ({ seq, at }: { seq: number; at: Date }, payout: Payout): LastVisit => ({
  time: formatTime(at),
  rate: classifyCredit(payout) === 'cashback' ? formatPayout(payout) : null,
  number: formatVisitNumber(seq),
})

/** Looks back 24 hours, for the offer named in a URL. Does not wait for the lookup of that offer. */
export async function findLastVisit(userId: number | undefined, name: string): Promise<LastVisit | null> {
  if (userId === undefined) return null
  const [click] = await db
    .select({
      seq: clicks.seq,
      at: clicks.created_at,
      payout_hundredths: clicks.payout_hundredths,
      payout_model: clicks.payout_model,
      currency: clicks.currency,
    })
    .from(clicks)
    .where(
      and(
        eq(clicks.user_id, userId),
        eq(clicks.campaign_id, selectOfferId(name)),
        sql`${clicks.created_at} > now() - interval '1 day'`,
      ),
    )
    .orderBy(desc(clicks.created_at))
    .limit(1)
  return click ? toLastVisit(click, click) : null
}
