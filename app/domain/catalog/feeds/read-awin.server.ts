import { stripTags } from './clean-html.server'
import { Fields, isRecord, refuseHttp, getSecureOrigin, type Raw } from './fields.server'
import { RefusedRow, type FeedRow, type HiddenReason, type Keepable, type RowContext } from '../feeds'

const readPart = (raw: Raw, name: string) => new Fields(isRecord(raw[name]) ? raw[name] : {})

export function readAwinRow(raw: Raw, context: RowContext): FeedRow {
  const f = new Fields(raw)
  const external_id = f.text('promotionId', 40)
  if (external_id === null) throw new RefusedRow('promotionId: missing')
  const description_html = f.html('description')
  const description_text = stripTags(description_html)
  const title = f.plain('title', 300) ?? description_text.slice(0, 100).trim()
  if (!title) throw new RefusedRow('title: missing')
  const { advertiserId, name, url, tracking_url, origin } = readLinks(raw, f, context)
  const payout = context.payout ?? { payout_hundredths: null, payout_model: 'percentage' }
  return {
    campaign: {
      external_id,
      title,
      description_html,
      description_text,
      kpi_html: f.html('terms'),
      code: readPart(raw, 'voucher').code('code'),
      categories: null,
      category_id: null,
      type: f.plain('type', 40)?.toLowerCase() ?? 'promotion',
      ...payout,
      currency: 'Rs.',
      logo_url: null,
      banner_url: null,
      img: null,
      offer: null,
      seo_title: null,
      url,
      network: 'awin',
      network_campaign_id: advertiserId ?? external_id,
      tracking_url,
      cap_paise: null,
      guest_clicks: false,
      locale: 'en',
      tracking_script_cid: null,
      starts_at: f.instant('startDate', { zone: 'Z' }),
      ends_at: f.instant('endDate', { end: true, zone: 'Z' }),
      hidden_reason: findHiddenReason(raw),
    },
    brand: {
      external_id: advertiserId ?? name.toLowerCase(),
      name,
      coupon_code: null,
      seo_title: null,
      img: null,
      store_url: null,
      verified_at: null,
    },
    origin,
    keeps: listKept(raw, f, context),
  }
}

/** What Awin's offers never say. */
const UNKNOWN: readonly Keepable[] = [
  'categories',
  'category_id',
  'commission_hundredths',
  'commission_model',
  'rate_for',
  'keeps_cashback',
  'logo_url',
  'banner_url',
  'img',
  'offer',
  'seo_title',
  'cap_paise',
  'guest_clicks',
  'locale',
  'tracking_script_cid',
]

const NAMES: readonly [name: string, fields: readonly Keepable[]][] = [
  ['description', ['description_html', 'description_text']],
  ['terms', ['kpi_html']],
  ['type', ['type']],
  ['startDate', ['starts_at']],
  ['endDate', ['ends_at']],
]

function listKept(raw: Raw, f: Fields, { payout, clears }: RowContext): Keepable[] {
  const advertiser = readPart(raw, 'advertiser')
  return [
    ...UNKNOWN,
    ...NAMES.flatMap(([name, fields]) => (f.omits([name], clears) ? fields : [])),
    ...(readPart(raw, 'voucher').omits(['code'], clears) ? (['code'] as const) : []),
    ...(payout ? [] : (['payout_hundredths', 'payout_model', 'currency'] as const)),
    ...(advertiser.omits(['id']) ? (['brand_id', 'network_campaign_id'] as const) : []),
    ...(advertiser.omits(['name']) ? (['brand'] as const) : []),
  ]
}

function readLinks(raw: Raw, f: Fields, { awinPublisherId }: RowContext) {
  const advertiser = readPart(raw, 'advertiser')
  const advertiserId = advertiser.text('id', 40)
  const given = f.url('urlTracking')
  const inside = given && new Fields({ url: new URL(given).searchParams.get('ued') })
  const stated = f.landing('url')
  const landing = stated?.protocol === 'https:' ? stated : inside ? (inside.landing('url') ?? stated) : stated
  if (!landing) throw new RefusedRow('url: missing')
  const tracking_url = given ?? makeLink(landing.href, advertiserId, awinPublisherId)
  const isSecure = landing.protocol === 'https:'
  if (!tracking_url) throw new RefusedRow(isSecure ? 'urlTracking: missing' : refuseHttp('url'))
  const name = advertiser.plain('name', 120) ?? landing.hostname.replace(/^www\./, '')
  const url = isSecure ? landing.href : tracking_url
  return { advertiserId, name, url, tracking_url, origin: getSecureOrigin(landing) }
}

function makeLink(url: string, advertiserId: string | null, publisherId: string | undefined): string | null {
  if (!advertiserId || !publisherId) return null
  const query = new URLSearchParams({ awinmid: advertiserId, awinaffid: publisherId, ued: url })
  return `https://www.awin1.com/cread.php?${query}`
}

function findHiddenReason(raw: Raw): HiddenReason | null {
  if (!servesIndia(raw.regions)) return 'regions without India'
  // Links of programmes that we have not joined earn nothing.
  return isRecord(raw.advertiser) && String(raw.advertiser.joined) === 'false' ? 'programme not joined' : null
}

/** A row without regions is valid everywhere, unless it says `all: false`. */
function servesIndia(regions: unknown): boolean {
  if (!isRecord(regions) || String(regions.all) === 'true') return true
  const list = Array.isArray(regions.list) ? regions.list : []
  if (!list.length) return String(regions.all) !== 'false'
  return list.some((region) => {
    const code: unknown = isRecord(region) ? region.countryCode : region
    return typeof code === 'string' && code.trim().toUpperCase() === 'IN'
  })
}
