import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sparkline } from '~/desk/stats/overview'
import { rewrite } from '../support/rewrite'
import { clickOn, report, type Offer } from '../support/shop'
import { makeOffer, member } from '../wallet/support'
import { ops, opsJson } from './support'

let good: Offer
let bad: Offer

/** Creates an approved sale with its click, report and postings on a day. */
async function sell(offer: Offer, day: string, commission: string, referrer?: number): Promise<void> {
  const click = await clickOn(offer, await member(referrer))
  const network = offer.network as 'trackier' | 'impact'
  const at = sql`${`${day}T12:00:00+05:30`}::timestamptz`
  await report(network, { click, sale: click, status: 'approved', amount: '1000', commission })
  await rewrite(
    sql`UPDATE clicks SET created_at = ${at} WHERE id = ${click}`,
    sql`UPDATE ledger_transfers t SET created_at = ${at} FROM conversions v
         WHERE v.click_id = ${click} AND t.ref_type = 'conversion' AND t.ref_id = v.id`,
    sql`UPDATE conversions SET created_at = ${at} WHERE click_id = ${click}`,
  )
}

beforeAll(async () => {
  good = await makeOffer({ payout_hundredths: 500n })
  bad = await makeOffer({ payout_hundredths: 900n, network: 'impact' })
  // Margin: 80 - 50 = 30 rupees each; and 95 - 90 - 18 = -13, because the referrer gets a fifth of 90.
  await sell(good, '2026-03-31', '80')
  await sell(good, '2026-04-01', '80')
  await sell(bad, '2026-04-07', '95', await member())
  const click = await clickOn(good, await member())
  await rewrite(sql`UPDATE clicks SET created_at = '2026-04-02T09:00:00+05:30' WHERE id = ${click}`)
})

const stats = (options = '') => ops(`stats ${options}`)
const json = async (options = '') =>
  (await opsJson(`stats ${options}`)) as {
    from: string | null
    to: string | null
    by: string | null
    lines?: Record<string, string | number | null>[]
    total: Record<string, string | number | null>
  }

describe('stats of a period', () => {
  test('prints its figures one per line', async () => {
    const { code, out } = await stats('--from 2026-04-01 --to 2026-04-30')
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      expect.stringMatching(/^ +TOTAL$/),
      'Clicks  3',
      'Conversion rate  66.67%',
      'Sales  2',
      'Rejected or reversed since  0',
      'Sale value  2,000.00',
      'Commission  175.00',
      'Cashback  140.00',
      'Referral rewards  18.00',
      'Margin  17.00',
      'Withdrawals paid  0.00',
      // 50 from March; 50, 90 and 18 from April.
      'Liability  208.00',
      '',
    ])
  })

  test('without events has no conversion rate and no rows', async () => {
    const { total } = await json('--from 2025-01-01 --to 2025-01-31')
    expect(total).toMatchObject({ clicks: 0, conversion_rate: null, margin: '0.00', liability: '0.00' })
    const { out } = await stats('--by store --to 2025-01-31')
    expect(out).toBe('Nothing happened in that period.\n')
  })
})

describe('stats --by', () => {
  const lines = async (options: string) => (await json(options)).lines!

  test('store: --sort margin --reverse lists loss-making stores first', async () => {
    const [worst, best] = await lines('--by store --sort margin --reverse')
    expect(worst).toMatchObject({
      margin: '-13.00',
      commission: '95.00',
      sales: 1,
      conversion_rate: '100.00',
    })
    expect(best).toMatchObject({ margin: '60.00', clicks: 3, conversion_rate: '66.67', liability: null })
    const { out } = await stats('--by store --sort margin --reverse --limit 1')
    expect(out).toMatch(
      /^STORE +CLICKS +RATE +SALES +REJECTED +SALE VALUE +COMMISSION +CASHBACK +REFERRAL +MARGIN\n/,
    )
    expect(out).toMatch(/\nShop \d+ +1 +100\.00% +1 +0 +1,000\.00 +95\.00 +90\.00 +18\.00 +-13\.00\n/)
    expect(out).toMatch(/\nTotal +4 +75\.00% +3 +0 +3,000\.00 +255\.00 +190\.00 +18\.00 +47\.00\n/)
    expect(out).toContain('\n1 store of 2; a higher limit shows more\n')
  })

  test('network: lists the most commission first', async () => {
    expect((await lines('--by network')).map(({ network, commission }) => [network, commission])).toEqual([
      ['trackier', '160.00'],
      ['impact', '95.00'],
    ])
  })

  test('day, week and month: newest first, with empty days and closing balances', async () => {
    const days = await lines('--by day --from 2026-03-31 --to 2026-04-07')
    expect(days.map(({ day, liability }) => [day, liability])).toEqual([
      ['2026-04-07', '208.00'],
      ['2026-04-06', '100.00'],
      ['2026-04-05', '100.00'],
      ['2026-04-04', '100.00'],
      ['2026-04-03', '100.00'],
      ['2026-04-02', '100.00'],
      ['2026-04-01', '100.00'],
      ['2026-03-31', '50.00'],
    ])
    const weeks = await lines('--by week --to 2026-04-07 --reverse')
    expect(weeks.map(({ week, clicks, margin }) => [week, clicks, margin])).toEqual([
      ['2026-03-30', 3, '60.00'],
      ['2026-04-06', 1, '-13.00'],
    ])
    const months = await lines('--by month --to 2026-04-30')
    expect(months.map(({ month, sales, liability }) => [month, sales, liability])).toEqual([
      ['2026-04', 2, '208.00'],
      ['2026-03', 1, '50.00'],
    ])
  })

  test('as CSV has every row with plain figures', async () => {
    const { out } = await stats('--by month --to 2026-04-30 --csv')
    const [head, ...rest] = out.trimEnd().split('\r\n')
    expect(head).toBe(
      'month,clicks,conversion_rate,sales,rejected,sale_value,commission,cashback,referral,margin,other_costs,result,paid,returned,liability,debts',
    )
    expect(rest).toEqual([
      '2026-04,3,66.67,2,0,2000.00,175.00,140.00,18.00,17.00,0.00,17.00,0.00,0.00,208.00,0.00',
      '2026-03,1,100.00,1,0,1000.00,80.00,50.00,0.00,30.00,0.00,30.00,0.00,0.00,50.00,0.00',
    ])
  })

  test('with --store or --network has no withdrawals and no liability', async () => {
    const [{ store, address }] = (await lines('--by store --sort margin')) as [Record<string, string>]
    const months = await lines(`--by month --store ${address!} --to 2026-04-30`)
    expect(months.map(({ margin, liability, paid }) => [margin, liability, paid])).toEqual([
      ['30.00', null, null],
      ['30.00', null, null],
    ])
    const { out } = await stats(`--by month --store "${store!}" --network impact`)
    expect(out).toBe('Nothing happened in that period.\n')
  })

  test.each([
    ['--by year', 'It must be one of store, network, day, week, month'],
    ['--sort margin', '--sort needs --by.'],
    ['--reverse', '--reverse needs --by.'],
    ['--limit 3', '--limit needs --by.'],
    ['--by store --sort luck', 'It must be one of clicks, conversion_rate'],
    ['--by day --from 2026-02-30', 'It must be a day'],
    ['--by day --csv --json', 'cannot be used with'],
  ])('the options %s exit with 2', async (options, complaint) => {
    const answer = await stats(options)
    expect(answer).toMatchObject({ code: 2, out: '' })
    expect(answer.err).toContain(complaint)
  })

  test('a figure of members cannot sort stores', async () => {
    const answer = await stats('--by store --sort liability')
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.err).toContain('liability belongs to no store or network')
  })
})

describe('stats without options', () => {
  beforeAll(async () => {
    await sell(good, '2026-05-10', '4')
    // Midnight must not pass between a sale and the command.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-10T20:00:00+05:30') })
  })
  afterAll(() => void vi.useRealTimers())

  test('shows today, 7 and 30 days side by side, with a bar for each day', async () => {
    const { out } = await stats()
    expect(out).toMatch(/^ +TODAY +7 DAYS +30 DAYS +DAY BY DAY\n/)
    expect(out).toMatch(/^Clicks +1 +1 +1 +·{29}█$/m)
    expect(out).toMatch(/^Margin +-46\.00 +-46\.00 +-46\.00 +·{29}-$/m)
    // 208 and 50 more; balances are not summed over days.
    expect(out).toMatch(/^Liability +258\.00 +▇{29}█$/m)
  })

  test('as JSON and CSV has each of the 30 days, newest first', async () => {
    const { by, from, lines, total } = await json()
    expect({ by, from, total }).toMatchObject({ by: 'day', from: '2026-04-11', total: { clicks: 1 } })
    expect(lines).toHaveLength(30)
    expect(lines![0]).toMatchObject({ day: '2026-05-10', clicks: 1, commission: '4.00', margin: '-46.00' })
    expect((await stats('--csv')).out.trimEnd().split('\r\n')).toHaveLength(31)
  })

  test('draws no bar for zero and marks negative values', () => {
    expect(sparkline([0n, 1n, 4n, 8n, -3n])).toBe('·▁▄█-')
    expect(sparkline([0n, -1n])).toBe('·-')
  })
})
