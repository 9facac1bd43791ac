/**
 * A debt that moves from an account that was deleted to the one that its owner has now, and back again where an operator
 * lifts it. Callers have locked both wallets.
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
  /** Whose account was deleted. */
  deleted: Wallet
  /** Whose account came after it. */
  successor: Wallet
}

const factsOf = (departureId: number) => ({ refType: 'departure' as const, refId: departureId })

/** The beginning of a reference that no earlier move of this departure has. */
async function nextReference(tx: Tx, departureId: number): Promise<string> {
  const [row] = await tx.execute<{ moves: number }>(sql`
    SELECT count(*)::int AS moves FROM ledger_transfers WHERE ref_type = 'departure' AND ref_id = ${departureId}`)
  return `departure:${departureId}:${row!.moves + 1}`
}

/** Moves all that the deleted account owes now: out of the successor's wallet as far as it goes, the rest as debt. Gives how much. */
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

/** Gives back what was moved, also what the successor has repaid of it by now; the deleted account owes it again. */
export async function giveBackDebt(
  tx: Tx,
  { departureId, deleted, successor }: Move,
  moved: Paise,
): Promise<void> {
  const reference = await nextReference(tx, departureId)
  // Cashback that was confirmed after the deletion lies in the old wallet, and a wallet with money in it owes nothing.
  const fromWallet = deleted.available < moved ? deleted.available : moved
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
    amount: paise(moved - fromWallet),
  })
}
