/** Moves a deleted account's debt to its owner's new account and back. Callers must hold both wallet locks. */
import { sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import type { Paise } from '~/platform/formats/money'
import { cancelForDebt } from './withdrawal-steps.server'
import { creditWallet, takeFromWallet } from './credits.server'
import { userAccount, type Wallet } from './ledger.server'

interface Move {
  departureId: number
  deleted: Wallet
  successor: Wallet
}

const toReference = (departureId: number) => ({ refType: 'departure' as const, refId: departureId })

export async function makeDebtReference(tx: Tx, departureId: number): Promise<string> {
  const [row] = await tx.execute<{ moves: number }>(sql`
    SELECT count(*)::int AS moves FROM ledger_transfers WHERE ref_type = 'departure' AND ref_id = ${departureId}`)
  return `departure:${departureId}:${row!.moves + 1}`
}

export async function moveDebt(tx: Tx, { departureId, deleted, successor }: Move): Promise<Paise> {
  if (deleted.debt === 0n) return deleted.debt
  const after = await takeFromWallet(tx, successor, {
    ...toReference(departureId),
    reference: `${await makeDebtReference(tx, departureId)}:moved`,
    kind: 'inherited',
    against: userAccount(deleted.userId, 'user_debt'),
    amount: deleted.debt,
  })
  await cancelForDebt(tx, after)
  return deleted.debt
}

/** Includes what the successor has already repaid; returns the successor's wallet. */
export async function returnDebt(
  tx: Tx,
  { departureId, deleted, successor }: Move,
  amount: Paise,
): Promise<Wallet> {
  const facts = { ...toReference(departureId), kind: 'inherited_back' as const }
  return creditWallet(tx, successor, {
    ...facts,
    reference: `${await makeDebtReference(tx, departureId)}:debt`,
    against: userAccount(deleted.userId, 'user_debt'),
    amount,
  })
}
