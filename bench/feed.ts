// A deterministic feed of any length, streamed to a file.
import { once } from 'node:events'
import fs from 'node:fs'

const CATEGORIES =
  'Electronics|Fashion|Health-&-Beauty|Travel|Sports|Airlines|Services|Lifestyle|Law|E-commerce|Health-medicine|Clothing|Vehicles|Home-Improvement|Network Security|Food-&-Dining|Mobile-&-Tablets'.split(
    '|',
  )
const THINGS =
  'lamps|kurtas|headphones|bus tickets|rackets|sarees|mattresses|courses|helmets|spices|tablets|hotel nights|plants'.split(
    '|',
  )
const PLACES = 'Pune|Kochi|Indore|Guwahati|Jaipur|Mysuru|Surat|Patna|Shimla|Madurai|Ranchi'.split('|')

const OFFERS_A_SHOP = 40

const pick = (list: string[], n: number) => list[n % list.length]!

/** About 1 KB as JSON, like an offer of a real feed. */
function makeRow(n: number) {
  const shop = Math.floor(n / OFFERS_A_SHOP)
  const site = `https://shop-${shop}.example`
  const thing = pick(THINGS, n)
  return {
    id: `row-${n}`,
    title: `${5 + (n % 60)}% off ${thing} from ${pick(PLACES, n * 7)}, list ${n}`,
    brand: `Shop ${shop} of ${pick(PLACES, shop)}`,
    store_url: `${site}/`,
    brand_img: `/logos/shop-${shop}.svg`,
    categories: JSON.stringify([`${pick(CATEGORIES, n)} & ${thing}`]),
    type: n % 9 ? 'coupon' : 'product',
    offer: `${5 + (n % 60)}% off`,
    code: n % 3 ? `CODE${n}` : '',
    description: `<p>Take <strong>${5 + (n % 60)}% off ${thing}</strong> &amp; more, sent from ${pick(PLACES, n * 7)} within ${1 + (n % 6)} days.</p><p>Above &#8377;${499 + (n % 50) * 10} the delivery costs nothing &ndash; in ${100 + (n % 400)} cities.</p>`,
    kpi: `<ul><li>Valid once for each account.</li><li>Cashback is paid on the amount without GST.</li><li>Orders above Rs. ${299 + (n % 70) * 10}.</li></ul>`,
    payout: n % 5 ? `${1 + (n % 14)}.5` : `${50 + (n % 400)}`,
    payout_model: n % 5 ? 'percentage' : 'flat',
    logo_url: `/logos/shop-${shop}.svg`,
    url: `${site}/offers/${n}`,
    network_campaign_id: String(10_000 + n),
    starts_at: '2026-01-01',
    ends_at: n % 4 ? `20${30 + (n % 5)}-0${1 + (n % 9)}-28` : '',
  }
}

/** The file extension selects CSV or JSON. */
export async function writeFeed(file: string, rows: number): Promise<void> {
  const out = fs.createWriteStream(file)
  const isCsv = file.endsWith('.csv')
  out.write(isCsv ? `${Object.keys(makeRow(0)).join(',')}\n` : '[')
  for (let n = 0; n < rows; n++) {
    const row = makeRow(n)
    const text = isCsv
      ? `${Object.values(row).map(quoted).join(',')}\n`
      : `${n ? ',' : ''}\n${JSON.stringify(row)}`
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end(isCsv ? '' : '\n]\n')
  await once(out, 'close')
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
