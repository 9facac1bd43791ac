import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions, manualCredits } from '~/platform/db/schema/conversions'
import { operators } from '~/platform/db/schema/operations'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { findEffects, listEffectNames } from '~/desk/effects'
import { findOperation } from '~/desk/find-operation'
import { runChange } from '~/desk/run-change.server'
import { perform } from '~/desk/perform.server'
import type { Call } from '~/desk/call'
import type { ChangeOperation, JobOperation } from '~/desk/operation'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { recordCommand } from '~/domain/operators/command-log.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { file, opsAs } from '../ops/support'
import { makeCall } from '../support/calls'
import { rewrite } from '../support/rewrite'
import { changeSettings, forgetOthers, passHours } from '../support/settings'
import { requestAmount } from '../wallet/payout-support'
import { click, member, memberWith, receive } from '../wallet/support'

const WAITS = 'asks a second person to agree'
let serial = 0

beforeEach(async () => {
  await passHours(25)
  await recordCommand({ osUser: 'second' }, 'today')
  await changeSettings({
    FOUR_EYES_ABOVE: '1000',
    MOST_CASHBACK_A_SALE: '50000',
    MOST_CASHBACK_A_DAY: '50000',
  })
})
afterEach(() => changeSettings({ FOUR_EYES_ABOVE: 'unset' }))

/** A visit of a member to an offer that pays half. */
const visit = (userId: number) => click(userId, { payout_hundredths: 5000n })

async function openMissing(userId: number): Promise<number> {
  const clickId = await visit(userId)
  await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${clickId}`)
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  const given = { kind: 'missing', text: 'It is missing', orderNumber: `BUDGET-${++serial}` } as const
  const opened = await openMemberClaim(userId, { visit: formatVisitNumber(row!.seq) }, given)
  if (!opened.ok) throw new Error(opened.reason)
  return opened.claim.id
}

/** A report of the network that waits because the click is of the limit. */
async function makeWaiting(userId: number, rupees: number): Promise<number> {
  await changeSettings({ MOST_CASHBACK_A_SALE: '1' })
  const p1 = await visit(userId)
  const id = `W${++serial}`
  await receive({ p1, conversion_id: id, txn_id: id, sale_amount: String(rupees * 2), status: 'approved' })
  await changeSettings({ MOST_CASHBACK_A_SALE: '50000' })
  const [row] = await db.select().from(postbackInbox).where(eq(postbackInbox.click_id, p1))
  return row!.id
}

const HEAD = 'p1,conversion_id,txn_id,status,sale_amount\n'
const makeRow = (p1: string, rupees: number, status = 'approved') => {
  const id = `F${++serial}`
  return `${p1},${id},${id},${status},${rupees * 2}.00\n`
}

/** The command that credits the member by hand. */
type Way = (userId: number, rupees: number) => Promise<string>

const WAYS: Record<string, Way> = {
  'an adjustment': async (userId, rupees) =>
    `adjustments add --member ${userId} --kind goodwill --amount ${rupees} --reason "test ${++serial}" --yes`,
  'a claim': async (userId, rupees) =>
    `claims credit ${await openMissing(userId)} --amount ${rupees * 2} --text ok --yes`,
  'an accepted report': async (userId, rupees) =>
    `postbacks accept ${await makeWaiting(userId, rupees)} --reason seen --yes`,
  'a file': async (userId, rupees) =>
    `conversions reconcile trackier ${file(`budget-${++serial}.csv`, HEAD + makeRow(await visit(userId), rupees))} --yes`,
}

const isWaiting = ({ out }: { out: string }) => out.includes(WAITS) || out.includes('asks for an adjustment')
const readMoney = async (userId: number) => {
  const { available, debt } = await readWallet(userId)
  return available - debt
}

describe.each(Object.entries(WAYS))('%s by hand', (name, credit) => {
  const names = Object.keys(WAYS)
  const before = names[(names.indexOf(name) + 1) % names.length]!

  test(`counts with ${before} of the same person to another member`, async () => {
    const [first, second] = [await member(), await member()]
    expect(isWaiting(await opsAs('mint', await WAYS[before]!(first, 600)))).toBe(false)
    expect(isWaiting(await opsAs('mint', await credit(second, 400.5)))).toBe(true)
    expect(await readMoney(second)).toBe(0n)
  })

  test('counts with that of another person to the same member, and with nobody else’s', async () => {
    const [one, other] = [await member(), await member()]
    await opsAs('mint', await credit(one, 600))
    expect(isWaiting(await opsAs('mona', await credit(other, 600)))).toBe(false)
    expect(isWaiting(await opsAs('max', await credit(one, 600)))).toBe(true)
    expect([await readMoney(one), await readMoney(other)]).toEqual([600_00n, 600_00n])
  })

  test('does not count after 24 hours', async () => {
    await opsAs('mint', await credit(await member(), 600))
    await passHours(25)
    await recordCommand({ osUser: 'second' }, 'today')
    expect(isWaiting(await opsAs('mint', await credit(await member(), 600)))).toBe(false)
  })

  test('does not count once an independent person agreed to it', async () => {
    const userId = await member()
    const line = await credit(userId, 1500)
    expect(isWaiting(await opsAs('mint', line))).toBe(true)
    const [row] = await db.execute<{ id: string }>(
      sql`SELECT max(id) AS id FROM adjustments WHERE user_id = ${userId}`,
    )
    const agreed = await opsAs(
      'second',
      name === 'an adjustment' ? `adjustments approve ${row!.id} --yes` : line,
    )
    expect(agreed).toMatchObject({ code: 0, err: '' })
    expect(await readMoney(userId)).toBe(1500_00n)
    for (const by of ['mint', 'second'])
      expect(isWaiting(await opsAs(by, await credit(await member(), 900)))).toBe(false)
  })
})

test('a name and its OS account are one person', async () => {
  await db.insert(operators).values({ name: 'Mia Hand', role: 'finance', state: 'active', os_account: 'mia' })
  await opsAs('mia', await WAYS['a claim']!(await member(), 600))
  await db
    .update(operators)
    .set({ os_account: null, former_accounts: ['mia'] })
    .where(eq(operators.name, 'Mia Hand'))
  const typed = { id: String(await openMissing(await member())), amount: '1200', text: 'ok' }
  const call = await makeCall('claims credit', typed, { osAccount: 'desk', name: 'Mia Hand' })
  const { approval } = await runChange(call as Call<ChangeOperation>)
  expect(approval).toBeTypeOf('number')
  await db
    .update(operators)
    .set({ state: 'disabled', former_accounts: [] })
    .where(eq(operators.name, 'Mia Hand'))
})

test('what one person confirmed alone after the wait still counts', async () => {
  await forgetOthers()
  const line = await WAYS['a claim']!(await member(), 1500)
  expect((await opsAs('solo', line)).out).toContain('is independent of solo')
  await passHours(24.2)
  expect((await opsAs('solo', line)).out).toContain('Done: credits')
  expect(isWaiting(await opsAs('solo', await WAYS['a claim']!(await member(), 10)))).toBe(true)
})

describe('a network’s file', () => {
  test('waits as a whole and says why, and is credited as a whole when a second person gives it', async () => {
    const users = [await member(), await member(), await member()]
    const rows = await Promise.all(users.map(async (userId) => makeRow(await visit(userId), 400)))
    const line = `conversions reconcile trackier ${file('whole.csv', HEAD + rows.join(''))} --yes`
    const asked = await opsAs('mint', line)
    expect(asked.out).toContain(WAITS)
    expect(asked.out).toContain(
      'The file credits what no stored report has said: Rs. 1,200.00 credited by mint by hand within 24 hours is above FOUR_EYES_ABOVE, Rs. 1,000.00.',
    )
    expect(await Promise.all(users.map(readMoney))).toEqual([0n, 0n, 0n])
    expect((await opsAs('second', line)).code).toBe(0)
    expect(await Promise.all(users.map(readMoney))).toEqual([400_00n, 400_00n, 400_00n])
    expect((await db.select().from(manualCredits).orderBy(manualCredits.id)).slice(-3)).toMatchObject(
      users.map(() => ({ source: 'file', made_by: 'second', agreed: true, amount_paise: 400_00n })),
    )
  })

  test('does not count what a stored report has said, only what it adds', async () => {
    const userId = await member()
    const p1 = await visit(userId)
    await receive({ p1, conversion_id: 'KNOWN', txn_id: 'KNOWN', sale_amount: '4000', status: 'pending' })
    const line = (amount: number) =>
      `conversions reconcile trackier ${file(`known-${amount}.csv`, `${HEAD}${p1},KNOWN,KNOWN,approved,${amount}.00\n`)} --yes`
    expect((await opsAs('mint', line(4000))).out).not.toContain(WAITS)
    expect(await readMoney(userId)).toBe(2000_00n)
    expect((await opsAs('mint', line(6400))).out).toContain(WAITS)
    expect((await opsAs('mint', line(5000))).out).not.toContain(WAITS)
    const [sale] = await db.select().from(conversions).where(eq(conversions.user_id, userId))
    expect(
      await db.select().from(manualCredits).where(eq(manualCredits.conversion_id, sale!.id)),
    ).toMatchObject([{ source: 'file', amount_paise: 500_00n, agreed: false }])
  })

  test('counts when it makes a sale pending, so that a later approval is no way around', async () => {
    const p1 = await visit(await member())
    const pending = file('pending.csv', `${HEAD}${p1},LATER,LATER,pending,4000.00\n`)
    expect((await opsAs('mint', `conversions reconcile trackier ${pending} --yes`)).out).toContain(WAITS)
  })
})

/** As many calls at the same moment as there are; how many were done without a second person. */
async function countDone(runs: Promise<{ approval?: number }>[]): Promise<number> {
  const answers = await Promise.allSettled(runs)
  return answers.filter((one) => one.status === 'fulfilled' && one.value.approval === undefined).length
}

test('of five claims credited at once by one person, only as many are as the limit allows', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => member()))
  const calls = []
  for (const userId of users) {
    const typed = { id: String(await openMissing(userId)), amount: '800', text: 'ok' }
    calls.push((await makeCall('claims credit', typed, { osAccount: 'mint' })) as Call<ChangeOperation>)
  }
  expect(await countDone(calls.map((call) => runChange(call)))).toBe(2)
  const money = await Promise.all(users.map(readMoney))
  expect(money.filter((one) => one === 400_00n)).toHaveLength(2)
  expect(money.filter((one) => one === 0n)).toHaveLength(3)
})

test('of four withdrawals of a member approved at once, only as many are as the limit allows', async () => {
  const userId = await memberWith(5000_00n)
  const calls = []
  for (let i = 0; i < 4; i++) {
    const ids = [String(await requestAmount(userId, '400'))]
    calls.push((await makeCall('withdrawals approve', { ids }, { osAccount: 'mint' })) as Call<JobOperation>)
  }
  await Promise.allSettled(calls.map((call) => perform(call)))
  const [{ n } = { n: 0 }] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM withdrawals WHERE user_id = ${userId} AND status = 'processing'`,
  )
  expect(n).toBe(2)
})

test('each operation that credits counts it, or is no credit by hand', async () => {
  const others = new Set([
    'adjustments approve',
    'claims goodwill',
    'postbacks replay',
    'users lift',
    'withdrawals refuse',
    'withdrawals refuse-each',
    'withdrawals fail',
    'withdrawals returned',
  ])
  const found: string[] = []
  for (const name of listEffectNames()) {
    const operation = (await findOperation(name)) as ChangeOperation
    if (!findEffects(operation).includes('credits') || others.has(name)) continue
    if (!operation.creditsByHand) found.push(name)
  }
  expect(found).toEqual([])
})

describe('a sale that only a file knows', () => {
  const reconcile = async (userId: number) => {
    const p1 = await visit(userId)
    const id = `ONLY${++serial}`
    const report = {
      p1,
      conversion_id: id,
      txn_id: id,
      status: 'approved',
      sale_amount: '500.00',
      payout: '300.00',
    }
    const csv = file(`${id}.csv`, `${Object.keys(report).join(',')}\n${Object.values(report).join(',')}\n`)
    expect((await opsAs('mint', `conversions reconcile trackier ${csv} --yes`)).code).toBe(0)
    const [sale] = await db.select().from(conversions).where(eq(conversions.user_id, userId))
    return { report, sale: sale!.id }
  }
  const MARK = 'Only a file that was reconciled knows this sale'
  const isMarked = async (sale: number) => {
    const shown = (await opsAs('mint', `conversions show ${sale}`)).out.includes(MARK)
    const listed = (await opsAs('mint', 'conversions list --only-by-file --csv')).out
    expect(new RegExp(`^${sale},`, 'm').test(listed)).toBe(shown)
    return shown
  }

  test('is marked until the network reports it itself', async () => {
    const { report, sale } = await reconcile(await member())
    expect(await isMarked(sale)).toBe(true)
    await receive({ ...report, status: 'pending' })
    expect(await isMarked(sale)).toBe(true)
    await receive(report)
    expect(await isMarked(sale)).toBe(false)
  })

  test('is marked until the network pays for it, and again once that payment is reversed', async () => {
    const { sale } = await reconcile(await member())
    const utr = `N32607${sale}`
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    const invoice = file(`invoice-${sale}.csv`, `conversion_id,payout\nONLY${serial},300.00\n`)
    const paid = await opsAs(
      'mint',
      `networks paid trackier ${invoice} --amount 300 --gst 0 --utr ${utr} --date ${today} --yes --json`,
    )
    expect(paid).toMatchObject({ code: 0, err: '' })
    expect(await isMarked(sale)).toBe(false)
    const [{ id } = { id: '' }] = await db.execute<{ id: string }>(
      sql`SELECT id FROM network_settlements WHERE reference = ${utr}`,
    )
    expect((await opsAs('mint', `networks reverse ${id} --reason test --yes`)).code).toBe(0)
    expect(await isMarked(sale)).toBe(true)
  })

  test('is not one that a stored report had said', async () => {
    const p1 = await visit(await member())
    await receive({ p1, conversion_id: 'SAID', txn_id: 'SAID', sale_amount: '500', status: 'pending' })
    const csv = file('said.csv', `${HEAD}${p1},SAID,SAID,approved,500.00\n`)
    await opsAs('mint', `conversions reconcile trackier ${csv} --yes`)
    const [sale] = await db.select().from(conversions).where(eq(conversions.click_id, p1))
    expect(sale!.status).toBe('approved')
    expect(await isMarked(sale!.id)).toBe(false)
  })
})

test('today shows the largest sums of 24 hours, by person, by member and of payments', async () => {
  const [one, other] = [await memberWith(700_00n), await member()]
  await opsAs('mint', await WAYS['a claim']!(one, 300))
  await opsAs('mint', await WAYS['an adjustment']!(other, 200))
  await opsAs('mint', `withdrawals approve ${await requestAmount(one, '450')} --yes`)
  const { out } = await opsAs('mint', 'today')
  expect(out).toContain('Credited or debited by hand in 24 hours; above Rs. 1,000.00 a second person agrees')
  for (const line of [
    'by mint +Rs. 500.00',
    `to member ${one} +Rs. 300.00`,
    `to member ${other} +Rs. 200.00`,
    `to member ${one} +Rs. 450.00`,
  ])
    expect(out).toMatch(new RegExp(`^ *${line}$`, 'm'))
})
