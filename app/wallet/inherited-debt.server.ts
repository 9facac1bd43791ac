/** Moves the debt of a deleted account to its owner's new account, and back. Callers must hold both wallet locks. */
import { sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import type { Paise } from '~/formats/money'
import { callOffForDebt } from './withdrawals/call-off.server'
import { creditWallet, takeFromWallet } from './ledger/credit.server'
import { accountOf, type Wallet } from './ledger/ledger.server'

interface Move {
  departureId: number
  deleted: Wallet
  successor: Wallet
}

const factsOf = (departureId: number) => ({ refType: 'departure' as const, refId: departureId })

export async function nextReference(tx: Tx, departureId: number): Promise<string> {
  const [row] = await tx.execute<{ moves: number }>(sql`
    SELECT count(*)::int AS moves FROM ledger_transfers WHERE ref_type = 'departure' AND ref_id = ${departureId}`)
  return `departure:${departureId}:${row!.moves + 1}`
}

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

/** Moves `amount` back, including what the successor has already repaid; returns the successor's wallet. */
export async function giveBackDebt(
  tx: Tx,
  { departureId, deleted, successor }: Move,
  amount: Paise,
): Promise<Wallet> {
  const facts = { ...factsOf(departureId), kind: 'inherited_back' as const }
  return creditWallet(tx, successor, {
    ...facts,
    reference: `${await nextReference(tx, departureId)}:debt`,
    against: accountOf(deleted.userId, 'user_debt'),
    amount,
  })
}
