import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { heldMoney } from '~/platform/db/schema/held-money'
import { paise, zero } from '~/platform/formats/money'
import { setPending } from '~/domain/wallet/credits.server'
import { houseAccount, type Wallet } from '~/domain/wallet/ledger.server'
import { endWaiting, isReferralWaiting } from './waiting-referrals.server'

/** Locks the clicks of the member's pending and waiting money, before the wallet. Returns their ids. */
export async function lockPromises(tx: Tx, userId: number): Promise<Set<string>> {
  const rows = await tx.execute<{ id: string }>(sql`
    SELECT id FROM clicks
     WHERE id IN (SELECT click_id FROM conversions WHERE user_id = ${userId} AND pending_paise > 0
                   UNION
                  SELECT v.click_id FROM held_money h JOIN conversions v ON v.id = h.conversion_id
                   WHERE h.user_id = ${userId} AND h.state = 'waiting' AND h.amount_paise > 0)
     ORDER BY id FOR NO KEY UPDATE`)
  return new Set(rows.map(({ id }) => id))
}

/** The caller must hold the wallet lock. False: a new sale's click is not locked, so begin the transaction again. */
export async function dropPromises(tx: Tx, wallet: Wallet, locked: ReadonlySet<string>): Promise<boolean> {
  const pending = await tx
    .select()
    .from(conversions)
    .where(and(eq(conversions.user_id, wallet.userId), gt(conversions.pending_paise, 0n)))
    .orderBy(asc(conversions.id))
  const waiting = await tx
    .select({ held: heldMoney, click_id: conversions.click_id })
    .from(heldMoney)
    .innerJoin(conversions, eq(conversions.id, heldMoney.conversion_id))
    .where(and(eq(heldMoney.user_id, wallet.userId), isReferralWaiting))
    .orderBy(asc(heldMoney.id))
  if (![...pending, ...waiting].every(({ click_id }) => locked.has(click_id))) return false
  for (const sale of pending) await dropPending(tx, wallet, sale)
  for (const { held } of waiting) await endWaiting(tx, wallet, held, 'ended')
  return true
}

async function dropPending(
  tx: Tx,
  wallet: Wallet,
  { id, revision, pending_paise }: typeof conversions.$inferSelect,
): Promise<void> {
  await setPending(tx, wallet, {
    reference: `conversion:${id}:r${revision + 1}:pending`,
    kind: 'pending',
    against: houseAccount('pending_contra'),
    refType: 'conversion',
    refId: id,
    from: paise(pending_paise),
    to: zero,
  })
  await tx
    .update(conversions)
    .set({ pending_paise: zero, revision: revision + 1 })
    .where(eq(conversions.id, id))
}
