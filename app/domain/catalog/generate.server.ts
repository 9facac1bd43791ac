/** Makes a catalogue with realistic skew, for trials, tests of plans and benchmarks. */
import { sql, type SQL } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { longTransaction } from '~/platform/db/time-limit.server'
import { lockForImport } from './catalogue-lock.server'
import { rankIn, UNRANKED } from './ranking.server'

const SOURCE = 'generated'
const CHUNK = 20_000
/** Offers of a store on average; the sizes follow Zipf's law. */
const OFFERS_A_STORE = 180

const words = (text: string) => sql`${`{${text.trim().split(/\s+/).join(',')}}`}::text[]`

const KINDS =
  words(`Organic Cotton Wireless Classic Festive Budget Premium Handmade Bluetooth Herbal Designer Steel Wooden
  Leather Silk Smart Portable Vintage Kids Ladies Gents Ayurvedic Monsoon Winter Summer Weekend Domestic International Online
  Refurbished Gaming Running Travel Kitchen Office Garden Bridal Everyday Foldable Rechargeable`)
const THINGS =
  words(`kurtas sarees headphones speakers mattresses laptops tablets phones chargers backpacks sneakers sandals
  watches sunglasses jewellery bangles perfumes shampoos vitamins protein lamps curtains cushions cookers kettles mixers
  refrigerators televisions cameras tripods helmets tyres scooters rackets bats footballs treadmills yoga-mats books courses
  flights hotels buses trains cruises insurance broadband recharges groceries spices tea coffee chocolates cakes flowers toys
  diapers prams hosting antivirus printers keyboards monitors chairs desks sofas wardrobes plants paints drills bulbs fans
  heaters purifiers geysers blankets towels jeans shirts jackets socks`)
const PLACES =
  words(`Pune Kochi Indore Guwahati Jaipur Mysuru Surat Patna Shimla Madurai Ranchi Delhi Mumbai Chennai Kolkata
  Lucknow Nagpur Bhopal Vizag Goa`)
const SHOPS =
  words(`Asha Banyan Chandni Dhoop Ekta Ganga Heera Indus Jasmine Kesar Lotus Mango Neem Opal Peepal Quartz Rangoli
  Sagar Tulsi Udaan Veda Yamuna Zari Amrit Bela Chitra Deepa Gulmohar Himal Jamun`)
const TRADES = words(
  'Bazaar Store Mart Fashion Travels Electronics Kitchen Living Sports Pharma Books Gadgets',
)

const LINKS = sql`'{" from "," in "," near "}'::text[]`

const draw = (salt: number) =>
  sql`((hashint8extended(n, ${sql.raw(String(salt))}) & 1073741823) / 1073741824.0::float8)`
const chooseOne = (list: SQL, salt: number) =>
  sql`(${list})[1 + floor(${draw(salt)} * cardinality(${list}))::int]`

interface GenerateOptions {
  onProgress?: (rows: number) => void
  chunk?: number
}

/** Adds offers until there are `rows`, and ranks them. Commits each statement. */
export async function generateCatalogue(
  rows: number,
  { onProgress = () => {}, chunk = CHUNK }: GenerateOptions = {},
): Promise<void> {
  const stores = Math.max(1, Math.round(rows / OFFERS_A_STORE))
  const commit = (work: (tx: Tx) => Promise<unknown>) =>
    longTransaction(async (tx) => {
      await lockForImport(tx)
      await work(tx)
    })
  await commit((tx) => addStores(tx, stores))
  for (let first = 1; first <= rows; first += chunk) {
    const last = Math.min(first + chunk - 1, rows)
    await commit((tx) => addOffers(tx, { first, last, stores }))
    onProgress(last)
  }
  await commit((tx) => rankIn(tx, { imported: true }))
  await db.execute(sql`ANALYZE campaigns, brands`)
}

const addStores = (tx: Tx, stores: number) =>
  tx.execute(sql`
    INSERT INTO brands (source, external_id, coupon_code, name, store_url, verified_at)
    SELECT ${SOURCE}, n, 'generated-' || n, ${chooseOne(SHOPS, 1)} || ' ' || ${chooseOne(TRADES, 2)} || ' ' || n,
           'https://store-' || n || '.example/', CASE WHEN n % 3 = 0 THEN now() END
      FROM generate_series(1, ${stores}::bigint) AS n
        ON CONFLICT (source, external_id) DO NOTHING`)

interface Offers {
  first: number
  last: number
  stores: number
}

const addOffers = (tx: Tx, { first, last, stores }: Offers) =>
  tx.execute(sql`
    WITH facts AS (
      SELECT n, floor(power(${stores}::float8 + 1, ${draw(3)}))::int AS store,
             CASE WHEN ${draw(4)} > 0.03 THEN 1 + floor(power(${draw(5)}, 2) * (SELECT count(*) FROM categories))::int END AS shelf,
             CASE WHEN ${draw(6)} < 0.7 THEN 5 * (1 + floor(power(${draw(7)}, 2) * 14)::int) || '% off'
                  ELSE 'Rs. ' || 50 * (1 + floor(${draw(7)} * 20)::int) || ' off' END AS offer,
             ${chooseOne(KINDS, 20)} || ' ' || replace(${chooseOne(THINGS, 21)}, '-', ' ') AS thing, ${chooseOne(PLACES, 22)} AS place
        FROM generate_series(${first}::bigint, ${last}::bigint) AS n),
    texts AS (
      SELECT *, offer || ' ' || thing || ${chooseOne(LINKS, 8)} || place
                || CASE WHEN ${draw(9)} < 0.9 THEN ', offer ' || n ELSE '' END AS title,
             offer || ' ' || thing || '. Free delivery above Rs. 499 in ' || place || ' and 120 other cities.' AS about
        FROM facts)
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, category_id, description_html,
      description_text, kpi_html, code, type, payout_hundredths, payout_model, offer, url, network, network_campaign_id,
      banner_url, starts_at, ends_at, hidden_at, hidden_reason, rank)
    SELECT ${SOURCE}, n, 'generated', 'generated-' || n, title, b.id, c.id, '<p>' || about || '</p>', about,
           '<ul><li>Valid once for each account.</li><li>Cashback is paid on the amount without GST.</li></ul>',
           CASE WHEN ${draw(10)} < 0.45 THEN 'SAVE' || n END,
           CASE WHEN ${draw(11)} < 0.12 THEN 'product' ELSE 'coupon' END,
           100 + floor(${draw(12)} * 1400)::int, CASE WHEN ${draw(13)} < 0.8 THEN 'percentage' ELSE 'flat' END, offer,
           'https://store-' || store || '.example/offers/' || n, 'trackier', n,
           CASE WHEN ${draw(14)} < 0.001 THEN '/banners/all.svg' END,
           CASE WHEN ${draw(15)} < 0.02 THEN now() + ${draw(16)} * interval '60 days' ELSE now() - interval '30 days' END,
           CASE WHEN ${draw(17)} < 0.03 THEN now() - ${draw(18)} * interval '20 days'
                WHEN ${draw(17)} < 0.45 THEN now() + ${draw(18)} * interval '400 days' END,
           CASE WHEN ${draw(19)} < 0.01 THEN now() END, CASE WHEN ${draw(19)} < 0.01 THEN 'generated' END,
           ${first === 1 ? sql`1000 * dense_rank() OVER (ORDER BY lower(title))` : sql`${UNRANKED}::int`}
      FROM texts JOIN brands b ON b.source = ${SOURCE} AND b.external_id = store::text
      LEFT JOIN categories c ON c.position = shelf
        ON CONFLICT (source, external_id) DO NOTHING`)
