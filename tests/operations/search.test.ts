import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { searchMembers, searchSales, searchWithdrawals } from '~/domain/tracking/search.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/payouts.server'
import { ops, opsDone, readLastEntry } from '../ops/support'
import { signedIn } from '../support/people'
import { collectPlans } from '../support/plans'
import { requestAmount } from '../wallet/payout-support'
import { earn, memberWith } from '../wallet/support'

let asha: number
let sale: number
let withdrawal: number

beforeAll(async () => {
  asha = (
    await signedIn({
      username: 'Asha Möller-Verma',
      email: 'asha.verma@find.example',
      phone_number: '+919711223344',
      referral_code: 'FINDME9',
    })
  ).id
  sale = await earn(asha, 100_00n)
  withdrawal = await requestAmount(await memberWith(500_00n), '100')
  await approveWithdrawal(withdrawal)
  await payWithdrawal(withdrawal, 'N0UTR-4711')
})

test.each([
  'asha',
  'ASHA',
  'möll',
  'verma asha',
  'asha.ver',
  '3344',
  '223344',
  '9711223344',
  '+91 97112 23344',
  'findme9',
])('%s finds the member', async (words) => {
  expect((await searchMembers(words)).map(({ id }) => id)).toContain(asha)
})

test.each(['sha', 'rma', 'verma@', '7112', '97112', 'FINDME', "x' | !asha", '%', '____'])(
  '%s does not find the member',
  async (words) => {
    expect((await searchMembers(words)).map(({ id }) => id)).not.toContain(asha)
  },
)

test('references find sales and withdrawals, whole', async () => {
  const [facts] = await db.execute<{ external_id: string; click_id: string }>(
    sql`SELECT external_id, click_id FROM conversions WHERE id = ${sale}`,
  )
  for (const words of [String(sale), facts!.external_id, facts!.click_id])
    expect((await searchSales(words)).map(({ id }) => id)).toContain(sale)
  expect(await searchSales(facts!.external_id.slice(0, -1))).toEqual([])
  for (const words of [String(withdrawal), 'n0utr4711', 'N0UTR-4711'])
    expect((await searchWithdrawals(words)).map(({ id }) => id)).toContain(withdrawal)
})

test('search shows masked numbers, and is logged without the words', async () => {
  const out = await opsDone('search möll')
  expect(out).toMatch(/Asha Möller-Verma +••••3344 +as•••a@find\.example/)
  const entry = await readLastEntry()
  expect(entry).toMatchObject({ command: 'search …', outcome: 'done' })
  expect((await ops('search xyzzyx')).out).toContain('Nothing matches.')
})

test.each(['as', '123', ' a '])('%s is too short', async (words) => {
  expect(await ops(`search "${words}"`)).toMatchObject({ code: 2, out: '' })
})

test('search uses indexes', async () => {
  expect(
    await collectPlans(async () => {
      for (const words of ['asha', 'asha.verma@', '3344', '9711223344', 'FINDME9', 'N0UTR-4711', '1001']) {
        await searchMembers(words)
        await searchSales(words)
        await searchWithdrawals(words)
      }
    }),
  ).toEqual([])
}, 60_000)

test('more than 60 searches a minute are refused', async () => {
  await db.execute(sql`
    INSERT INTO operator_log (os_user, command, seal)
    SELECT (SELECT os_user FROM operator_log ORDER BY id DESC LIMIT 1), 'search …', 'seal ' || n FROM generate_series(1, 61) n`)
  expect((await ops('search asha')).err).toContain('60 searches')
})
