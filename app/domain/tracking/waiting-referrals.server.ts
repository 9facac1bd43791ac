/** Releases or ends the waiting referral income of members with a signal (docs/money.md#held-money). */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { heldMoney } from '~/platform/db/schema/held-money'
import { paise, zero, type Paise } from '~/platform/formats/money'
import { notify } from '~/domain/outreach/notifications.server'
import { defineTimer } from '~/platform/timers.server'
import { blockedBySignal } from '~/domain/signals/signals.server'
import { writeHeld } from '~/domain/wallet/grants.server'
import { creditWallet, setPending } from '~/domain/wallet/credits.server'
import { houseAccount, lockWallets, moneyTransaction, type Wallet } from '~/domain/wallet/ledger.server'
import { buildReferralNotice } from './sales/notices'

type Held = typeof heldMoney.$inferSelect

export const isReferralWaiting = and(eq(heldMoney.state, 'waiting'), gt(heldMoney.amount_paise, 0n))

/** The column is written out, because drizzle omits the table and SQL would then mean the inner one. */
const hasSignal = sql.raw(blockedBySignal('held_money.user_id'))
const isUpheld = sql<boolean>`${sql.raw(blockedBySignal('held_money.user_id', 'upheld'))}`
const isDecided = sql`(${isUpheld} OR NOT ${hasSignal})`

/** Several processes may run it at once. */
export async function settleWaiting(): Promise<number> {
  const due = await db
    .select({ id: heldMoney.id, clickId: conversions.click_id })
    .from(heldMoney)
    .innerJoin(conversions, eq(conversions.id, heldMoney.conversion_id))
    .where(and(isReferralWaiting, isDecided))
    .orderBy(asc(heldMoney.id))
    .limit(1000)
  let settled = 0
  for (const { id, clickId } of due) if (await moneyTransaction((tx) => settleOne(tx, id, clickId))) settled++
  return settled
}

async function settleOne(tx: Tx, heldId: number, clickId: string): Promise<boolean> {
  const [free] = await tx
    .select({ id: clicks.id })
    .from(clicks)
    .where(eq(clicks.id, clickId))
    .for('no key update', { skipLocked: true })
  if (!free) return false
  const [found] = await tx
    .select({ held: heldMoney, isUpheld })
    .from(heldMoney)
    .where(and(eq(heldMoney.id, heldId), isReferralWaiting, isDecided))
  if (!found) return false
  const [wallet] = await lockWallets(tx, [found.held.user_id])
  // The member may have left between the two locks.
  const [still] = await tx
    .select({ id: heldMoney.id })
    .from(heldMoney)
    .where(and(eq(heldMoney.id, heldId), isReferralWaiting))
  if (!still) return false
  await endWaiting(tx, wallet!, found.held, found.isUpheld ? 'ended' : 'granted')
  return true
}

/** The caller must hold the locks of the sale's click and of the referrer's wallet. */
export async function endWaiting(
  tx: Tx,
  wallet: Wallet,
  { id, conversion_id, user_id, amount_paise, until }: Held,
  state: 'granted' | 'ended',
): Promise<void> {
  const amount = paise(amount_paise)
  const lost: Paise = state === 'ended' ? amount : zero
  const [sale] = await tx
    .update(conversions)
    .set({
      referral_paise: sql`${conversions.referral_paise} - ${lost.toString()}::bigint`,
      revision: sql`${conversions.revision} + 1`,
    })
    .where(eq(conversions.id, conversion_id))
    .returning({ revision: conversions.revision })
  const reference = `conversion:${conversion_id}:r${sale!.revision}`
  const facts = { refType: 'conversion' as const, refId: conversion_id }
  await setPending(tx, wallet, {
    ...facts,
    reference: `${reference}:waiting`,
    kind: 'referral_waiting',
    against: houseAccount('pending_contra'),
    from: amount,
    to: zero,
  })
  if (state === 'ended') {
    await tx.update(heldMoney).set({ state }).where(eq(heldMoney.id, id))
    return
  }
  const revision = sale!.revision
  const added = { kind: 'referral' as const, amount, until, state }
  await writeHeld(
    tx,
    { id: conversion_id, revision, user_id, referrer_id: user_id },
    { added: until ? [added] : [], lowered: [{ id, amount: zero }] },
  )
  await creditWallet(tx, wallet, {
    ...facts,
    reference: `${reference}:referral`,
    kind: 'referral',
    against: houseAccount('referral_expense'),
    amount,
  })
  await notify(tx, buildReferralNotice({ userId: user_id, reference, amount, until }))
}

const EVERY_SECONDS = 20

export const referralTimer = defineTimer({
  name: 'waiting referrals',
  every: EVERY_SECONDS,
  does: 'settle rewards for referrals whose signal was decided',
  work: settleWaiting,
})
