/** A database that the version before has filled (README.md) after the migrations of this one. */
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { env } from '~/config/env.server'
import { db } from '~/db/client.server'
import { applyDue } from '~/tracking/postbacks.server'
import { findDefects } from '~/wallet/audit/audit.server'
import { findRewrites } from '~/wallet/audit/rewrites.server'
import { backUp, restore } from '../support/copy-database'
import { END, identityOf, listStored, send, withFacts, type Stored } from './reports'
import { readBalances, restoreOldVersion } from './restore'

let balancesBefore: Map<string, bigint>

beforeAll(async () => {
  balancesBefore = await restoreOldVersion()
})
beforeEach(backUp)
afterEach(restore)

async function readNow(): Promise<Map<string, bigint>> {
  const client = postgres(env().databaseUrl!, { max: 1 })
  try {
    return await readBalances(client)
  } finally {
    await client.end()
  }
}

/** Accounts whose balances differ, and by how much. */
function movedBetween(before: Map<string, bigint>, now: Map<string, bigint>): Record<string, bigint> {
  const names = [...new Set([...before.keys(), ...now.keys()])]
  const moved = names.map((name): [string, bigint] => [
    name,
    (now.get(name) ?? 0n) - (before.get(name) ?? 0n),
  ])
  return Object.fromEntries(moved.filter(([, amount]) => amount !== 0n))
}

async function countSales(): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`SELECT count(*)::int AS count FROM conversions`)
  return row!.count
}

/** UTRs that compare as equal now; the first of them keeps the key (docs/rules.md). */
const SAME_UTRS = ['0432198765012', '4321-98765012', '000123456789012']

describe('after the migrations', () => {
  test('the audit names the UTRs that two withdrawals share now, and nothing else', async () => {
    const defects = await findDefects()
    const [row] = await db.execute<{ ids: number[] }>(sql`
      SELECT array_agg(to_jsonb(id) ORDER BY id) AS ids FROM withdrawals WHERE utr IN ${SAME_UTRS}`)
    const found = defects.filter(({ check }) => check !== 'postback left lying')
    expect(found.map(({ check, subject }) => `${check}: ${subject}`).sort()).toEqual(
      row!.ids.map((id) => `a UTR of its own: ${id}`),
    )
  })

  test('the checkpoints of the version before are those that it made', async () => {
    expect(await findRewrites()).toEqual([])
  })

  test('no balance is another one', async () => {
    expect(movedBetween(balancesBefore, await readNow())).toEqual({})
  })
})

/** Two reports that the version before had only stored. */
const OPEN = 2

async function applyOpen(): Promise<void> {
  const applied = await applyDue((error) => {
    throw error
  })
  expect(applied).toBe(OPEN)
}

async function expectBalanced(): Promise<void> {
  const defects = await findDefects()
  const expected = ['a UTR of its own', 'postback left lying']
  expect(defects.filter(({ check }) => !expected.includes(check))).toEqual([])
}

test('a report that was stored and not applied is applied once', async () => {
  const before = await countSales()
  await applyOpen()
  expect((await countSales()) - before).toBe(OPEN)
  expect(await applyDue(() => {})).toBe(0)
})

describe('the same reports again', () => {
  test('make no sale and move nothing', async () => {
    await applyOpen()
    const [sales, balances] = [await countSales(), await readNow()]
    // One that a correction replaced is a correction itself.
    for (const report of (await listStored()).filter((one) => !one.isReplaced && !isUnderMacro(one))) {
      const outcome = await send(report)
      const moved = movedBetween(balances, await readNow())
      expect({ outcome, moved, report }).toMatchObject({ outcome, moved: {}, report })
    }
    expect(await countSales()).toBe(sales)
    await expectBalanced()
  })

  test('of an item that another item of its order replaced make no sale and move nothing', async () => {
    const [sales, balances] = [await countSales(), await readNow()]
    const replaced = (await listStored()).filter((report) => report.isReplaced && isItem(report))
    expect(replaced).toHaveLength(4)
    for (const report of replaced)
      expect(await send(report)).toMatch(/^quarantined: (old-identity|item-or-correction)$/)
    expect(await countSales()).toBe(sales)
    expect(movedBetween(balances, await readNow())).toEqual({})
  })
})

/** An unfilled macro was an id there, so that the second sale under it was quarantined as one of another click. */
const isUnderMacro = ({ raw, reason }: Stored) => raw.txn_id === '{txn_id}' && reason === 'other-click'

test('what an unfilled macro had quarantined is a sale of its click now, once', async () => {
  const stopped = (await listStored()).filter(isUnderMacro)
  expect(stopped.length).toBeGreaterThan(0)
  for (const report of stopped)
    expect([await send(report), await send(report)]).toEqual(['applied', 'repeat'])
})

/** Two items of one order or click, which are one sale there. */
const isItem = ({ raw }: Stored): boolean =>
  JSON.stringify(raw).includes('MERGED') || (raw.payout === '100' && !raw.txn_id && !raw.conversion_id)

interface Sale extends Record<string, unknown> {
  id: number
  status: string
  held: string
  payout_model: string
  payout_hundredths: string | null
  cap_paise: string | null
  commission: string | null
}

const listSales = () =>
  db.execute<Sale>(sql`
    SELECT to_jsonb(c.id) AS id, c.status, c.pending_paise + c.granted_paise AS held, c.user_id = 9 AS guest,
           k.payout_model, k.payout_hundredths, k.cap_paise, c.network_payout_paise AS commission
      FROM conversions c JOIN clicks k ON k.id = c.click_id ORDER BY c.id`)

const saleOf = async (id: number) => (await listSales()).find((sale) => sale.id === id)!

function promised({ payout_model, payout_hundredths, cap_paise }: Sale, amount: bigint): bigint {
  const rate = BigInt(payout_hundredths ?? 0)
  const uncapped = payout_model === 'percentage' ? (amount * rate) / 10_000n : rate
  return cap_paise !== null && uncapped > BigInt(cap_paise) ? BigInt(cap_paise) : uncapped
}

const rupees = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** Reports of the sales in `LIVES`, whose ids are plain, that are pending or approved. */
async function listCurrent(): Promise<{ report: Stored; sale: Sale; amount: bigint }[]> {
  const sales = new Map((await listSales()).map((sale) => [sale.id, sale]))
  const amounts = new Map(
    (
      await db.execute<{ id: number; amount: string }>(
        sql`SELECT to_jsonb(id) AS id, sale_paise AS amount FROM conversions WHERE sale_paise IS NOT NULL`,
      )
    ).map(({ id, amount }) => [id, BigInt(amount)]),
  )
  return (await listStored())
    .filter(({ isCurrent, conversion }) => isCurrent && conversion !== null && conversion <= LIVES)
    .map((report) => ({
      report,
      sale: sales.get(report.conversion!)!,
      amount: amounts.get(report.conversion!)!,
    }))
    .filter(({ sale, amount }) => /pending|approved/.test(sale.status) && amount !== undefined)
}

/** The sales that at-030c137/sales.ts makes first: 18 shapes in 10 lives. */
const LIVES = 180

describe('a correction', () => {
  const change = async (difference: bigint, isTaken: (report: Stored) => boolean, otherwise: string) => {
    const all = await listCurrent()
    expect(all.length).toBeGreaterThan(100)
    const before = await countSales()
    for (const { report, sale, amount } of all) {
      const to = amount + difference
      const outcome = await send(
        withFacts(report, { amount: rupees(to), commission: rupees((to * 8n) / 100n) }),
      )
      const now = await saleOf(sale.id)
      const held = isTaken(report) ? promised(sale, to) : BigInt(sale.held)
      expect({ outcome, held: BigInt(now.held), report: report.raw }).toEqual({
        outcome: isTaken(report) ? 'applied' : otherwise,
        held,
        report: report.raw,
      })
    }
    expect(await countSales()).toBe(before)
    await expectBalanced()
  }

  test('to a higher amount moves the difference where the network’s own id names the sale, and waits elsewhere', () =>
    change(100_00n, (report) => identityOf(report) === 'conversion', 'quarantined: item-or-correction'))

  test('to a lower amount moves the difference of every sale', () => change(-150_00n, () => true, ''))
})

test('every sale ends by its own id, whatever the report says of amounts and currency', async () => {
  await applyOpen()
  const before = await countSales()
  const odd = ['', 'NaN', '-400', '0', '100,50', '99999999999', '1,000.00']
  const current = (await listStored()).filter(({ isCurrent }) => isCurrent)
  for (const [at, report] of current.entries())
    await send(
      withFacts(report, {
        status: END[report.network]!,
        amount: odd[at % odd.length]!,
        commission: 'none',
        ...(at % 2 && { currency: 'USD' }),
      }),
    )
  const open = (await listSales()).filter(({ status }) => status === 'pending' || status === 'approved')
  expect(open.map(({ id }) => current.find(({ conversion }) => conversion === id)?.raw)).toEqual([])
  expect(await countSales()).toBe(before)
  await expectBalanced()
})
