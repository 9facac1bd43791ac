/** Only a keyed hash of the number is kept (docs/decisions/0020-payout-destinations.md). */
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { holdPayouts } from '~/accounts/payout-hold.server'
import type { OnSignUp } from '~/accounts/join/sign-up.server'
import type { User } from '~/accounts/users.server'
import { db, type Tx } from '~/db/client.server'
import { departures } from '~/db/schema/departures'
import { blindIndex } from '~/db/seal.server'
import { formatTime } from '~/formats/dates'
import { formatRupees, paise, type Paise } from '~/formats/money'
import { notify } from '~/outreach/notifications.server'
import { paths } from '~/paths'
import { raiseSignal } from '~/signals/signals.server'
import { moveDebt } from '~/wallet/inherited-debt.server'
import { lockWallets, moneyTransaction, type Wallet } from '~/wallet/ledger/ledger.server'

export type Departure = typeof departures.$inferSelect

/** Mobile operators reassign numbers: later the number may belong to another person. */
const INHERITED_FOR = sql`interval '90 days'`
export const RETURN_HOLD_REASON = 'an earlier account with your number was on hold'

const hashOf = (phone: string) => blindIndex(`departed number:${phone}`)

export const isHeld = ({ payout_hold_until: until }: Pick<User, 'payout_hold_until'>): boolean =>
  until !== null && until.getTime() > Date.now()

/** Records the debt and the hold of an account that is being deleted; no-op if it has neither. */
export async function recordDeparture(tx: Tx, user: User, { debt }: Wallet): Promise<void> {
  const held = isHeld(user)
  if (!user.phone_number || (debt === 0n && !held)) return
  await tx.insert(departures).values({
    user_id: user.id,
    phone_hash: hashOf(user.phone_number),
    debt_paise: debt,
    hold_until: held ? user.payout_hold_until : null,
    hold_reason: held ? user.payout_hold_reason : null,
  })
}

/** Sign-up hook: inherits the debt and hold of a deleted account within 90 days; later only a signal is raised. */
export const inheritFromDeparture: OnSignUp = async (tx, member) => {
  const found = await tx
    .select({
      departure: departures,
      inTime: sql<boolean>`${departures.left_at} > now() - ${INHERITED_FOR}`,
    })
    .from(departures)
    .where(
      and(
        eq(departures.phone_hash, hashOf(member.phone_number)),
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
    await raiseSignal(tx, {
      kind: 'returning-number',
      facts: `departure ${departure.id}`,
      members: [departure.user_id, member.id],
    })
    if (!inTime) continue
    moved = paise(moved + (await moveDebtToSuccessor(tx, { ...departure, returned_as: member.id })))
    if (departure.hold_until && departure.hold_until.getTime() > Date.now())
      until = (await holdPayouts(tx, member.id, departure.hold_until, RETURN_HOLD_REASON)).until
  }
  if (moved > 0n || until) await notifyOfInheritance(tx, member.id, moved, until)
}

async function moveDebtToSuccessor(tx: Tx, { id, user_id, returned_as }: Departure): Promise<Paise> {
  const [deleted, successor] = await lockWallets(tx, [user_id, returned_as!])
  const moved = await moveDebt(tx, { departureId: id, deleted: deleted!, successor: successor! })
  if (moved > 0n)
    await tx
      .update(departures)
      .set({ moved_paise: sql`${departures.moved_paise} + ${moved.toString()}::bigint` })
      .where(eq(departures.id, id))
  return moved
}

async function notifyOfInheritance(tx: Tx, userId: number, debt: Paise, until: Date | null): Promise<void> {
  const owes = debt > 0n ? `owed ${formatRupees(debt)}, which your cashback repays first` : ''
  const held = until ? `was on hold: withdrawals wait until ${formatTime(until)}` : ''
  await notify(tx, {
    userId,
    reference: `departure:${userId}:${debt}:${until?.getTime() ?? ''}`,
    title: 'An earlier account with your number',
    body: `It ${[owes, held].filter(Boolean).join(', and ')}. Was it somebody else’s? Write to us.`,
    href: paths.contactUs,
  })
}

/** Moves debts that late reversals caused after the new sign-up. Returns how many were moved. */
export async function moveLateDebts(): Promise<number> {
  const due = await db
    .select({ id: departures.id })
    .from(departures)
    .where(
      and(
        eq(departures.inherited, true),
        isNull(departures.lifted_at),
        gt(departures.left_at, sql`now() - ${INHERITED_FOR}`),
        sql`EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.user_id = ${departures.user_id}
             AND a.code = 'user_debt' AND a.debits_paise > a.credits_paise)`,
      ),
    )
    .orderBy(asc(departures.id))
  let moves = 0
  for (const { id } of due)
    await moneyTransaction(async (tx) => {
      const [departure] = await tx
        .select()
        .from(departures)
        .where(and(eq(departures.id, id), isNull(departures.lifted_at)))
        .for('update')
      const moved = departure ? await moveDebtToSuccessor(tx, departure) : 0n
      if (moved === 0n) return
      moves++
      await notifyOfInheritance(tx, departure!.returned_as!, paise(moved), null)
    })
  return moves
}

/** `userId` is the deleted or the new account. Oldest first. */
export function findDepartures({ userId, phone }: { userId?: number; phone?: string }): Promise<Departure[]> {
  return db
    .select()
    .from(departures)
    .where(
      or(
        userId === undefined ? undefined : eq(departures.user_id, userId),
        userId === undefined ? undefined : eq(departures.returned_as, userId),
        phone === undefined ? undefined : eq(departures.phone_hash, hashOf(phone)),
      ),
    )
    .orderBy(asc(departures.id))
}
