// Runs in the process of the bench, on the database of the environment.
import { sql } from 'drizzle-orm'
import { closeDatabase, db } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import { makeCheckpoint, findRewrites } from '~/domain/books/checkpoints.server'
import { findDefects } from '~/domain/books/audit.server'
import {
  userAccount,
  houseAccount,
  lockWallets,
  moneyTransaction,
  transfer,
} from '~/domain/wallet/ledger.server'
import { forSeconds, repeatWhile } from './client'

const WORKERS = 16
let serial = 0

/** Transfers a second, each a transaction that locks a wallet and moves one paisa. */
export async function countTransfers(seconds: number, wallets: number): Promise<number> {
  const rows = await db.execute<{ id: number }>(
    sql`SELECT id::int FROM users WHERE id > 1000 ORDER BY id LIMIT ${wallets}`,
  )
  const users = rows.map(({ id }) => id)
  const credit = async () => {
    const n = ++serial
    const userId = users[n % users.length]!
    await moneyTransaction(async (tx) => {
      await lockWallets(tx, [userId])
      await transfer(tx, {
        reference: `bench:${n}`,
        kind: 'cashback',
        debit: houseAccount('cashback_expense'),
        credit: userAccount(userId, 'user_available'),
        amount: paise(1n),
        refType: 'conversion',
        refId: n,
      })
    })
  }
  const done = await repeatWhile(forSeconds(seconds), WORKERS, credit)
  return Math.round(done / seconds)
}

export async function auditOnce(): Promise<{ milliseconds: number; defects: number }> {
  const started = performance.now()
  const defects = await findDefects()
  return { milliseconds: performance.now() - started, defects: defects.length }
}

export async function recordOnce(): Promise<{ made: number; compared: number }> {
  const started = performance.now()
  if (!(await makeCheckpoint())) throw new Error('no checkpoint was made')
  const made = performance.now() - started
  const found = await findRewrites()
  if (found.length) throw new Error(found[0]!.detail)
  return { made, compared: performance.now() - started - made }
}

export const close = () => closeDatabase()
