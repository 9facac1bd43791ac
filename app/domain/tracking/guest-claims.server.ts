import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { paise, zero, type Paise } from '~/platform/formats/money'
import { lockWallets, moneyTransaction } from '~/domain/wallet/ledger.server'
import { changeConversion } from './sales/changes.server'
import { findLimit } from './sales/limits.server'
import { computeCashback } from './promise'
import { GUEST_ID } from './guest'
import { findClick } from './sales/reported-clicks.server'

const CLAIM_DAYS = 7

export function claimGuestClicks(userId: number, clickIds: string[]): Promise<number> {
  if (!clickIds.length) return Promise.resolve(0)
  return moneyTransaction(async (tx) => {
    const claimed = await takeClicks(tx, userId, clickIds)
    const stored = await tx
      .select()
      .from(conversions)
      .where(and(inArray(conversions.click_id, claimed), eq(conversions.user_id, GUEST_ID)))
      .orderBy(asc(conversions.id))
      .for('update')
    if (stored.length) {
      const referrerId = await findReferrer(tx, userId)
      for (const conversion of stored)
        await applyStored(tx, { ...conversion, user_id: userId, referrer_id: referrerId })
    }
    return claimed.length
  })
}

/** Locks in the order of the ids, so that two concurrent claims cannot deadlock. */
async function takeClicks(tx: Tx, userId: number, clickIds: string[]): Promise<string[]> {
  const free = await tx
    .select({ id: clicks.id })
    .from(clicks)
    .where(
      and(
        inArray(clicks.id, clickIds),
        eq(clicks.user_id, GUEST_ID),
        isNull(clicks.claimed_by),
        gt(clicks.created_at, sql`now() - make_interval(days => ${CLAIM_DAYS})`),
      ),
    )
    .orderBy(asc(clicks.id))
    .for('update')
  const ids = free.map(({ id }) => id)
  if (ids.length)
    await tx
      .update(clicks)
      .set({ claimed_by: userId, claimed_at: sql`now()` })
      .where(inArray(clicks.id, ids))
  return ids
}

async function findReferrer(tx: Tx, userId: number): Promise<number | null> {
  const referrer = alias(users, 'referrer')
  const [row] = await tx
    .select({ id: referrer.id })
    .from(users)
    .innerJoin(referrer, eq(referrer.id, users.referred_by))
    .where(and(eq(users.id, userId), isNull(referrer.deleted_at), ne(referrer.id, GUEST_ID)))
  return row?.id ?? null
}

async function applyStored(tx: Tx, conversion: typeof conversions.$inferSelect): Promise<void> {
  const click = await findClick(tx, conversion.network, conversion.click_id)
  const cashback = computeCashback(
    click!,
    conversion.sale_paise === null ? null : paise(conversion.sale_paise),
  )
  const { store, holdingDays, referralRate } = click!
  const limit = await findLimitFor(tx, conversion, { cashback, referralRate })
  if (limit)
    await tx
      .update(postbackInbox)
      .set({ outcome: 'quarantined', reason: limit })
      .where(eq(postbackInbox.id, conversion.report_id!))
  const state = limit ? 'pending' : conversion.status
  await changeConversion(tx, conversion, {
    outcome: 'applied',
    state,
    pending: state === 'pending' ? cashback : zero,
    granted: state === 'approved' ? cashback : zero,
    sale: conversion.sale_paise,
    networkPayout: conversion.network_payout_paise,
    store,
    holdingDays,
    referralRate,
    reportId: null,
    ids: null,
    accepted: conversion.accepted,
    declineReason: conversion.decline_reason,
  })
}

async function findLimitFor(
  tx: Tx,
  conversion: typeof conversions.$inferSelect,
  grant: { cashback: Paise; referralRate: bigint },
) {
  if (conversion.status !== 'approved' || conversion.accepted || conversion.report_id === null) return null
  const { user_id: userId, referrer_id: referrerId } = conversion
  await lockWallets(tx, referrerId === null ? [userId] : [userId, referrerId])
  return findLimit(tx, {
    userId,
    referrerId,
    before: zero,
    ...grant,
    commission: conversion.network_payout_paise,
  })
}
