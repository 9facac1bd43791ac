/** Ledger rows and resulting wallet of credits and reversals. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db, type Tx } from '~/platform/db/client.server'
import { paise, computeReferral, zero } from '~/platform/formats/money'
import { postGrant } from '~/domain/wallet/grants.server'
import {
  creditWallet,
  forfeitBalance,
  returnForfeited,
  setPending,
  takeFromWallet,
} from '~/domain/wallet/credits.server'
import { type SaleSums, NOTHING as nothing } from '~/domain/wallet/grants'
import { houseAccount, lockWallets, moneyTransaction, type Wallet } from '~/domain/wallet/ledger.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { earn, member } from './support'

let serial = 0

/** 'kind: from > to amount (reference)' of each transfer for this cause, in order. */
async function listPosted(refId: number): Promise<string[]> {
  const rows = await db.execute<Record<'reference' | 'kind' | 'debit' | 'credit' | 'amount', string>>(sql`
    SELECT t.reference, t.kind, d.code || ' of ' || d.user_id AS debit, c.code || ' of ' || c.user_id AS credit,
           t.amount_paise AS amount
      FROM ledger_transfers t JOIN ledger_accounts d ON d.id = t.debit_account
      JOIN ledger_accounts c ON c.id = t.credit_account
     WHERE t.ref_type = 'conversion' AND t.ref_id = ${refId} ORDER BY t.id`)
  return rows.map((r) => `${r.kind}: ${r.debit} > ${r.credit} ${r.amount} (${r.reference})`)
}

/** Runs `work` with the wallet of a new member; the wallet it returns must equal the stored one. */
async function withWallet(work: (tx: Tx, wallet: Wallet) => Promise<Wallet>) {
  const id = await member()
  const gave = await moneyTransaction(async (tx) => work(tx, (await lockWallets(tx, [id]))[0]!))
  const { available, pending, onItsWay, debt } = await readWallet(id)
  expect(gave).toEqual({ userId: id, available, pending, onItsWay, debt })
  return { id, ...gave }
}

const facts = (reference = `credit:${++serial}`) => ({
  reference,
  kind: 'cashback' as const,
  against: houseAccount('cashback_expense'),
  refType: 'conversion' as const,
  refId: 500_000 + serial,
})
const lastId = () => 500_000 + serial

describe('creditWallet()', () => {
  test('posts the amount and returns the wallet after it', async () => {
    const { id, available } = await withWallet((tx, wallet) =>
      creditWallet(tx, wallet, { ...facts(), amount: paise(700n) }),
    )
    expect(available).toBe(700n)
    expect(await listPosted(lastId())).toEqual([
      `cashback: cashback_expense of 0 > user_available of ${id} 700 (credit:${serial})`,
    ])
  })

  test('posts nothing for a zero amount', async () => {
    const { available } = await withWallet((tx, wallet) =>
      creditWallet(tx, wallet, { ...facts(), amount: zero }),
    )
    expect(available).toBe(0n)
    expect(await listPosted(lastId())).toEqual([])
  })

  test('repays debt first, as far as the amount goes', async () => {
    const given = { take: facts(), some: facts(), rest: facts() }
    const { id, available, debt } = await withWallet(async (tx, wallet) => {
      const owing = await takeFromWallet(tx, wallet, {
        ...given.take,
        kind: 'cashback_back',
        amount: paise(500n),
      })
      expect(owing).toMatchObject({ available: 0n, debt: 500n })
      const less = await creditWallet(tx, owing, { ...given.some, amount: paise(200n) })
      expect(less).toMatchObject({ available: 0n, debt: 300n })
      return creditWallet(tx, less, { ...given.rest, amount: paise(1_000n) })
    })
    expect([available, debt]).toEqual([700n, 0n])
    expect(await listPosted(given.take.refId)).toEqual([
      `cashback_back_debt: user_debt of ${id} > cashback_expense of 0 500 (${given.take.reference}:debt)`,
    ])
    expect(await listPosted(given.rest.refId)).toEqual([
      `cashback: cashback_expense of 0 > user_available of ${id} 1000 (${given.rest.reference})`,
      `repay: user_available of ${id} > user_debt of ${id} 300 (${given.rest.reference}:repay)`,
    ])
  })

  test('a repeated reference changes nothing, not even the debt', async () => {
    const [once, taken] = [facts(), facts()]
    const { available, debt } = await withWallet(async (tx, wallet) => {
      const rich = await creditWallet(tx, wallet, { ...once, amount: paise(100n) })
      const owing = await takeFromWallet(tx, rich, { ...taken, kind: 'cashback_back', amount: paise(150n) })
      expect(await creditWallet(tx, owing, { ...once, amount: paise(100n) })).toBe(owing)
      return owing
    })
    expect([available, debt]).toEqual([0n, 50n])
  })
})

describe('takeFromWallet()', () => {
  test('takes the available balance and books the rest as debt', async () => {
    const [given, taken] = [facts(), facts()]
    const { id, available, debt } = await withWallet(async (tx, wallet) => {
      const rich = await creditWallet(tx, wallet, { ...given, amount: paise(300n) })
      return takeFromWallet(tx, rich, { ...taken, kind: 'cashback_back', amount: paise(450n) })
    })
    expect([available, debt]).toEqual([0n, 150n])
    expect(await listPosted(taken.refId)).toEqual([
      `cashback_back: user_available of ${id} > cashback_expense of 0 300 (${taken.reference})`,
      `cashback_back_debt: user_debt of ${id} > cashback_expense of 0 150 (${taken.reference}:debt)`,
    ])
  })

  test.each([
    ['all that there is', 300n, 0n],
    ['less than there is', 120n, 180n],
    ['nothing', 0n, 300n],
  ])('taking %s leaves no debt', async (_, amount, left) => {
    const [given, taken] = [facts(), facts()]
    const { available, debt } = await withWallet(async (tx, wallet) => {
      const rich = await creditWallet(tx, wallet, { ...given, amount: paise(300n) })
      return takeFromWallet(tx, rich, { ...taken, kind: 'cashback_back', amount: paise(amount) })
    })
    expect([available, debt]).toEqual([left, 0n])
    expect(await listPosted(taken.refId)).toHaveLength(amount ? 1 : 0)
  })

  test('posts nothing for a zero amount', async () => {
    const { available } = await withWallet((tx, wallet) =>
      takeFromWallet(tx, wallet, { ...facts(), kind: 'cashback_back', amount: zero }),
    )
    expect(available).toBe(0n)
    expect(await listPosted(lastId())).toEqual([])
  })

  test('takes once when called twice with one reference', async () => {
    const [given, taken] = [facts(), facts()]
    await withWallet(async (tx, wallet) => {
      const rich = await creditWallet(tx, wallet, { ...given, amount: paise(300n) })
      const poorer = await takeFromWallet(tx, rich, { ...taken, kind: 'cashback_back', amount: paise(100n) })
      expect(await takeFromWallet(tx, poorer, { ...taken, kind: 'cashback_back', amount: paise(100n) })).toBe(
        poorer,
      )
      return poorer
    })
  })
})

describe('setPending()', () => {
  test('posts the difference up or down, and nothing when the amount is the same', async () => {
    const [up, down, still] = [facts(), facts(), facts()]
    const { id, pending } = await withWallet(async (tx, wallet) => {
      const more = await setPending(tx, wallet, { ...up, from: zero, to: paise(90n) })
      expect(more.pending).toBe(90n)
      const less = await setPending(tx, more, { ...down, from: paise(90n), to: paise(40n) })
      expect(await setPending(tx, less, { ...still, from: paise(40n), to: paise(40n) })).toBe(less)
      expect(await setPending(tx, less, { ...down, from: paise(90n), to: paise(40n) })).toBe(less)
      return less
    })
    expect(pending).toBe(40n)
    expect(await listPosted(up.refId)).toEqual([
      `cashback: cashback_expense of 0 > user_pending of ${id} 90 (${up.reference})`,
    ])
    expect(await listPosted(down.refId)).toEqual([
      `cashback: user_pending of ${id} > cashback_expense of 0 50 (${down.reference})`,
    ])
    expect(await listPosted(still.refId)).toEqual([])
  })
})

describe('the balance of a deleted account', () => {
  /** `kind` and `against` belong to credits. */
  const cause = () => {
    const { reference, refType, refId } = facts()
    return { reference, refType, refId }
  }

  async function forfeit(amount: bigint) {
    const id = await member()
    if (amount > 0n) await earn(id, amount)
    const reason = cause()
    const given = await moneyTransaction(async (tx) =>
      forfeitBalance(tx, (await lockWallets(tx, [id]))[0]!, reason),
    )
    expect((await readWallet(id)).available).toBe(0n)
    return { id, given, posted: await listPosted(reason.refId), reference: reason.reference }
  }

  const takeBack = (id: number, amount: bigint) =>
    moneyTransaction(async (tx) => {
      const [wallet] = await lockWallets(tx, [id])
      return (await returnForfeited(tx, wallet!, paise(amount), cause())).available
    })

  test('is forfeited as a whole, and an empty one posts nothing', async () => {
    const { id, given, posted, reference } = await forfeit(900n)
    expect(given).toBe(900n)
    expect(posted).toEqual([
      `forfeit: user_available of ${id} > forfeited_balances of 0 900 (${reference}:forfeit)`,
    ])
    expect(await forfeit(0n)).toMatchObject({ given: 0n, posted: [] })
  })

  test('comes back as far as a later reversal takes more than there is, and once', async () => {
    const { id } = await forfeit(900n)
    await earn(id, 100n)
    expect(await takeBack(id, 100n)).toBe(100n)
    expect(await listPosted(lastId())).toEqual([])
    expect(await takeBack(id, 350n)).toBe(350n)
    expect(await listPosted(lastId())).toEqual([
      `forfeit_back: forfeited_balances of 0 > user_available of ${id} 250 (credit:${serial}:forfeit)`,
    ])
    expect((await readWallet(id)).available).toBe(350n)
    expect(await takeBack(id, 5000n)).toBe(1000n)
    expect(await takeBack(id, 5000n)).toBe(1000n)
    expect(await listPosted(lastId())).toEqual([])
  })

  test('of another account is not what comes back', async () => {
    await forfeit(900n)
    const id = await member()
    expect(await takeBack(id, 500n)).toBe(0n)
  })
})

describe('postGrant()', () => {
  const heldAsBefore = { added: [], lowered: [] }

  test('posts pending, cashback and referral, each with its kind and revision', async () => {
    const [friend, id] = [await member(), await member()]
    const of = { id: 700_001, user_id: id, referrer_id: friend }
    const settle = (revision: number, from: SaleSums, to: SaleSums) =>
      moneyTransaction((tx) => postGrant(tx, { ...of, revision }, { from, to, ...heldAsBefore }))
    const first = { ...nothing, pending: paise(99n) }
    const second = { ...nothing, granted: paise(99n), referral: paise(19n) }
    await settle(1, nothing, first)
    await settle(2, first, second)
    await settle(3, second, second)
    await settle(4, second, nothing)
    expect(await listPosted(700_001)).toEqual([
      `pending: pending_contra of 0 > user_pending of ${id} 99 (conversion:700001:r1:pending)`,
      `pending: user_pending of ${id} > pending_contra of 0 99 (conversion:700001:r2:pending)`,
      `cashback: cashback_expense of 0 > user_available of ${id} 99 (conversion:700001:r2:cashback)`,
      `referral: referral_expense of 0 > user_available of ${friend} 19 (conversion:700001:r2:referral)`,
      `cashback_back: user_available of ${id} > cashback_expense of 0 99 (conversion:700001:r4:cashback)`,
      `referral_back: user_available of ${friend} > referral_expense of 0 19 (conversion:700001:r4:referral)`,
    ])
  })

  test('opens the accounts of a referrer who never earned', async () => {
    const [friend, id] = [await member(), await member()]
    await earn(id, 100n)
    const of = { id: 700_003, revision: 1, user_id: id, referrer_id: friend }
    const to = { ...nothing, granted: paise(1_000n), referral: paise(200n) }
    await moneyTransaction((tx) => postGrant(tx, of, { from: nothing, to, ...heldAsBefore }))
    expect((await readWallet(friend)).available).toBe(200n)
  })

  test('posts no referral for a shopper without a referrer', async () => {
    const id = await member()
    const to = { ...nothing, granted: paise(1_000n) }
    await moneyTransaction((tx) =>
      postGrant(
        tx,
        { id: 700_002, revision: 1, user_id: id, referrer_id: null },
        { from: nothing, to, ...heldAsBefore },
      ),
    )
    expect(await listPosted(700_002)).toEqual([
      `cashback: cashback_expense of 0 > user_available of ${id} 1000 (conversion:700002:r1:cashback)`,
    ])
  })

  test.each([
    [4n, 2000n, 0n],
    [5n, 2000n, 1n],
    [99n, 2000n, 19n],
    [100n, 2000n, 20n],
    [99n, 2250n, 22n],
    [99n, 0n, 0n],
  ])(
    'the referral reward for %s paise at %s hundredths of a percent is %s paise',
    (granted, rate, referral) => {
      expect(computeReferral(paise(granted), rate)).toBe(referral)
    },
  )
})

describe('moneyTransaction()', () => {
  const fail = (tx: Tx, code: string) =>
    tx.execute(sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'planned' USING ERRCODE = '${code}'; END $$`))

  test.each([
    ['40001', 4, 'done', 5],
    ['40P01', 4, 'done', 5],
    ['40001', 5, 'thrown', 5],
    ['23514', 1, 'thrown', 1],
  ])('an error %s raised %i times ends %s after %i attempts', async (code, failures, end, attempts) => {
    let tries = 0
    const outcome = await moneyTransaction(async (tx) => {
      tries += 1
      if (tries <= failures) await fail(tx, code)
      return 'done'
    }).catch(() => 'thrown')
    expect([outcome, tries]).toEqual([end, attempts])
  })

  test('does not retry other errors', async () => {
    let tries = 0
    const work = moneyTransaction(() => {
      tries += 1
      return Promise.reject(new Error('a bug'))
    })
    await expect(work).rejects.toThrow('a bug')
    expect(tries).toBe(1)
  })
})
