// Makes feed rows of the texts in app/db/seed/shops (app/db/seed/README.md).
import clothes from '~/db/seed/shops/clothes.txt?raw'
import first from '~/db/seed/shops/first.txt?raw'
import home from '~/db/seed/shops/home.txt?raw'
import services from '~/db/seed/shops/services.txt?raw'
import shelves from '~/db/seed/shops/shelves.txt?raw'
import travel from '~/db/seed/shops/travel.txt?raw'
import wellbeing from '~/db/seed/shops/wellbeing.txt?raw'
import records from '~/db/seed/store-records.json'
import { slugify } from '../slugs'

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

interface Times {
  since: Date
  now: Date
}

function readOffer(shop: Shop, title: string, [facts = '', ...lines]: string[], place: number, times: Times) {
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
    rate_for: known.after('for') ?? (isProduct || isSpanish ? null : newKind(shop, kind!, payout)),
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
    ...readPayout(payout),
    cap: known.after('cap'),
    img: readPhoto(known.after('photo')),
    logo_url: known.has('no logo') ? null : (known.after('logo') ?? shop.logo),
    url: `${site}${isProduct ? 'p' : 'offers'}/${slugify(title)}`,
    network: 'trackier',
    network_campaign_id: String(4101 + place),
    guest_clicks: known.has('guests'),
    locale: isSpanish ? 'es' : 'en',
    starts_at: known.after('from') ?? '2026-01-01',
    ends_at: known.after('until') ?? computeEnd(place, times),
  }
  known.mustBeEmpty(title)
  return row
}

const readPhoto = (name: string | null) => name && `/photos/${name}.svg`

class Marks {
  constructor(private readonly left: string[]) {}

  has(mark: string): boolean {
    return this.take((one) => one === mark) !== null
  }

  after(word: string): string | null {
    return this.take((one) => one.startsWith(`${word} `))?.slice(word.length + 1) ?? null
  }

  private take(fits: (mark: string) => boolean): string | null {
    const at = this.left.findIndex(fits)
    return at < 0 ? null : this.left.splice(at, 1)[0]!
  }

  mustBeEmpty(title: string): void {
    if (this.left.length) throw new Error(`the demo's shops: ${title}: ${this.left.join(', ')}?`)
  }
}

function newKind(shop: Shop, kind: string, payout: string): string | null {
  const name = kind.split(' & ').at(-1)!
  if (payout === 'no cashback' || shop.kinds.has(name)) return null
  shop.kinds.add(name)
  return name
}

function readPayout(text: string) {
  if (text === 'no cashback') return { payout: null, payout_model: null, currency: 'Rs.' }
  if (text.endsWith('%')) return { payout: text.slice(0, -1), payout_model: 'percentage', currency: 'Rs.' }
  const [currency, payout] = text.split(' ')
  return { payout: payout!, payout_model: 'flat', currency: currency! }
}

const NOT_VERIFIED = new Set(
  `kagazpakka moharmark chhatricover guptkey chowkidarcloud taalanet eentaangan vidyutrath tyretapri khelkonsol dhwanidock
  sagarika himsetu aasanaattic poshanpantry rangoliroom`.split(/\s+/),
)

/** A LONG offer lasts one to eight months. */
const LONG = 244
const DAYS = [LONG, 11, 0, LONG, 17, LONG, 4, LONG, 0, 0]
const AGAIN = 21
const DAY_MS = 86_400_000

function computeEnd(place: number, { since, now }: Times): string | null {
  const lasts = DAYS[place % DAYS.length]!
  if (!lasts) return null
  const isLong = lasts === LONG
  const days = isLong ? 31 + ((place * 37) % 211) : lasts + (Math.floor(place / DAYS.length) % 5)
  let end = since.getTime() + days * DAY_MS
  while (end < now.getTime()) end += (isLong ? LONG : AGAIN) * DAY_MS
  return new Date(end).toISOString().slice(0, 10)
}
