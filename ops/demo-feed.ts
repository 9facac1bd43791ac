import clothes from '~/platform/db/seed/shops/clothes.txt?raw'
import first from '~/platform/db/seed/shops/first.txt?raw'
import home from '~/platform/db/seed/shops/home.txt?raw'
import services from '~/platform/db/seed/shops/services.txt?raw'
import shelves from '~/platform/db/seed/shops/shelves.txt?raw'
import travel from '~/platform/db/seed/shops/travel.txt?raw'
import wellbeing from '~/platform/db/seed/shops/wellbeing.txt?raw'
import records from '~/platform/db/seed/store-records.json'
import { slugify } from '../app/domain/catalog/slugs'
import { computeDemoEnd, Marks, readDemoPayout, type DemoTimes } from './demo-facts'

const SHOPS = [first, shelves, clothes, wellbeing, travel, services, home].join('\n')

interface Shop {
  name: string
  coupon_code: string
  category: string
  seo_title: string
  logo: string | null
  offers: number
  kinds: Set<string>
  record: object
}

type DemoRow = ReturnType<typeof readOffer>

/** `since`: when the demo was first seeded, from which end dates are computed. */
export function listDemoRows(since: Date, now = since): DemoRow[] {
  const rows: DemoRow[] = []
  let shop: Shop | undefined
  for (const block of SHOPS.split(/\n(?=[=#] )/)) {
    const [head = '', ...lines] = block.split('\n').filter((line) => line !== '')
    if (head.startsWith('= ')) shop = readShop(head)
    else if (head.startsWith('# '))
      rows.push(readOffer(shop!, head.slice(2), lines, rows.length, { since, now }))
    else throw new Error(`the demo's shops: neither a shop nor an offer: ${head}`)
  }
  return rows
}

const splitCells = (line: string) => line.slice(2).split(' | ')

function readShop(head: string): Shop {
  const [name, coupon_code, category, seo_title, mark] = splitCells(head)
  if (!seo_title) throw new Error(`the demo's shops: ${head}`)
  const logo = mark === 'no logo' ? null : `/logos/${coupon_code!}.svg`
  const record = {
    ...(records.categories as Record<string, object>)[category!],
    ...(records.stores as Record<string, object>)[coupon_code!],
  }
  return {
    name: name!,
    coupon_code: coupon_code!,
    category: category!,
    seo_title,
    logo,
    offers: 0,
    kinds: new Set<string>(),
    record,
  }
}

function readOffer(
  shop: Shop,
  title: string,
  [facts = '', ...lines]: string[],
  place: number,
  times: DemoTimes,
) {
  const [kind, offer, payout, ...marks] = splitCells(facts)
  if (!facts.startsWith('@ ') || !payout) throw new Error(`the demo's shops: ${title}: ${facts}`)
  const known = new Marks(marks)
  const code = known.after('code')
  const isProduct = known.has('product')
  const isSpanish = known.has('es')
  const site = `https://www.${shop.coupon_code}.example/`
  const row = {
    id: `${shop.coupon_code}-${++shop.offers}`,
    title,
    brand: shop.name,
    coupon_code: shop.coupon_code,
    store_url: site,
    verified_at: NOT_VERIFIED.has(shop.coupon_code) ? null : '2026-10-01',
    brand_seo_title: shop.seo_title,
    brand_img: shop.logo,
    ...shop.record,
    rate_for: known.after('for') ?? (isProduct || isSpanish ? null : addKind(shop, kind!, payout)),
    categories: JSON.stringify([kind!.includes(' & ') ? kind : `${shop.category} & ${kind}`]),
    type: isProduct ? 'product' : code ? 'coupon' : 'deal',
    offer,
    code,
    description: lines
      .filter((line) => !line.startsWith('- '))
      .map((line) => `<p>${line}</p>`)
      .join(''),
    kpi: `<ul>${lines
      .filter((line) => line.startsWith('- '))
      .map((line) => `<li>${line.slice(2)}</li>`)
      .join('')}</ul>`,
    ...readDemoPayout(payout),
    cap: known.after('cap'),
    img: readPhoto(known.after('photo')),
    logo_url: known.has('no logo') ? null : (known.after('logo') ?? shop.logo),
    url: `${site}${isProduct ? 'p' : 'offers'}/${slugify(title)}`,
    network: 'trackier',
    network_campaign_id: String(4101 + place),
    guest_clicks: known.has('guests'),
    locale: isSpanish ? 'es' : 'en',
    starts_at: known.after('from') ?? '2026-01-01',
    ends_at: known.after('until') ?? computeDemoEnd(place, times),
  }
  known.mustBeEmpty(title)
  return row
}

const readPhoto = (name: string | null) => name && `/photos/${name}.svg`

function addKind(shop: Shop, kind: string, payout: string): string | null {
  const name = kind.split(' & ').at(-1)!
  if (payout === 'no cashback' || shop.kinds.has(name)) return null
  shop.kinds.add(name)
  return name
}

const NOT_VERIFIED = new Set(
  `kagazpakka moharmark chhatricover guptkey chowkidarcloud taalanet eentaangan vidyutrath tyretapri khelkonsol dhwanidock
  sagarika himsetu aasanaattic poshanpantry rangoliroom`.split(/\s+/),
)
