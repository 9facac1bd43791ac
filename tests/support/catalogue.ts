/** Stores and offers for tests. */
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'

let made = 0

export async function addStore(values: Partial<typeof brands.$inferInsert> = {}) {
  const n = ++made
  const [row] = await db
    .insert(brands)
    .values({
      source: 'test',
      external_id: `b${n}`,
      coupon_code: `test-store-${n}`,
      name: `Store ${n}`,
      rank: n,
      ...values,
    })
    .returning()
  return row!
}

export async function addOffer(
  values: Partial<typeof campaigns.$inferInsert> & Pick<typeof campaigns.$inferInsert, 'brand_id'>,
) {
  const n = ++made
  const [row] = await db
    .insert(campaigns)
    .values({
      source: 'test',
      external_id: `c${n}`,
      row_hash: `h${n}`,
      slug: `test-offer-${n}`,
      title: `Offer ${n}`,
      description_html: `<p>About offer ${n}.</p>`,
      description_text: `About offer ${n}.`,
      url: `https://store-${n}.example/`,
      network: 'trackier',
      network_campaign_id: String(n),
      payout_hundredths: 800n,
      rank: n,
      ...values,
    })
    .returning()
  return row!
}

export const day = (offset: number) => new Date(Date.now() + offset * 86_400_000)
