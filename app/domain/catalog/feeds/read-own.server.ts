/** docs/feeds.md describes the format. */
import { isNetworkName } from '~/platform/config/networks'
import { slugify } from '../slugs'
import { findCategory } from './category.server'
import { stripTags } from './clean-html.server'
import { Fields, refuseHttp, getSecureOrigin, type Raw } from './fields.server'
import { readFeedPayout, readCommission } from './own-payout.server'
import {
  RefusedRow,
  type FeedStore,
  type FeedOffer,
  type FeedRow,
  type Keepable,
  type RowContext,
} from '../feeds'

export function readOwnRow(raw: Raw, context: RowContext): FeedRow {
  const f = new Fields(raw)
  const external_id = f.text(['external_id', 'id'], 100)
  if (external_id === null) throw new RefusedRow('id: missing')
  const title = f.plain('title', 200)
  if (title === null) throw new RefusedRow('title: missing')
  const landing = f.landing('url')
  if (landing === null) throw new RefusedRow('url: missing')
  const { hostname } = landing
  const network = f.text('network', 40)?.toLowerCase() ?? 'trackier'
  if (!isNetworkName(network)) throw new RefusedRow(`network: ‘${network}’ is unknown`)
  const storeName = f.plain('brand', 120) ?? hostname.replace(/^www\./, '')

  const tracking_url = f.url('tracking_url')
  const url = landing.protocol === 'https:' ? landing.href : tracking_url
  if (url === null) throw new RefusedRow(refuseHttp('url'))

  const offer: FeedOffer = {
    external_id,
    title,
    ...readTexts(f),
    ...readCategory(raw, f, context),
    ...readFeedPayout(f, context),
    ...readCommission(f, context),
    rate_for: f.plain('rate_for', 60) ?? undefined,
    keeps_cashback: readKeeps(f),
    ...readPictures(f),
    url,
    network,
    network_campaign_id: f.text('network_campaign_id', 100) ?? external_id,
    tracking_url,
    guest_clicks: f.flag('guest_clicks'),
    locale: readLocale(f),
    tracking_script_cid: f.text('tracking_script_cid', 40),
    ...readPeriod(f),
    hidden_reason: null,
  }
  const keeps = listKept(f, context)
  return { campaign: offer, brand: readStore(f, storeName), origin: getSecureOrigin(landing), keeps }
}

/** The fields of an offer that follow from one or several fields of the format; others have its name. */
const NAMES: readonly [names: readonly string[], fields: readonly Keepable[]][] = [
  [['description'], ['description_html', 'description_text']],
  [['kpi'], ['kpi_html']],
  [
    ['categories', 'category'],
    ['categories', 'category_id'],
  ],
  [['payout'], ['payout_hundredths', 'payout_model']],
  [['commission'], ['commission_hundredths', 'commission_model']],
  [['cap'], ['cap_paise']],
]
const SAME_NAME: readonly Keepable[] = [
  'code',
  'type',
  'offer',
  'seo_title',
  'currency',
  'rate_for',
  'logo_url',
  'banner_url',
  'img',
  'network',
  'network_campaign_id',
  'tracking_url',
  'guest_clicks',
  'locale',
  'tracking_script_cid',
  'starts_at',
  'ends_at',
  'brand',
  'brand_id',
]

function listKept(f: Fields, { payout, clears }: RowContext): Keepable[] {
  const kept = [
    ...NAMES.flatMap(([names, fields]) => (f.omits(names, clears) ? fields : [])),
    ...SAME_NAME.filter((name) => f.omits([name], clears && name !== 'brand' && name !== 'brand_id')),
    ...(f.omits(['keeps_cashback'], true) ? (['keeps_cashback'] as const) : []),
  ]
  return payout ? kept.filter((name) => !PAYOUT.includes(name)) : kept
}

const PAYOUT: readonly Keepable[] = ['payout_hundredths', 'payout_model', 'currency']

function readTexts(f: Fields) {
  const description_html = f.html('description')
  return {
    description_html,
    description_text: stripTags(description_html),
    kpi_html: f.html('kpi'),
    code: f.code('code'),
    type: f.plain('type', 40)?.toLowerCase() ?? 'deal',
    offer: f.plain('offer', 120),
    seo_title: f.plain('seo_title', 200),
  }
}

function readCategory(raw: Raw, f: Fields, { categories: keys, unknownCategory }: RowContext) {
  const list = raw.categories
  const categories = Array.isArray(list)
    ? JSON.stringify(list.filter((name) => typeof name === 'string').slice(0, 20))
    : f.text('categories', 1000)
  const { id, unknown } = findCategory(categories, f.plain('category', 100), keys)
  if (unknown !== undefined) unknownCategory(unknown)
  return { categories, category_id: id }
}

function readPictures(f: Fields) {
  return {
    logo_url: f.picture('logo_url'),
    banner_url: f.picture('banner_url'),
    img: f.picture('img'),
  }
}

function readLocale(f: Fields): string {
  const locale = f.text('locale', 10) ?? 'en'
  if (!/^[a-z]{2}$/.test(locale)) throw new RefusedRow('locale: must be two letters such as en')
  return locale
}

/** An empty field sets the value to unknown: an outdated value would promise money. */
function readKeeps(f: Fields): boolean | null | undefined {
  if (f.omits(['keeps_cashback'], true)) return undefined
  const answer = f.maybe('keeps_cashback')
  return answer === null ? null : answer === 'true'
}

function readPeriod(f: Fields) {
  const starts_at = f.instant('starts_at')
  const ends_at = f.instant('ends_at', { end: true })
  if (starts_at && ends_at && ends_at <= starts_at) throw new RefusedRow('ends_at: must be after starts_at')
  return { starts_at, ends_at }
}

function readStore(f: Fields, name: string): FeedStore {
  return {
    external_id: f.text('brand_id', 100) ?? name.toLowerCase(),
    name,
    coupon_code: f.text('coupon_code', 80) && slugify(f.text('coupon_code', 80)!),
    seo_title: f.plain('brand_seo_title', 200),
    img: f.picture(['brand_img', 'logo_url']),
    store_url: f.url('store_url'),
    verified_at: f.instant('verified_at'),
    ...pickStated({
      tracks_in_hours: f.count('tracks_in_hours', 1, 8760),
      confirms_in_days: f.count('confirms_in_days', 1, 365),
      app_orders: f.maybe('app_orders'),
      takes_claims: f.maybe('takes_claims'),
      voids: f.points('voids'),
      dos: f.points('dos'),
      donts: f.points('donts'),
    }),
  }
}

const pickStated = <Name extends string>(all: Record<Name, string | null>): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Partial<
    Record<Name, string>
  >
