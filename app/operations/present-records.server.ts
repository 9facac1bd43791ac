/** Records as the fields of their changes name them. A record stays locked until the transaction ends. */
import { eq } from 'drizzle-orm'
import { formatShare } from '~/catalog/rates/rates'
import type { StoreRecord } from '~/catalog/store-record.server'
import type { Reader } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { formatPayout } from '~/formats/money'
import type { Fact } from './columns'
import type { Present } from './operation'

type Model = (typeof brands.$inferSelect)['payout_model']

const writeRate = (hundredths: bigint | null, model: Model | null): string =>
  hundredths === null || model === null
    ? 'default'
    : formatPayout({ payout_hundredths: hundredths, payout_model: model, currency: 'Rs.' })

const rate = (name: string, value: string): Fact => ({ name, kind: 'rate', value })

export async function presentStoreRates(id: number, reader: Reader): Promise<Present> {
  const [store] = await reader.select().from(brands).where(eq(brands.id, id)).for('no key update')
  const { payout_hundredths, payout_model, commission_hundredths, commission_model, share_hundredths } =
    store!
  return {
    subject: `store ${id}`,
    values: [
      rate('payout', writeRate(payout_hundredths, payout_model)),
      rate('commission', writeRate(commission_hundredths, commission_model)),
      rate('share', share_hundredths === null ? 'default' : formatShare(share_hundredths)),
    ],
  }
}

export async function presentOfferPayout(id: number, reader: Reader): Promise<Present> {
  const [offer] = await reader.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update')
  return {
    subject: `offer ${id}`,
    values: [rate('payout', writeRate(offer!.set_payout_hundredths, offer!.set_payout_model))],
  }
}

const UNKNOWN = 'unknown'

const writeAnswer = (answer: boolean | null): string => (answer === null ? UNKNOWN : answer ? 'yes' : 'no')

export async function presentStoreRecord(id: number, reader: Reader): Promise<Present> {
  const [store] = await reader.select().from(brands).where(eq(brands.id, id)).for('no key update')
  const record: StoreRecord = store!
  const values: Record<string, string | number> = {
    tracksIn: record.tracks_in_hours ?? UNKNOWN,
    confirmsIn: record.confirms_in_days ?? UNKNOWN,
    appOrders: writeAnswer(record.app_orders),
    claims: writeAnswer(record.takes_claims),
    void: record.voids ?? UNKNOWN,
    do: record.dos ?? UNKNOWN,
    dont: record.donts ?? UNKNOWN,
  }
  return {
    subject: `store ${id}`,
    values: Object.entries(values).map(([name, value]) => ({ name, kind: 'text', value })),
  }
}
