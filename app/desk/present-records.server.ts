/** Records as the fields of their changes name them. A record stays locked until the transaction ends. */
import { eq } from 'drizzle-orm'
import type { SaleDay } from '~/domain/catalog/manual-overrides.server'
import type { Reader } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { flashSales } from '~/platform/db/schema/editorial'
import { describeFacts, type Fact } from './columns'
import { requireOffer, requireStore } from './lookups.server'
import type { Present } from './operation'
import { formatStoredRate } from './rate-columns'

type Store = typeof brands.$inferSelect
type Offer = typeof campaigns.$inferSelect

export async function presentStore(
  which: string,
  reader: Reader,
  describe: (store: Store) => Fact[],
): Promise<Present> {
  const { id } = await requireStore(which, reader)
  const [store] = await reader.select().from(brands).where(eq(brands.id, id)).for('no key update')
  return { subject: `store ${id}`, values: describe(store!) }
}

export async function presentOffer(
  which: string,
  reader: Reader,
  describe: (offer: Offer) => Fact[],
): Promise<Present> {
  const { id } = await requireOffer(which, reader)
  const [offer] = await reader.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update')
  return { subject: `offer ${id}`, values: describe(offer!) }
}

export async function presentFlashSale(subject: string, day: SaleDay, reader: Reader): Promise<Present> {
  const [sale] = await reader
    .select({
      offer: flashSales.campaign_id,
      hundredths: flashSales.payout_hundredths,
      model: flashSales.payout_model,
    })
    .from(flashSales)
    .where('weekday' in day ? eq(flashSales.weekday, day.weekday) : eq(flashSales.on_date, day.on_date))
    .for('no key update')
  return {
    subject,
    values: [
      ...describeFacts('offer', { offer: sale?.offer ?? null }),
      ...describeFacts('rate', {
        payout: sale?.hundredths ? formatStoredRate(sale.hundredths, sale.model) : null,
      }),
    ],
  }
}
