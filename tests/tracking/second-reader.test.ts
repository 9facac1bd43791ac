/** The second reader is silent on sound books, and finds what is planted with all triggers off. */
import fs from 'node:fs'
import { sql, type SQL } from 'drizzle-orm'
import { globSync } from 'tinyglobby'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { db, type Tx } from '~/platform/db/client.server'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import { resolveAccepted } from '~/domain/tracking/quarantine.server'
import { readLastRecompute, recomputeIfDue } from '~/domain/books/second-reader.server'
import { recompute, SALE_CHECK, WALLET_CHECK, type Recomputed } from '~/domain/books/recompute.server'
import { computeWorth, type RecomputedReport } from '~/domain/books/recompute/rules'
import { rewrite } from '../support/rewrite'
import { createSampleBooks } from '../books/corruptions/lifetime'
import { account, forged, friend, grant, off, paid, sale, shopper } from '../books/corruptions/plant'
import { click, member, receive } from '../wallet/support'

beforeAll(createSampleBooks)

const report = (p1: string, conversion_id: string, status: string, sale_amount: string) =>
  receive({ p1, conversion_id, status, sale_amount })

/** What the reader says of the database with this corruption, which is rolled back. */
async function readWith(plant: SQL[] | ((tx: Tx) => Promise<void>)): Promise<Recomputed> {
  let recomputed: Recomputed | undefined
  const work = db.transaction(async (tx) => {
    await tx.execute(off)
    if (typeof plant === 'function') await plant(tx)
    else for (const statement of plant) await tx.execute(statement)
    recomputed = await recompute(tx)
    tx.rollback()
  })
  await expect(work).rejects.toThrow('Rollback')
  return recomputed!
}

const setSale = (name: string, change: SQL) => [
  sql`UPDATE conversions SET ${change} WHERE external_id = ${name}`,
]
const setClick = (ofSale: string, change: SQL) => [
  sql`UPDATE clicks SET ${change} WHERE id = (SELECT click_id FROM conversions WHERE external_id = ${ofSale})`,
]
const setReport = (ofSale: string, change: SQL) => [
  sql`UPDATE postback_inbox SET ${change} WHERE external_id = ${ofSale}`,
]
const addToWallet = (of: SQL, amount: number) => [
  sql`UPDATE ledger_accounts SET credits_paise = credits_paise + ${amount} WHERE code = 'user_available' AND user_id = ${of}`,
]

const SALE = [SALE_CHECK]
const WALLET = [WALLET_CHECK]
const BOTH = [SALE_CHECK, WALLET_CHECK]

const PLANTED: [what: string, plant: Parameters<typeof readWith>[0], checks: string[], says: RegExp][] = [
  ['a raised wallet', addToWallet(shopper, 100), WALLET, /^balance \d+, expected \d+$/],
  [
    'a raised wallet with a transfer of the sale',
    forged('cashback_expense', 'user_available', 'conversion', sale('A')),
    WALLET,
    /^balance \d+, expected \d+$/,
  ],
  ['a sale raised as the application would', grant('A', 60_000n), BOTH, /granted 60000, expected 50000/],
  [
    'a rejected sale credited as the application would',
    grant('C', 50n),
    BOTH,
    /state approved, expected rejected/,
  ],
  [
    'a sale that another member owns',
    setSale('A', sql`user_id = ${friend}`),
    SALE,
    /owner \d+, expected \d+/,
  ],
  [
    'a sale of a guest that a member owns',
    setSale('G', sql`user_id = ${shopper}, granted_paise = 5000`),
    SALE,
    /owner \d+, expected 9; granted 5000, expected 0/,
  ],
  [
    'a pending sale that was approved',
    setSale('B', sql`status = 'approved', granted_paise = pending_paise, pending_paise = 0`),
    SALE,
    /state approved, expected pending/,
  ],
  ['a sale without its referrer', setSale('A', sql`referrer_id = NULL`), SALE, /referrer none, expected \d+/],
  [
    'a raised referral',
    setSale('A', sql`referral_paise = referral_paise + 1`),
    SALE,
    /referral 10001, expected 10000/,
  ],
  [
    'a sale whose transfers were deleted and sums lowered',
    [
      sql`UPDATE ledger_accounts a SET credits_paise = credits_paise - t.amount_paise FROM ledger_transfers t
           WHERE t.credit_account = a.id AND a.user_id <> 0 AND t.ref_type = 'conversion' AND t.ref_id = ${sale('D')}`,
      sql`DELETE FROM ledger_transfers WHERE ref_type = 'conversion' AND ref_id = ${sale('D')}`,
    ],
    WALLET,
    /^balance -?\d+, expected \d+$/,
  ],
  [
    'a report that was changed after it was applied',
    setReport('A', sql`raw = raw || '{"sale_amount": "20000"}', sale_paise = 2000000`),
    BOTH,
    /granted 50000, expected 100000/,
  ],
  [
    'a report of another click',
    setReport('A', sql`raw = raw || '{"p1": "another"}', click_id = 'another'`),
    BOTH,
    /report \d+ is of click another at trackier; state approved, expected none/,
  ],
  [
    'a report that was deleted',
    [sql`DELETE FROM postback_inbox WHERE external_id = 'B'`],
    BOTH,
    /expected none/,
  ],
  [
    'a raised rate of a click',
    setClick('A', sql`payout_hundredths = 600`),
    BOTH,
    /granted 50000, expected 60000/,
  ],
  ['a lowered cap', setClick('D', sql`cap_paise = 100`), BOTH, /granted 5000, expected 100/],
  [
    'a raised share of a click',
    setClick('A', sql`referral_hundredths = 3000`),
    BOTH,
    /referral 10000, expected 15000/,
  ],
  ['a click of another member', setClick('A', sql`user_id = ${friend}`), BOTH, /owner \d+, expected \d+/],
  [
    'a paid withdrawal of a lower amount',
    [sql`UPDATE withdrawals SET amount_paise = amount_paise - 100 WHERE id = ${paid}`],
    WALLET,
    /paid \d+, expected \d+/,
  ],
  [
    'a withdrawal whose payment was forgotten',
    [sql`DELETE FROM withdrawal_steps WHERE withdrawal_id = ${paid} AND status = 'paid'`],
    WALLET,
    /in withdrawals \d+, expected \d+/,
  ],
  [
    'a raised adjustment',
    [
      sql`UPDATE adjustments SET amount_paise = amount_paise + 1 WHERE kind = 'goodwill' AND state = 'applied'`,
    ],
    WALLET,
    /balance/,
  ],
  [
    'a debt beside a balance',
    [
      sql`UPDATE ledger_accounts SET credits_paise = credits_paise + 100 WHERE id = ${account('user_available')}`,
      sql`UPDATE ledger_accounts SET debits_paise = debits_paise + 100 WHERE id = ${account('user_debt')}`,
    ],
    WALLET,
    /^a balance and a debt at once$/,
  ],
  [
    'money of a deleted account',
    addToWallet(sql`(SELECT id FROM users WHERE username = 'Deleted account')`, 100),
    WALLET,
    /wallet of a deleted account 100, expected 0/,
  ],
]

describe('the second reader', () => {
  test('finds nothing in sound books', async () => {
    expect(await recompute()).toMatchObject({
      inherited: 0,
      setByOperators: 0,
      notRecomputable: { count: 0 },
      defects: [],
    })
  })

  test.each(PLANTED)('finds %s', async (_, plant, checks, says) => {
    const { defects } = await readWith(plant)
    expect([...new Set(defects.map(({ check }) => check))].toSorted()).toEqual(checks)
    expect(defects.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(says))
    for (const { subject, next } of defects) {
      expect(subject).toMatch(/member \d+$/)
      expect(next).toMatch(/users hold/)
    }
  })

  test('names a member whose raw report cannot be read, and guesses nothing', async () => {
    const { defects, notRecomputable } = await readWith(
      setReport('A', sql`raw = raw || '{"sale_amount": "ten"}'`),
    )
    expect(defects).toEqual([])
    expect(notRecomputable.count).toBe(2)
    expect(notRecomputable.examples[0]).toEqual({
      subject: expect.stringMatching(/^member \d+$/),
      detail: expect.stringMatching(/^sale \d+: report \d+ cannot be read: unusable-amount$/),
    })
  })

  test('takes a sale from before digests as it is where its reports do not explain it', async () => {
    const old = sql`UPDATE conversions SET created_at = '2020-01-01' WHERE external_id = 'A'`
    const lost = sql`DELETE FROM postback_inbox WHERE external_id = 'A'`
    expect(await readWith([old])).toMatchObject({ inherited: 0, defects: [] })
    expect(await readWith([old, lost])).toMatchObject({ inherited: 1, defects: [] })
  })

  test('finds nothing after a deletion, a reversal of what was given up and a later approval', async () => {
    const leaver = await member(await member())
    const visit = await click(leaver)
    await report(visit, 'L1', 'approved', '1000')
    await report(visit, 'L2', 'pending', '1000')
    await report(visit, 'L3', 'approved', '400')
    expect(await closeAccount(leaver, { forfeit: true })).toMatchObject({ ok: true })
    await report(visit, 'L1', 'rejected', '1000')
    await report(visit, 'L2', 'approved', '1000')
    await report(visit, 'L3', 'approved', '300')
    await report(visit, 'L3', 'approved', '500')
    expect(await recompute()).toMatchObject({ defects: [], notRecomputable: { count: 0 } })
  })

  test('finds nothing after a claimed click of a guest and an accepted report', async () => {
    const guests = await click(9)
    await report(guests, 'K1', 'approved', '1000')
    const owner = await member()
    expect(await claimGuestClicks(owner, [guests])).toBe(1)
    await report(guests, 'K1', 'rejected', '1000')
    await report(guests, 'K1', 'approved', '1000')
    const [row] = await db.execute<{ id: number }>(
      sql`SELECT id::int FROM postback_inbox WHERE external_id = 'K1' AND reason = 'after-rejection'`,
    )
    expect(await resolveAccepted(row!.id, 'The network confirmed it')).toMatchObject({ ok: true })
    expect(await recompute()).toMatchObject({ setByOperators: 1, defects: [] })
  })

  test('uses nothing that posts to the ledger or decides about reports', () => {
    const files = globSync('app/domain/books/{second-reader,recompute}{.server.ts,/*.ts}')
    expect(files).toHaveLength(4)
    const imported = files
      .flatMap((file) => [...fs.readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)])
      .map(([, from]) => from!)
      .filter((from) => /^(?:~\/domain|\.\.?)\//.test(from))
    expect([...new Set(imported)].toSorted()).toEqual([
      '../audit',
      './audit',
      './recompute.server',
      './recompute/read-members.server',
      './recompute/rules',
      './rules',
      '~/domain/tracking/guest',
      '~/domain/tracking/inbox-row.server',
    ])
  })
})

describe('the worth of a sale', () => {
  const percent = { percent: 500n, flat: null, cap: null }
  const of = (
    status: RecomputedReport['status'],
    amount: bigint | null,
    facts: Partial<RecomputedReport> = {},
  ) => ({ status, sale: amount, acceptedAt: null, credited: null, ...facts }) as const
  const number = (reports: readonly ReturnType<typeof of>[]): RecomputedReport[] =>
    reports.map((one, i) => ({ id: BigInt(i + 1), appliedAt: BigInt(i + 1), ...one }))

  test.each([
    ['nothing reported', percent, [], 'none', [0n]],
    ['rounded down', percent, [of('approved', 1_019n)], 'approved', [50n]],
    ['up to the cap', { ...percent, cap: 30n }, [of('approved', 1_000n)], 'approved', [30n]],
    ['a flat amount', { percent: null, flat: 70n, cap: null }, [of('pending', null)], 'pending', [70n]],
    ['no promise', { percent: null, flat: null, cap: null }, [of('approved', 1_000n)], 'approved', [0n]],
    ['the last of one rank', percent, [of('approved', 1_000n), of('approved', 400n)], 'approved', [20n]],
    ['the higher rank', percent, [of('approved', 1_000n), of('pending', 400n)], 'approved', [50n]],
    ['a reversal', percent, [of('approved', 1_000n), of('rejected', null)], 'reversed', [0n]],
    ['a rejection', percent, [of('pending', 1_000n), of('reversed', null)], 'rejected', [0n]],
    [
      'never credited by itself after an end',
      percent,
      [of('rejected', null), of('approved', 1_000n)],
      'rejected',
      [0n],
    ],
    [
      'accepted with a recorded amount',
      { ...percent, cap: 30n },
      [of('rejected', null), of('approved', 1_000n, { acceptedAt: 2n, credited: 45n })],
      'approved',
      [50n, 30n, 45n, 45n],
    ],
    [
      'accepted without one',
      percent,
      [of('rejected', null), of('approved', 1_000n, { acceptedAt: 2n })],
      'approved',
      null,
    ],
    [
      'an earlier end that was applied after the acceptance',
      percent,
      [of('rejected', null, { appliedAt: 9n }), of('approved', 1_000n, { acceptedAt: 2n })],
      'rejected',
      [0n],
    ],
  ] as const)('is %s', (_, promised, reports, state, amounts) => {
    expect(computeWorth(promised, number(reports))).toMatchObject({ state, amounts })
  })
})

describe('the nightly reading', () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  afterEach(() => said.mockClear())
  const lines = () => said.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('wallets'))

  test('runs in one of several processes, logs what it found and stores it', async () => {
    const read = () => readWith(addToWallet(shopper, 100))
    const results = await Promise.all(Array.from({ length: 3 }, () => recomputeIfDue(read)))
    expect(results.filter(Boolean)).toMatchObject([
      { defects: 1, checks: [WALLET_CHECK], notRecomputable: 0 },
    ])
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', message: 'wallets are not what the reports say', defects: 1, checks: WALLET_CHECK },
    ])
    expect((await readLastRecompute())!.result.defects).toBe(1)
    expect(await recomputeIfDue(read)).toBeNull()
  })

  test('runs again in the next night, and after a run that never ended', async () => {
    const yesterday = sql`UPDATE jobs SET started_at = now() - interval '25 hours', finished_at = now() - interval '25 hours' WHERE name = 'recompute'`
    await rewrite(yesterday)
    await expect(recomputeIfDue(() => Promise.reject(new Error('ended')))).rejects.toThrow('ended')
    expect(await recomputeIfDue(() => recompute())).toBeNull()
    await rewrite(sql`UPDATE jobs SET started_at = now() - interval '5 hours' WHERE name = 'recompute'`)
    expect(await recomputeIfDue(() => recompute())).toMatchObject({ defects: 0, checks: [] })
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', message: 'wallets are what the reports say', defects: 0 },
    ])
  })
})
