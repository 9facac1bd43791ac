/**
 * Moves the debt of a deleted account to the new account of its owner, and back if an operator lifts it. Callers have
 * locked both wallets.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { paise, type Paise } from '~/money'
import { callOffForDebt } from './call-off.server'
import { creditWallet, takeFromWallet } from './credit.server'
import { accountOf, type Wallet } from './ledger.server'

interface Move {
  /** The row of departures that is the cause. */
  departureId: number
  /** The wallet of the deleted account. */
  deleted: Wallet
  /** The wallet of the new account. */
  successor: Wallet
}

const factsOf = (departureId: number) => ({ refType: 'departure' as const, refId: departureId })

/** A unique prefix for the references of the next move of this departure. */
async function nextReference(tx: Tx, departureId: number): Promise<string> {
  const [row] = await tx.execute<{ moves: number }>(sql`
    SELECT count(*)::int AS moves FROM ledger_transfers WHERE ref_type = 'departure' AND ref_id = ${departureId}`)
  return `departure:${departureId}:${row!.moves + 1}`
}

/** Takes the deleted account's debt from the successor's balance as far as it goes, the rest as debt. Returns the amount. */
export async function moveDebt(tx: Tx, { departureId, deleted, successor }: Move): Promise<Paise> {
  if (deleted.debt === 0n) return deleted.debt
  const after = await takeFromWallet(tx, successor, {
    ...factsOf(departureId),
    reference: `${await nextReference(tx, departureId)}:moved`,
    kind: 'inherited',
    against: accountOf(deleted.userId, 'user_debt'),
    amount: deleted.debt,
  })
  await callOffForDebt(tx, after)
  return deleted.debt
}

/** Gives back so much of the moved debt, also of what the successor has repaid; the deleted account owes it again. */
export async function giveBackDebt(
  tx: Tx,
  { departureId, deleted, successor }: Move,
  amount: Paise,
): Promise<void> {
  const reference = await nextReference(tx, departureId)
  // Cashback confirmed after the deletion is in the old wallet and goes first: no wallet has a balance and a debt at once.
  const fromWallet = deleted.available < amount ? deleted.available : amount
  const facts = { ...factsOf(departureId), kind: 'inherited_back' }
  const after = await creditWallet(tx, successor, {
    ...facts,
    reference: `${reference}:wallet`,
    against: accountOf(deleted.userId, 'user_available'),
    amount: fromWallet,
  })
  await creditWallet(tx, after, {
    ...facts,
    reference: `${reference}:debt`,
    against: accountOf(deleted.userId, 'user_debt'),
    amount: paise(amount - fromWallet),
  })
}
