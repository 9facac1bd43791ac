/** Records as the fields of their changes name them. A record stays locked until the transaction ends. */
import { eq } from 'drizzle-orm'
import type { SaleDay } from '~/domain/catalog/manual-overrides.server'
import type { Reader } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { claimMessages, claimProofs } from '~/platform/db/schema/claims'
import { flashSales } from '~/platform/db/schema/editorial'
import { lockClaimAndMember } from '~/domain/tracking/claim-decisions.server'
import { describeFacts, type Fact } from './columns'
import { requireFound, requireOffer, requireStore } from './lookups.server'
import type { Present } from './operation'
import { formatStoredRate } from './rate-columns'

type Store = typeof brands.$inferSelect
type Offer = typeof campaigns.$inferSelect

export async function presentStore(
  which: string,
  reader: Reader,
  describe: (store: Store) => Fact[],
): Promise<Present> {
  const { id } = await requireStore(which)
  const [store] = await reader.select().from(brands).where(eq(brands.id, id)).for('no key update')
  return { subject: `store ${id}`, values: describe(store!) }
}

export async function presentOffer(
  which: string,
  reader: Reader,
  describe: (offer: Offer) => Fact[],
): Promise<Present> {
  const { id } = await requireOffer(which)
  const [offer] = await reader.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update')
  return { subject: `offer ${id}`, values: describe(offer!) }
}

/** What an answer must have seen: messages and proofs, too. Locks the claim. */
export async function readClaimToAnswer(id: number, reader: Reader) {
  const claim = await lockClaimAndMember(reader, id)
  const { state, waits_for_us } = requireFound(claim ?? undefined, `claim ${id}`, 'claims list')
  return {
    state,
    waits_for_us,
    messages: await reader.$count(claimMessages, eq(claimMessages.claim_id, id)),
    proofs: await reader.$count(claimProofs, eq(claimProofs.claim_id, id)),
  }
}

export async function presentClaim(id: number, reader: Reader): Promise<Present> {
  const { state, waits_for_us, messages, proofs } = await readClaimToAnswer(id, reader)
  return {
    subject: `claim ${id}`,
    values: [
      { name: 'state', kind: 'state', value: state },
      { name: 'waits for us', kind: 'yes', value: waits_for_us },
      ...describeFacts('count', { messages, proofs }),
    ],
  }
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
