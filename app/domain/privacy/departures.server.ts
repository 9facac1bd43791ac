/** Stores only keyed hashes of number and destinations (docs/decisions/0020-payout-destinations.md). */
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { holdPayouts } from '~/domain/accounts/payout-hold.server'
import type { OnSignUp } from '~/domain/accounts/sign-up.server'
import type { User } from '~/domain/accounts/users.server'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { departures } from '~/platform/db/schema/departures'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { blindIndex } from '~/platform/db/seal.server'
import { paise } from '~/platform/formats/money'
import { forfeitBalance } from '~/domain/wallet/credits.server'
import { readBalances, type Wallet } from '~/domain/wallet/ledger.server'
import {
  type Departure,
  INHERITED_FOR,
  notifyOfInheritance,
  moveDebtToSuccessor,
  raiseReturn,
} from './inherited-debt.server'
export const RETURN_HOLD_REASON = 'an earlier account with your number was on hold'

const hashPhone = (phone: string) => blindIndex(`departed number:${phone}`)

export const isHeld = ({ payout_hold_until: until }: Pick<User, 'payout_hold_until'>): boolean =>
  until !== null && until.getTime() > Date.now()

/** No network has ever reversed a sale later than this. */
const REVERSIBLE_FOR = sql`interval '400 days'`

/** Posts the balance to the platform. Keeps hashes of number and paid destinations if a debt or a hold may follow them. */
export async function recordDeparture(tx: Tx, user: User, wallet: Wallet): Promise<void> {
  const held = isHeld(user)
  const canOwe = wallet.debt > 0n || held || (await mayOweLater(tx, user.id))
  if (!canOwe && wallet.available === 0n) return
  const [departure] = await tx
    .insert(departures)
    .values({
      user_id: user.id,
      phone_hash: canOwe && user.phone_number ? hashPhone(user.phone_number) : null,
      destination_hashes: canOwe ? await listPaidDestinations(tx, user.id) : null,
      debt_paise: wallet.debt,
      forfeited_paise: wallet.available,
      hold_until: held ? user.payout_hold_until : null,
      hold_reason: held ? user.payout_hold_reason : null,
    })
    .returning({ id: departures.id })
  const { id } = departure!
  await forfeitBalance(tx, wallet, { reference: `departure:${id}:1`, refType: 'departure', refId: id })
}

/** Their blind indexes, which are keyed hashes. A destination that was never paid leaves none. */
async function listPaidDestinations(tx: Tx, userId: number): Promise<string[] | null> {
  const rows = await tx
    .selectDistinct({ index: withdrawals.destination_index })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.user_id, userId),
        eq(withdrawals.status, 'paid'),
        isNotNull(withdrawals.destination_index),
      ),
    )
    .orderBy(withdrawals.destination_index)
  return rows.length ? rows.map(({ index }) => index!) : null
}

async function mayOweLater(tx: Tx, userId: number): Promise<boolean> {
  const [row] = await tx.execute<{ may: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM conversions
                    WHERE (user_id = ${userId} OR referrer_id = ${userId}) AND status IN ('pending', 'approved')
                      AND created_at > now() - ${REVERSIBLE_FOR})
        OR EXISTS (SELECT 1 FROM departures
                    WHERE returned_as = ${userId} AND lifted_at IS NULL AND left_at > now() - ${REVERSIBLE_FOR}) AS may`)
  return row!.may
}

/** A sign-up within 90 days inherits debt and hold; a later one only raises a signal. */
export const inheritFromDeparture: OnSignUp = async (tx, member) => {
  const found = await tx
    .select({
      departure: departures,
      inTime: sql<boolean>`${departures.left_at} > now() - ${INHERITED_FOR}`,
    })
    .from(departures)
    .where(
      and(
        eq(departures.phone_hash, hashPhone(member.phone_number)),
        isNull(departures.returned_as),
        isNull(departures.lifted_at),
      ),
    )
    .orderBy(asc(departures.id))
    .for('update')
  let moved = paise(0n)
  let until: Date | null = null
  for (const { departure, inTime } of found) {
    await tx
      .update(departures)
      .set({ returned_as: member.id, returned_at: sql`now()`, inherited: inTime })
      .where(eq(departures.id, departure.id))
    const { debt } = await readBalances(tx, departure.user_id)
    if (debt > 0n || departure.debt_paise > 0n || departure.hold_until)
      await raiseReturn(tx, { ...departure, returned_as: member.id })
    if (!inTime) continue
    moved = paise(moved + (await moveDebtToSuccessor(tx, { ...departure, returned_as: member.id })))
    if (departure.hold_until && departure.hold_until.getTime() > Date.now())
      until = (await holdPayouts(tx, member.id, departure.hold_until, RETURN_HOLD_REASON)).until
  }
  if (moved > 0n || until) await notifyOfInheritance(tx, member.id, moved, until)
}

export function findDepartures(
  { userId, phone }: { userId?: number; phone?: string },
  reader: Reader = db,
): Promise<Departure[]> {
  return reader
    .select()
    .from(departures)
    .where(
      or(
        userId === undefined ? undefined : eq(departures.user_id, userId),
        userId === undefined ? undefined : eq(departures.returned_as, userId),
        phone === undefined ? undefined : eq(departures.phone_hash, hashPhone(phone)),
      ),
    )
    .orderBy(asc(departures.id))
}
