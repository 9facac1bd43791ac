import { desc, eq, gt, and, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { prepared, statement } from '~/platform/db/prepared.server'
import { heldMoney } from '~/platform/db/schema/held-money'
import { paise } from '~/platform/formats/money'
import { blockedBySignal } from '~/signals/signals.server'
import type { Grant, HeldRow, MemberStatus } from './grants'
import { lockWallets, type Wallet } from './ledger.server'

const selectHeld = prepared((reader) =>
  reader
    .select({
      id: heldMoney.id,
      kind: heldMoney.kind,
      amount: heldMoney.amount_paise,
      until: heldMoney.until,
      state: heldMoney.state,
    })
    .from(heldMoney)
    .where(and(eq(heldMoney.conversion_id, sql.placeholder('id')), gt(heldMoney.amount_paise, 0n)))
    .orderBy(desc(heldMoney.id)),
)

/** The latest row first. Stable while the caller holds the lock of the sale's click. */
export async function readHeldRows(tx: Tx, conversionId: number): Promise<HeldRow[]> {
  const rows = await selectHeld(tx, { id: conversionId })
  return rows.map(({ amount, ...row }) => ({ ...row, amount: paise(amount) }))
}

export interface Owners {
  user_id: number
  referrer_id: number | null
}

export async function writeHeld(
  tx: Tx,
  { id, revision, user_id, referrer_id }: Owners & { id: number; revision: number },
  { added, lowered }: Pick<Grant, 'added' | 'lowered'>,
): Promise<void> {
  if (added.length)
    await tx.insert(heldMoney).values(
      added.map(({ kind, amount, until, state }) => ({
        conversion_id: id,
        user_id: kind === 'cashback' ? user_id : referrer_id!,
        kind,
        revision,
        amount_paise: amount,
        until,
        state,
      })),
    )
  for (const row of lowered)
    await tx.update(heldMoney).set({ amount_paise: row.amount }).where(eq(heldMoney.id, row.id))
}

const selectStatuses = statement<{ id: string; has_left: boolean; has_signal: boolean }>(`
  SELECT u.id::text, u.deleted_at IS NOT NULL AS has_left,
         ${blockedBySignal('u.id')} AS has_signal
    FROM users u WHERE u.id = ANY($1::bigint[]) ORDER BY u.id FOR KEY SHARE`)

/** Locks wallets, then members, in one pipeline: a deletion is thus read under the wallet lock. */
export async function lockPeople(
  tx: Tx,
  { user_id, referrer_id }: Owners,
  locked?: Wallet[],
): Promise<{ wallets: Wallet[]; shopper: MemberStatus; referrer: MemberStatus | null }> {
  const ids = referrer_id === null ? [user_id] : [user_id, referrer_id]
  const [wallets, rows] = await Promise.all([locked ?? lockWallets(tx, ids), selectStatuses(tx, [ids])])
  const findStatus = (id: number): MemberStatus => {
    const row = rows.find((one) => one.id === String(id))!
    return { hasLeft: row.has_left, hasSignal: row.has_signal }
  }
  return {
    wallets,
    shopper: findStatus(user_id),
    referrer: referrer_id === null ? null : findStatus(referrer_id),
  }
}
