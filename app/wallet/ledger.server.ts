/**
 * The ledger: money moves by one verb, transfer(), and every movement is one row with one debit and one credit.
 *
 * READ COMMITTED throughout: a command locks its sale or postback first, then with lockWallets() every account with a floor
 * that it will touch, and only then reads balances. Withdrawals and their orders are locked after the wallet of their owner.
 */
import { sql } from 'drizzle-orm'
import { databaseError, db, type Tx } from '~/db/client.server'
import { statement } from '~/db/prepared.server'
import { paise, type Paise } from '~/money'

/** Accounts of a person: each has floor 0 and keeps its sums. */
export const USER_ACCOUNTS = {
  user_pending: 'credit',
  user_available: 'credit',
  payout_clearing: 'credit',
  user_debt: 'debit',
} as const

/**
 * Accounts of the house: no floor and no sums, so that they are never a row everybody writes. Their names are in chart.ts; a
 * new one also needs a migration that opens it (docs/books.md).
 */
export const HOUSE_ACCOUNTS = {
  bank: 'debit',
  network_receivable: 'debit',
  tds_receivable: 'debit',
  gst_payable: 'credit',
  commission_income: 'credit',
  cashback_expense: 'debit',
  referral_expense: 'debit',
  goodwill: 'debit',
  payout_fees: 'debit',
  write_offs: 'debit',
  pending_contra: 'debit',
} as const

const HOUSE = 0

export type UserAccount = keyof typeof USER_ACCOUNTS
export type HouseAccount = keyof typeof HOUSE_ACCOUNTS

/** One account: of a person, or of the house, which is user 0. */
export interface Account {
  code: UserAccount | HouseAccount
  userId: number
}

export const accountOf = (userId: number, code: UserAccount): Account => ({ code, userId })
export const houseAccount = (code: HouseAccount): Account => ({ code, userId: HOUSE })

/** The balances of a person's accounts, in paise; none is ever below zero. */
export interface Wallet {
  userId: number
  available: Paise
  pending: Paise
  /** Held for withdrawals on their way. */
  clearing: Paise
  debt: Paise
}

export interface Transfer {
  /** Unique for ever: 'withdrawal:7:hold'. The same reference with the same facts is a repeat and moves nothing. */
  reference: string
  kind: string
  debit: Account
  credit: Account
  /** More than zero. */
  amount: Paise
  refType: 'conversion' | 'withdrawal' | 'departure' | 'adjustment' | 'settlement' | 'bank_entry'
  refId: number
}

/** 40001: serialization failure, 40P01: deadlock. Both mean: nothing happened, try again. */
const TRY_AGAIN = new Set(['40001', '40P01'])

/** Runs `work` in a transaction, again when the database asks for it; `work` must have no effect outside of it. */
export async function moneyTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === 5 || !TRY_AGAIN.has(databaseError(error)?.code ?? '')) throw error
    }
  }
}

/** Opens the accounts of these people, and the house's, where they are missing. */
export async function openAccounts(tx: Tx, userIds: number[]): Promise<void> {
  const rows = [
    ...Object.entries(HOUSE_ACCOUNTS).map(([code, side]) => sql`(${code}, ${HOUSE}::bigint, ${side}, NULL)`),
    ...[...new Set(userIds)]
      .sort((a, b) => a - b)
      .flatMap((id) =>
        Object.entries(USER_ACCOUNTS).map(([code, side]) => sql`(${code}, ${id}::bigint, ${side}, 0)`),
      ),
  ]
  await tx.execute(sql`
    INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise) VALUES ${sql.join(rows, sql`, `)}
    ON CONFLICT (code, user_id) DO NOTHING`)
}

/**
 * Locks every account of these people, in ascending id and one statement, until the transaction ends. Gives their
 * wallets in the order asked for; accounts that are missing are opened.
 */
export async function lockWallets(tx: Tx, userIds: number[]): Promise<Wallet[]> {
  const wanted = [...new Set(userIds)]
  let rows = await lockAccounts(tx, [wanted])
  if (rows.length < wanted.length * Object.keys(USER_ACCOUNTS).length) {
    await openAccounts(tx, wanted)
    rows = await lockAccounts(tx, [wanted])
  }
  return userIds.map((userId) => walletOf(userId, rows))
}

/** Debits, credits and owner of one account as the driver gives them. */
export type AccountRow = { code: string; user_id: string; balance: string }

/**
 * Locks the wallet of the withdrawal's owner. Every change of a withdrawal takes this lock first, so that wallets are locked
 * before withdrawals everywhere: a reversal, which cancels withdrawals of wallets that it has locked, cannot deadlock.
 */
export async function lockWalletOf(tx: Tx, withdrawalId: number): Promise<void> {
  await lockAccountsOf(tx, [withdrawalId])
}

const lockWhere = (condition: string) =>
  statement<AccountRow>(`
    SELECT code, user_id,
           CASE normal_side WHEN 'credit' THEN credits_paise - debits_paise
                            ELSE debits_paise - credits_paise END AS balance
      FROM ledger_accounts WHERE ${condition} ORDER BY id
       FOR NO KEY UPDATE`)

const lockAccounts = lockWhere('user_id = ANY($1::bigint[])')
const lockAccountsOf = lockWhere('user_id = (SELECT w.user_id FROM withdrawals w WHERE w.id = $1)')

/** The wallet of one person out of rows of several; an account that was never opened holds nothing. */
export function walletOf(userId: number, rows: AccountRow[]): Wallet {
  const balance = (code: UserAccount) =>
    paise(BigInt(rows.find((r) => r.code === code && r.user_id === String(userId))?.balance ?? 0))
  return {
    userId,
    available: balance('user_available'),
    pending: balance('user_pending'),
    clearing: balance('payout_clearing'),
    debt: balance('user_debt'),
  }
}

const post = statement(`
  WITH posted AS (
    INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id)
    SELECT $1::text, $2::text, d.id, c.id, $3::bigint, $4::text, $5::bigint
      FROM ledger_accounts d, ledger_accounts c
     WHERE d.code = $6 AND d.user_id = $7 AND c.code = $8 AND c.user_id = $9
    ON CONFLICT (reference) DO NOTHING
    RETURNING debit_account, credit_account, amount_paise),
  moved AS (
    UPDATE ledger_accounts a
       SET debits_paise = a.debits_paise + CASE WHEN a.id = p.debit_account THEN p.amount_paise ELSE 0 END,
           credits_paise = a.credits_paise + CASE WHEN a.id = p.credit_account THEN p.amount_paise ELSE 0 END
      FROM posted p
     WHERE a.id IN (p.debit_account, p.credit_account) AND a.floor_paise IS NOT NULL)
  SELECT 1 FROM posted`)

/**
 * Moves money: the only way it moves. Returns whether it did; false is a repeat. Throws when the reference was used for
 * other facts, when an account would fall below its floor, and when an account was never opened.
 */
export async function transfer(tx: Tx, t: Transfer): Promise<boolean> {
  const { reference, kind, amount, refType, refId, debit, credit } = t
  const facts = [reference, kind, amount.toString(), refType, refId]
  const posted = await post(tx, facts.concat(debit.code, debit.userId, credit.code, credit.userId))
  if (posted.length) return true
  await requireSameFacts(tx, t)
  return false
}

async function requireSameFacts(tx: Tx, t: Transfer): Promise<void> {
  const [earlier] = await tx.execute<{ same: boolean }>(sql`
    SELECT (e.kind, d.code, d.user_id, c.code, c.user_id, e.amount_paise, e.ref_type, e.ref_id)
         = (${t.kind}::text, ${t.debit.code}::text, ${t.debit.userId}::bigint, ${t.credit.code}::text,
            ${t.credit.userId}::bigint, ${t.amount.toString()}::bigint, ${t.refType}::text, ${t.refId}::bigint) AS same
      FROM ledger_transfers e
      JOIN ledger_accounts d ON d.id = e.debit_account
      JOIN ledger_accounts c ON c.id = e.credit_account
     WHERE e.reference = ${t.reference}`)
  if (!earlier) throw new Error(`no such account: ${t.debit.code} or ${t.credit.code} (${t.reference})`)
  if (!earlier.same) throw new Error(`the reference ${t.reference} was used for another transfer`)
}
