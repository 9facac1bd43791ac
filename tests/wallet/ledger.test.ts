import { inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { ledgerAccounts, ledgerTransfers } from '~/platform/db/schema/ledger'
import { paise } from '~/platform/formats/money'
import { HOUSE_ACCOUNTS } from '~/domain/wallet/ledger'
import {
  ACCOUNTS_AS_JSON,
  checkTransfers,
  userAccount,
  houseAccount,
  listWallets,
  lockWalletOfWithdrawal,
  lockWallets,
  moneyTransaction,
  openAccounts,
  transfer,
  transferSigned,
  type Transfer,
} from '~/domain/wallet/ledger.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { earn, member, memberWith, sendRequest } from './support'

const grant = (userId: number, facts: Partial<Transfer> = {}): Transfer => ({
  reference: `grant:${userId}`,
  kind: 'cashback',
  debit: houseAccount('cashback_expense'),
  credit: userAccount(userId, 'user_available'),
  amount: paise(12_345n),
  refType: 'conversion',
  refId: 1,
  ...facts,
})

const post = (t: Transfer) =>
  moneyTransaction(async (tx) => {
    await lockWallets(tx, [t.credit.userId || t.debit.userId])
    return transfer(tx, t)
  })

describe('transfer()', () => {
  test('moves the amount and keeps running sums only for accounts with a minimum balance', async () => {
    const id = await member()
    expect(await post(grant(id))).toBe('posted')
    expect(await readWallet(id)).toEqual({ available: 12_345n, pending: 0n, onItsWay: 0n, debt: 0n })
    const house = await db
      .select()
      .from(ledgerAccounts)
      .where(sql`user_id = 0`)
    expect(
      house.map((a) => [a.code, a.debits_paise, a.credits_paise, a.floor_paise].join(' ')).sort(),
    ).toEqual(HOUSE_ACCOUNTS.map(({ code }) => `${code} 0 0 `).sort())
  })

  test('the same reference with the same facts is a repeat and moves nothing', async () => {
    const id = await member()
    expect([await post(grant(id)), await post(grant(id))]).toEqual(['posted', 'repeat'])
    expect((await readWallet(id)).available).toBe(12_345n)
  })

  test.each<[string, Partial<Transfer>]>([
    ['amount', { amount: paise(1n) }],
    ['kind', { kind: 'referral' }],
    ['debit account', { debit: houseAccount('referral_expense') }],
    ['cause', { refId: 2 }],
    ['type of cause', { refType: 'withdrawal' }],
  ])('the same reference with another %s is an error', async (_, facts) => {
    const id = await member()
    await post(grant(id))
    await expect(post(grant(id, facts))).rejects.toThrow(
      `the reference grant:${id} was used for another transfer`,
    )
    expect((await readWallet(id)).available).toBe(12_345n)
  })

  test('no account falls below its minimum balance', async () => {
    const id = await member()
    await post(grant(id))
    const refused = await post(
      grant(id, {
        reference: `take:${id}`,
        debit: userAccount(id, 'user_available'),
        credit: userAccount(id, 'payout_clearing'),
        amount: paise(12_346n),
      }),
    ).catch(databaseError)
    expect(refused).toEqual({ code: '23514', constraint: 'ledger_accounts_floor' })
    expect((await readWallet(id)).available).toBe(12_345n)
  })

  test('an unopened account, a zero amount or a negative amount is an error', async () => {
    const id = await member()
    await expect(moneyTransaction((tx) => transfer(tx, grant(id)))).rejects.toThrow('no such account')
    for (const amount of [0n, -1n]) {
      const refused = await post(grant(id, { amount: paise(amount) })).catch(databaseError)
      expect(refused).toMatchObject({ constraint: 'ledger_transfers_amount' })
    }
  })

  test('a failing transaction rolls its transfers back', async () => {
    const id = await member()
    const failed = moneyTransaction(async (tx) => {
      await lockWallets(tx, [id])
      await transfer(tx, grant(id))
      throw new Error('later')
    })
    await expect(failed).rejects.toThrow('later')
    expect((await readWallet(id)).available).toBe(0n)
  })
})

test.each([
  [700n, 700n],
  [-700n, 300n],
  [0n, 1000n],
])('transferSigned() of %s moves it forward, back, or not at all', async (amount, available) => {
  const id = await member()
  if (amount <= 0n) await earn(id, 1000n)
  await moneyTransaction(async (tx) => {
    await lockWallets(tx, [id])
    await transferSigned(tx, { ...grant(id), amount })
  })
  expect((await readWallet(id)).available).toBe(available)
})

describe('checkTransfers()', () => {
  test('names the members of each transfer, not the house, and only within its work', async () => {
    const [from, to] = [await member(), await member()]
    const seen: number[] = []
    await checkTransfers(
      (userId) => seen.push(userId),
      async () => {
        await post(grant(from))
        await moneyTransaction(async (tx) => {
          await lockWallets(tx, [from, to])
          const [debit, credit] = [userAccount(from, 'user_available'), userAccount(to, 'user_available')]
          await transfer(tx, grant(to, { debit, credit, amount: paise(45n) }))
        })
      },
    )
    expect(seen).toEqual([from, from, to])
    await post(grant(from, { reference: `later:${from}` }))
    expect(seen).toHaveLength(3)
  })

  test('moves nothing where the check throws', async () => {
    const id = await member()
    const refuse = () => {
      throw new Error('not this one')
    }
    await expect(checkTransfers(refuse, () => post(grant(id)))).rejects.toThrow('not this one')
    expect((await readWallet(id)).available).toBe(0n)
  })
})

test('moneyTransaction() within a transaction is part of it', async () => {
  const id = await member()
  const failed = db.transaction(async (tx) => {
    await moneyTransaction(async (same) => {
      expect(same).toBe(tx)
      await lockWallets(same, [id])
      await transfer(same, grant(id))
    }, tx)
    throw new Error('later')
  })
  await expect(failed).rejects.toThrow('later')
  expect((await readWallet(id)).available).toBe(0n)
})

describe('the append-only transfers table', () => {
  test.each([
    ['UPDATE', sql`UPDATE ledger_transfers SET amount_paise = 1`],
    ['DELETE', sql`DELETE FROM ledger_transfers`],
    ['TRUNCATE', sql`TRUNCATE ledger_transfers`],
  ])('%s raises an error', async (_, statement) => {
    await earn(await member(), 100n)
    const before = await db.$count(ledgerTransfers)
    expect(await db.execute(statement).catch(databaseError)).toMatchObject({ code: '55000' })
    expect(await db.$count(ledgerTransfers)).toBe(before)
  })
})

describe('ledger accounts', () => {
  test('opening them twice, or many times at once, gives each member one set', async () => {
    const ids = [await member(), await member()]
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        moneyTransaction((tx) => openAccounts(tx, i % 2 ? ids : [...ids].reverse())),
      ),
    )
    const rows = await db
      .select()
      .from(ledgerAccounts)
      .where(sql`user_id IN ${ids}`)
    expect(rows.map((a) => `${a.user_id} ${a.code} ${a.normal_side} ${a.floor_paise}`).sort()).toEqual(
      ids
        .flatMap((id) => [
          `${id} payout_clearing credit 0`,
          `${id} user_available credit 0`,
          `${id} user_debt debit 0`,
          `${id} user_pending credit 0`,
        ])
        .sort(),
    )
  })

  test('lockWallets() returns wallets in the requested order, duplicates included', async () => {
    const [a, b] = [await member(), await member()]
    await earn(b, 700n)
    const wallets = await moneyTransaction((tx) => lockWallets(tx, [b, a, b]))
    expect(wallets.map((w) => [w.userId, w.available])).toEqual([
      [b, 700n],
      [a, 0n],
      [b, 700n],
    ])
  })

  test('are opened at the first lock alone: the next one uses no ids', async () => {
    const id = await member()
    const lock = () => moneyTransaction((tx) => lockWallets(tx, [id]))
    const readLastId = async () =>
      (
        await db.execute(sql`SELECT pg_sequence_last_value(pg_get_serial_sequence('ledger_accounts', 'id'))`)
      )[0]
    await lock()
    const before = await readLastId()
    await lock()
    expect(await readLastId()).toEqual(before)
  })

  test('of a withdrawal are locked as a wallet is', async () => {
    const id = await memberWith(5000n)
    const requested = await sendRequest(id, '10.00')
    if (!requested.ok) throw new Error(requested.reason)
    await moneyTransaction(async (tx) => {
      await lockWalletOfWithdrawal(tx, requested.withdrawal.id)
      const other = db.execute(
        sql`SELECT 1 FROM ledger_accounts WHERE user_id = ${id} FOR NO KEY UPDATE NOWAIT`,
      )
      expect(await other.catch(databaseError)).toMatchObject({ code: '55P03' })
    })
  })

  test('are listed in the requested order without a lock, empty ones and duplicates included', async () => {
    const [a, b] = [await member(), await member()]
    await earn(b, 700n)
    const wallet = { pending: 0n, onItsWay: 0n, debt: 0n }
    await moneyTransaction(async (tx) => {
      await lockWallets(tx, [b])
      expect(await listWallets([b, a, b])).toEqual([
        { userId: b, available: 700n, ...wallet },
        { userId: a, available: 0n, ...wallet },
        { userId: b, available: 700n, ...wallet },
      ])
    })
    expect(await listWallets([])).toEqual([])
  })

  test('of one member are read as JSON within another query', async () => {
    const id = await member()
    await earn(await member(), 900n)
    const read = prepareStatement<{ accounts: { code: string; balance: string }[] | null }>(
      `SELECT ${ACCOUNTS_AS_JSON} AS accounts`,
    )
    expect(await read(db, [id])).toEqual([{ accounts: null }])
    await earn(id, 700n)
    const [row] = await read(db, [id])
    expect(row!.accounts).toHaveLength(4)
    expect(row!.accounts).toContainEqual({ code: 'user_available', user_id: String(id), balance: '700' })
  })

  test('are opened in user-id order to avoid deadlocks', async () => {
    const [a, b, c] = [await member(), await member(), await member()]
    await moneyTransaction((tx) => openAccounts(tx, [b, c, a, b]))
    const opened = await db
      .select({ userId: ledgerAccounts.user_id })
      .from(ledgerAccounts)
      .where(inArray(ledgerAccounts.user_id, [a, b, c]))
      .orderBy(ledgerAccounts.id)
    expect(opened.map(({ userId }) => userId)).toEqual([a, a, a, a, b, b, b, b, c, c, c, c])
  })

  test('cannot be opened for the guest', async () => {
    expect(await moneyTransaction((tx) => lockWallets(tx, [9])).catch(databaseError)).toMatchObject({
      code: '23514',
    })
  })
})
