/** Tracked exits: the click that is recorded, the rate it promises, and where it leads. */
import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { payoutOf, rateColumns } from '~/catalog/offer-rates.server'
import { db } from '~/db/client.server'
import { defineAddressLimit, defineLimit, takeAll, type Counted, type Limit } from '~/db/limits.server'
import { brands, campaigns, clicks, shortlinks } from '~/db/schema'
import { derivedKey, env } from '~/env.server'
import { done, refused, type Done, type Refused } from '~/outcome'
import { watchRefusedClick } from '~/signals/clicks.server'
import { trackingUrl } from './networks'
import { GUEST_ID } from './reported-clicks.server'

export interface Visitor {
  /** Null: a guest. */
  userId: number | null
  /** The client's address; counts a guest's clicks and, with the agent, becomes a keyed hash. */
  address: string
  agent: string
}

/** `slug` leads back to the campaign's page; that of a hidden one is the page of what is not found. */
export type ClickRefusal =
  | Refused<'not-found'>
  | Refused<'hidden' | 'sign-in-first' | 'ended' | 'no-tracking-url', { slug: string }>
  | Refused<'too-many', { slug: string; minutes: number }>

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** 128 random bits as 26 letters and digits. */
function newClickId(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`)
  let text = ''
  for (let i = 0; i < 26; i++, bits >>= 5n) text += BASE32.charAt(Number(bits & 31n))
  return text
}

const visitorHash = ({ address, agent }: Visitor) =>
  createHmac('sha256', derivedKey('visitor')).update(`${address}\0${agent}`).digest('base64url')

let limits: { ofUser: Limit; ofAddress: (address: string) => Counted[] } | undefined

/** What a click counts under: the member, or the places of a guest's address. */
function countedOf({ userId, address }: Visitor): Counted[] {
  const most = env().CLICKS_PER_HOUR
  limits ??= {
    ofUser: defineLimit('clicks', most, 3600),
    ofAddress: defineAddressLimit('clicks', { v4: most, v6: most }, 3600),
  }
  return userId === null ? limits.ofAddress(address) : [{ limit: limits.ofUser, key: `user:${userId}` }]
}

/** Begun and not hidden; it may have ended. */
const isListed = and(
  isNull(campaigns.hidden_at),
  or(isNull(campaigns.starts_at), sql`${campaigns.starts_at} <= now()`),
)

/**
 * Records the click of a member, or of a guest where the campaign lets guests click, with the rate promised at this
 * moment. Gives the https address to go to.
 */
export async function recordClick(
  campaignId: number,
  visitor: Visitor,
): Promise<Done<{ clickId: string; url: string; isGuest: boolean }> | ClickRefusal> {
  const [found] = await db
    .select({ campaign: campaigns, rates: rateColumns, isListed: sql<boolean>`${isListed}` })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(eq(campaigns.id, campaignId))
  if (!found) return refused('not-found')
  const { campaign } = found
  const { slug } = campaign
  if (!found.isListed) return refused('hidden', { slug })
  if (campaign.ends_at && campaign.ends_at.getTime() <= Date.now()) return refused('ended', { slug })
  if (visitor.userId === null && !campaign.guest_clicks) return refused('sign-in-first', { slug })
  const clickId = newClickId()
  const url = trackingUrl(campaign, clickId, env())
  if (!url) return refused('no-tracking-url', { slug })

  const wait = await takeAll(countedOf(visitor))
  if (wait) {
    if (visitor.userId !== null) await watchRefusedClick(visitor.userId)
    return refused('too-many', { slug, minutes: wait.minutes })
  }
  await db.insert(clicks).values({
    id: clickId,
    user_id: visitor.userId ?? GUEST_ID,
    campaign_id: campaign.id,
    network: campaign.network,
    ...payoutOf(found.rates),
    cap_paise: campaign.cap_paise,
    visitor_hash: visitorHash(visitor),
  })
  return done({ clickId, url, isGuest: visitor.userId === null })
}

/** Where a shortlink leads (docs/rules.md#4): the campaign's tracking URL; null for any other slug, or an ended offer. */
export async function findShortlinkUrl(slug: string): Promise<string | null> {
  const [campaign] = await db
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
  return campaign ? trackingUrl(campaign, null, env()) : null
}
