import { desc, eq, gt, and, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { prepared, prepareStatement } from '~/platform/db/prepared.server'
import { heldMoney } from '~/platform/db/schema/held-money'
import { paise } from '~/platform/formats/money'
import { blockedBySignal } from '~/domain/signals/signals.server'
import type { Grant, HeldRow, MemberStatus, SaleSums } from './grants'
import { lockWallets, type Wallet, houseAccount } from './ledger.server'
import { cancelForDebt } from './withdrawal-steps.server'
import {
  creditWallet,
  setPending,
  takeFromWallet,
  type WalletCredit,
  returnForfeited,
} from './credits.server'

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
export async function readHeldRows(tx: Tx, saleId: number): Promise<HeldRow[]> {
  const rows = await selectHeld(tx, { id: saleId })
  return rows.map(({ amount, ...row }) => ({ ...row, amount: paise(amount) }))
}

export interface Owners {
  user_id: number
  referrer_id: number | null
}

/** A sale whose row is written. `revision`: after this change; it is in every reference, so that posting is idempotent. */
interface ChangedSale extends Owners {
  id: number
  revision: number
}

export async function writeHeld(
  tx: Tx,
  { id, revision, user_id, referrer_id }: ChangedSale,
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

const selectStatuses = prepareStatement<{ id: string; has_left: boolean; has_signal: boolean }>(`
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

/**
 * Posts what `grant` changes and notes what of it is held. The caller must hold the lock of the sale's click; `locked`: wallets of the
 * owners that it has locked and not changed since.
 */
export async function postGrant(tx: Tx, sale: ChangedSale, grant: Grant, locked?: Wallet[]): Promise<void> {
  await Promise.all([postCashback(tx, sale, grant, locked), writeHeld(tx, sale, grant)])
}

async function postCashback(
  tx: Tx,
  sale: ChangedSale,
  { from, to }: Grant,
  locked?: Wallet[],
): Promise<void> {
  const isSame = (Object.keys(to) as (keyof SaleSums)[]).every((part) => from[part] === to[part])
  if (isSame) return

  const { user_id, referrer_id } = sale
  const people = referrer_id === null ? [user_id] : [user_id, referrer_id]
  const [shopper, referrer] = locked ?? (await lockWallets(tx, people))
  const facts = { refType: 'conversion' as const, refId: sale.id }
  const reference = `conversion:${sale.id}:r${sale.revision}`
  await setPending(tx, shopper!, {
    ...facts,
    reference: `${reference}:pending`,
    kind: 'pending',
    against: houseAccount('pending_contra'),
    from: from.pending,
    to: to.pending,
  })
  await adjust(tx, shopper!, to.granted - from.granted, {
    ...facts,
    reference: `${reference}:cashback`,
    kind: 'cashback',
    against: houseAccount('cashback_expense'),
  })
  if (!referrer) return
  await setPending(tx, referrer, {
    ...facts,
    reference: `${reference}:waiting`,
    kind: 'referral_waiting',
    against: houseAccount('pending_contra'),
    from: from.waiting,
    to: to.waiting,
  })
  await adjust(tx, referrer, to.referral - from.referral, {
    ...facts,
    reference: `${reference}:referral`,
    kind: 'referral',
    against: houseAccount('referral_expense'),
  })
}

async function adjust(
  tx: Tx,
  wallet: Wallet,
  change: bigint,
  facts: Omit<WalletCredit, 'amount' | 'kind'> & { kind: 'cashback' | 'referral' },
): Promise<void> {
  if (change >= 0n) {
    await creditWallet(tx, wallet, { ...facts, amount: paise(change) })
    return
  }
  const taken = { ...facts, kind: `${facts.kind}_back` as const, amount: paise(-change) }
  const before = await returnForfeited(tx, wallet, taken.amount, facts)
  await cancelForDebt(tx, await takeFromWallet(tx, before, taken))
}
