/** A conversion written down: its row, the money behind it, and what people are told of it. */
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { placeholders, prepared } from '~/db/prepared.server'
import { conversions } from '~/db/schema'
import { zero, type Paise } from '~/money'
import { notify } from '~/outreach/notifications.server'
import { holdingOf, settleCashback, type Holding } from '~/wallet/cashback.server'
import { conversionNotices } from './conversion-notices'
import type { Decision } from './conversion-states'

export type Conversion = typeof conversions.$inferSelect
export type Applied = Extract<Decision, { outcome: 'applied' }>

/** What a conversion becomes. */
export interface Change extends Applied {
  /** In paise; null: the network named none. */
  sale: bigint | null
  networkPayout: bigint | null
  store: string
}

/** Whose it is. */
type Owners = Pick<Conversion, 'user_id' | 'referrer_id'>
/** Which sale of which click. */
type Born = Owners & Pick<Conversion, 'network' | 'external_id' | 'click_id' | 'campaign_id'>

const OWNERS = ['user_id', 'referrer_id'] as const
const BORN = ['network', 'external_id', 'click_id', 'campaign_id'] as const
const CHANGED = [
  'status',
  'pending_paise',
  'granted_paise',
  'referral_paise',
  'sale_paise',
  'network_payout_paise',
  'revision',
] as const

const insertConversion = prepared((reader) =>
  reader
    .insert(conversions)
    .values(placeholders(...BORN, ...OWNERS, ...CHANGED))
    .onConflictDoNothing()
    .returning({ id: conversions.id }),
)

const updateConversion = prepared((reader) =>
  reader
    .update(conversions)
    .set({ ...placeholders(...OWNERS, ...CHANGED), updated_at: sql`now()` })
    .where(eq(conversions.id, sql.placeholder('id'))),
)

const nothing: Holding = { pending: zero, granted: zero, referral: zero }

/** Makes a conversion that nobody has reported yet; gives its id. Null: it is there by now. */
export async function makeConversion(tx: Tx, born: Born, change: Change): Promise<number | null> {
  const revision = 1
  const [made] = await insertConversion(tx, { ...born, ...changed(born, change), revision })
  if (!made) return null
  await settle(tx, { ...born, id: made.id, revision }, nothing, change)
  return made.id
}

/** Brings a conversion, whose row is locked, to a new state; gives its id. */
export async function changeConversion(tx: Tx, now: Conversion, change: Change): Promise<number> {
  const { id, user_id, referrer_id } = now
  const revision = now.revision + 1
  await updateConversion(tx, { id, user_id, referrer_id, ...changed(now, change), revision })
  await settle(tx, { ...now, revision }, heldOf(now), change)
  return id
}

function changed({ referrer_id }: Owners, { state, pending, granted, sale, networkPayout }: Change) {
  return {
    status: state,
    pending_paise: pending,
    granted_paise: granted,
    referral_paise: holdingOf({ pending, granted }, referrer_id).referral,
    sale_paise: sale,
    network_payout_paise: networkPayout,
  }
}

const heldOf = (c: Conversion): Holding => ({
  pending: c.pending_paise as Paise,
  granted: c.granted_paise as Paise,
  referral: c.referral_paise as Paise,
})

/** Moves the money behind the change, and tells who is concerned. */
async function settle(
  tx: Tx,
  of: Owners & { id: number; revision: number },
  from: Holding,
  { state, pending, granted, store }: Change,
): Promise<void> {
  const to = await settleCashback(tx, {
    conversionId: of.id,
    revision: of.revision,
    userId: of.user_id,
    referrerId: of.referrer_id,
    from,
    to: { pending, granted },
  })
  await notify(tx, ...conversionNotices(of, { state, from, to, store }))
}
