import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { days } from '~/desk/fields'

import { rewrite } from '../support/rewrite'
import { signedIn } from '../support/people'
import { requestAmount } from '../wallet/payout-support'
import { earn } from '../wallet/support'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { ops, opsJson } from './support'

const MOBILE = '+91 97444 44444'
let user: number
let sales: number[]
let store: string

beforeAll(async () => {
  user = (await signedIn({ phone_number: '+919744444444' })).id
  await saveUpiDetails(user, { upi: 'lists@okbank' })
  await earn((await signedIn()).id, 7_00n)
  sales = []
  for (let i = 0; i < 3; i++) sales.push(await earn(user, 100_00n))
  // The last second of 20 November in India, and the first of the 21st.
  await rewrite(sql`UPDATE conversions SET created_at = '2026-11-20T23:59:59+05:30' WHERE id = ${sales[0]!}`)
  await rewrite(sql`UPDATE conversions SET created_at = '2026-11-21T00:00:00+05:30' WHERE id = ${sales[1]!}`)
  await rewrite(sql`UPDATE conversions SET external_id = '=cmd|calc' || chr(27) WHERE id = ${sales[2]!}`)
  const [row] = await db.execute<{ name: string }>(sql`
    SELECT b.name FROM conversions v JOIN campaigns c ON c.id = v.campaign_id JOIN brands b ON b.id = c.brand_id
     WHERE v.id = ${sales[1]!}`)
  store = row!.name
})

const listIds = async (line: string): Promise<number[]> =>
  ((await opsJson(line)) as { id: number }[]).map(({ id }) => id)

describe('day options', () => {
  test('are days in India, inclusive at both ends', async () => {
    const list = (days: string) => listIds(`conversions list --member "${MOBILE}" ${days}`)
    expect(await list('--from 2026-11-20 --to 2026-11-20')).toEqual([sales[0]])
    expect(await list('--from 2026-11-21 --to 2026-11-21')).toEqual([sales[1]])
    expect(await list('--from 2026-11-20 --to 2026-11-21')).toEqual([sales[1], sales[0]])
  })

  test('accept today and yesterday', () => {
    const DAY = 24 * 3600_000
    expect(days('x').to.parse('yesterday')).toEqual(days('x').from.parse('today'))
    expect(days('x').to.parse('today')!.getTime() - days('x').from.parse('yesterday')!.getTime()).toBe(
      2 * DAY,
    )
  })

  test.each(['2026-02-30', '21-11-2026', '2026-11-21T00:00', 'monday', '', '0001-01-01', '9999-12-31'])(
    'exit with 2 for %s',
    async (day) => {
      const answer = await ops(`conversions list --from "${day}"`)
      expect(answer).toMatchObject({ code: 2, out: '' })
      expect(answer.err).toContain('It must be a day: 2026-11-21, today or yesterday.')
    },
  )

  test('exit with 2 for a range that ends before it begins', async () => {
    expect(await ops('log --from 2026-11-22 --to 2026-11-21')).toMatchObject({
      code: 2,
      err: '--from is after --to.\n',
    })
  })
})

test('conversions list filters by store (case-insensitive), member and days, and refuses an unknown store', async () => {
  expect(await listIds(`conversions list --store "${store.toUpperCase()}"`)).toEqual([sales[1]])
  expect(await listIds(`conversions list --store "${store}" --member ${user}`)).toEqual([sales[1]])
  expect(await listIds(`conversions list --store "${store}" --from 2026-11-21`)).toEqual([sales[1]])
  expect(await listIds(`conversions list --store "${store}" --to 2026-11-20`)).toEqual([])
  expect(await ops('conversions list --store Nowhere')).toEqual({
    code: 1,
    out: '',
    err: 'There is no store Nowhere: give its name, or the last part of its /Offers/ address (--store).\n',
  })
})

test('conversions list --csv prints plain amounts and IST times, and escapes formulas and control characters', async () => {
  const { out, err } = await ops(`conversions list --member "${MOBILE}" --csv`)
  const [, ...rows] = out.trimEnd().split('\r\n')
  expect(err).toBe('')
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(
    new RegExp(`^${sales[2]},trackier,"'=cmd\\|calc ",earned-\\w+,,approved,no,,,0\\.00,100\\.00,0\\.00,`),
  )
  expect(rows.find((row) => row.startsWith(`${sales[0]},`))).toContain(',2026-11-20 23:59:59,')
})

test('a truncated CSV list warns on stderr, and --csv excludes --json', async () => {
  const cut = await ops('conversions list --limit 1 --csv')
  expect(cut.out.trimEnd().split('\r\n')).toHaveLength(2)
  expect(cut.err).toBe('Truncated at 1: increase --limit for more.\n')
  expect((await ops('conversions list --csv --json')).code).toBe(2)
})

test('withdrawals list filters by member, days and limit, newest first', async () => {
  const [first, second, third] = [
    await requestAmount(user, '10'),
    await requestAmount(user, '20'),
    await requestAmount(user, '30'),
  ]
  const list = (options = '') => listIds(`withdrawals list --member "${MOBILE}" ${options}`)
  expect(await list()).toEqual([third, second, first])
  expect(await list('--from today')).toEqual([third, second, first])
  expect(await list('--to yesterday')).toEqual([])
  expect(await list('--limit 2')).toEqual([third, second])
  expect((await ops('withdrawals list --limit 2')).out).toContain(
    '\n2 withdrawals, Rs. 50.00 (--limit shows more)\n',
  )
  const csv = (await ops(`withdrawals list --member "${MOBILE}" --csv`)).out
  expect(csv).toContain(`\r\n${second},requested,20.00,${user},upi,`)
})

test('postbacks list filters by days', async () => {
  const reports = await listIds('postbacks list --from today')
  expect(reports.length).toBeGreaterThanOrEqual(4)
  expect(reports).toEqual(reports.toSorted((a, b) => b - a))
  expect(await listIds('postbacks list --to 2020-01-01')).toEqual([])
})

test('catalogue list filters by store', async () => {
  const offers = await opsJson(`catalogue list --store "${store}"`)
  expect(offers).toEqual([expect.objectContaining({ brand: store })])
})
