// READ COMMITTED. Lock order: sale, postback or adjustment; all wallets with lockWallets(); payout orders.
// Read balances only after locking.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { databaseError, db, type Reader, type Tx } from '~/platform/db/client.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import { paise, parsePaise, type Paise } from '~/platform/formats/money'
import {
  HOUSE_ACCOUNTS,
  USER_ACCOUNTS,
  type AccountCode,
  type HouseAccount,
  type UserAccount,
  type TransferKind,
} from './ledger'

const HOUSE = 0

export interface Account {
  code: AccountCode
  userId: number
}

export const userAccount = (userId: number, code: UserAccount): Account => ({ code, userId })
export const houseAccount = (code: HouseAccount): Account => ({ code, userId: HOUSE })

export interface Balances {
  available: Paise
  pending: Paise
  onItsWay: Paise
  debt: Paise
}

export interface Wallet extends Balances {
  userId: number
}

export interface Transfer {
  reference: string
  kind: TransferKind
  debit: Account
  credit: Account
  amount: Paise
  refType: 'conversion' | 'withdrawal' | 'departure' | 'adjustment' | 'settlement' | 'bank_entry'
  refId: number
}

/** Serialization failure and deadlock, which can be retried after the rollback. */
const RETRIABLE = new Set(['40001', '40P01'])

/** Retries `work`, which must have no other side effects. Within the caller's `tx` nothing is retried. */
export async function moneyTransaction<T>(work: (tx: Tx) => Promise<T>, tx?: Tx): Promise<T> {
  if (tx) return work(tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === 5 || !RETRIABLE.has(databaseError(error)?.code ?? '')) throw error
    }
  }
}

export async function openAccounts(tx: Tx, userIds: number[]): Promise<void> {
  const rows = [
    ...HOUSE_ACCOUNTS.map(({ code, side }) => sql`(${code}, ${HOUSE}::bigint, ${side}, NULL)`),
    ...[...new Set(userIds)]
      .sort((a, b) => a - b)
      .flatMap((id) => USER_ACCOUNTS.map(({ code, side }) => sql`(${code}, ${id}::bigint, ${side}, 0)`)),
  ]
  await tx.execute(sql`
    INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise) VALUES ${sql.join(rows, sql`, `)}
    ON CONFLICT (code, user_id) DO NOTHING`)
}

/** Locks all accounts in ascending id with one statement, against deadlocks. Opens missing accounts. */
export async function lockWallets(tx: Tx, userIds: number[]): Promise<Wallet[]> {
  const wanted = [...new Set(userIds)]
  let rows = await lockAccounts(tx, [wanted])
  if (rows.length < wanted.length * USER_ACCOUNTS.length) {
    await openAccounts(tx, wanted)
    rows = await lockAccounts(tx, [wanted])
  }
  return toWallets(userIds, rows)
}

const toWallets = (userIds: readonly number[], rows: AccountRow[]): Wallet[] =>
  userIds.map((userId) => ({ userId, ...toBalances(userId, rows) }))

export type AccountRow = { code: string; user_id: string; balance: string }

/** Lock this before changing a withdrawal: reversals cancel withdrawals of wallets that they have locked. */
export async function lockWalletOfWithdrawal(tx: Tx, withdrawalId: number): Promise<void> {
  await lockAccountsOfWithdrawal(tx, [withdrawalId])
}

const SELECT_ACCOUNTS = `
    SELECT code, user_id::text,
           (CASE normal_side WHEN 'credit' THEN credits_paise - debits_paise
                             ELSE debits_paise - credits_paise END)::text AS balance
      FROM ledger_accounts`

const lockWhere = (condition: string) =>
  prepareStatement<AccountRow>(`${SELECT_ACCOUNTS} WHERE ${condition} ORDER BY id
       FOR NO KEY UPDATE`)

const lockAccounts = lockWhere('user_id = ANY($1::bigint[])')
const lockAccountsOfWithdrawal = lockWhere('user_id = (SELECT w.user_id FROM withdrawals w WHERE w.id = $1)')

/** SQL: the accounts of member $1 as JSON, or NULL. */
export const ACCOUNTS_AS_JSON = `(SELECT json_agg(a) FROM (${SELECT_ACCOUNTS} WHERE user_id = $1::bigint) a)`

const selectAccounts = prepareStatement<AccountRow>(`${SELECT_ACCOUNTS} WHERE user_id = $1`)

export async function readBalances(reader: Reader, userId: number): Promise<Balances> {
  return toBalances(userId, await selectAccounts(reader, [userId]))
}

const selectAccountsOf = prepareStatement<AccountRow>(`${SELECT_ACCOUNTS} WHERE user_id = ANY($1::bigint[])`)

/** In the order of the ids, without a lock. */
export const listWallets = async (userIds: readonly number[]): Promise<Wallet[]> =>
  toWallets(userIds, await selectAccountsOf(db, [[...userIds]]))

export function toBalances(userId: number, rows: AccountRow[]): Balances {
  const balance = (code: UserAccount) =>
    parsePaise(rows.find((r) => r.code === code && r.user_id === String(userId))?.balance ?? '0')
  return {
    available: balance('user_available'),
    pending: balance('user_pending'),
    onItsWay: balance('payout_clearing'),
    debt: balance('user_debt'),
  }
}

/** Raise it when processes of older releases must not post any more: a CHECK refuses other versions. */
const RULES_VERSION = 2

/** PostgreSQL executes `moved`, although no other part reads it. The minimum balance is a CHECK of the table. */
const post = prepareStatement(`
  WITH posted AS (
    INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id,
                                  rules_version)
    SELECT $1::text, $2::text, d.id, c.id, $3::bigint, $4::text, $5::bigint, ${RULES_VERSION}
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

const checks = new AsyncLocalStorage<(userId: number) => void>()

/** Within `work`, `check` gets the member of each account that a transfer debits or credits. It may throw. */
export const checkTransfers = <T>(check: (userId: number) => void, work: () => Promise<T>): Promise<T> =>
  checks.run(check, work)

/** The only way to move money. Throws: another transfer's reference, balance below its floor, no account. */
export async function transfer(tx: Tx, t: Transfer): Promise<'posted' | 'repeat'> {
  const { reference, kind, amount, refType, refId, debit, credit } = t
  const check = checks.getStore()
  if (check) for (const { userId } of [debit, credit]) if (userId !== HOUSE) check(userId)
  const facts = [reference, kind, amount.toString(), refType, refId]
  const posted = await post(tx, facts.concat(debit.code, debit.userId, credit.code, credit.userId))
  if (posted.length) return 'posted'
  await requireSameFacts(tx, t)
  return 'repeat'
}

export async function transferSigned(
  tx: Tx,
  { amount, debit, credit, ...facts }: Omit<Transfer, 'amount'> & { amount: bigint },
): Promise<void> {
  if (amount > 0n) await transfer(tx, { ...facts, debit, credit, amount: paise(amount) })
  if (amount < 0n) await transfer(tx, { ...facts, debit: credit, credit: debit, amount: paise(-amount) })
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
