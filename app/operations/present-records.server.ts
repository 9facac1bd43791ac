/** Records as the fields of their changes name them. A record stays locked until the transaction ends. */
import { eq } from 'drizzle-orm'
import type { SaleDay } from '~/catalog/manual-overrides.server'
import { formatShare } from '~/catalog/rates/rates'
import type { StoreRecord } from '~/catalog/store-record.server'
import type { Reader } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { claimMessages, claimProofs, claims } from '~/db/schema/claims'
import { flashSales } from '~/db/schema/editorial'
import type { Fact } from './columns'
import { requireFound } from './lookups.server'
import type { Present } from './operation'
import { writeSetRate } from './rate-columns'
import { UNKNOWN, writeAnswer } from './store-words'

type Model = (typeof brands.$inferSelect)['payout_model']

const writeRate = (hundredths: bigint | null, model: Model | null): string =>
  writeSetRate(hundredths === null || model === null ? null : { hundredths, model })

const count = (name: string, value: number): Fact => ({ name, kind: 'count', value })

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

export async function presentHolding(id: number, reader: Reader): Promise<Present> {
  const [store] = await reader.select().from(brands).where(eq(brands.id, id)).for('no key update')
  return { subject: `store ${id}`, values: [{ name: 'days', kind: 'count', value: store!.holding_days }] }
}

export async function presentHiding(id: number, reader: Reader): Promise<Present> {
  const [offer] = await reader.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update')
  return { subject: `offer ${id}`, values: [{ name: 'reason', kind: 'text', value: offer!.hidden_reason }] }
}

/** With the number of its messages and proofs, which an answer replies to. */
export async function presentClaim(id: number, reader: Reader): Promise<Present> {
  const [claim] = await reader.select().from(claims).where(eq(claims.id, id))
  const { state, waits_for_us } = requireFound(claim, `claim ${id}`, 'claims list')
  return {
    subject: `claim ${id}`,
    values: [
      { name: 'state', kind: 'state', value: state },
      { name: 'waits for us', kind: 'yes', value: waits_for_us },
      count('messages', await reader.$count(claimMessages, eq(claimMessages.claim_id, id))),
      count('proofs', await reader.$count(claimProofs, eq(claimProofs.claim_id, id))),
    ],
  }
}

export async function presentFlashSale(subject: string, day: SaleDay, reader: Reader): Promise<Present> {
  const [sale] = await reader
    .select({ offer: flashSales.campaign_id })
    .from(flashSales)
    .where('weekday' in day ? eq(flashSales.weekday, day.weekday) : eq(flashSales.on_date, day.on_date))
    .for('no key update')
  return { subject, values: [{ name: 'offer', kind: 'offer', value: sale?.offer ?? null }] }
}
