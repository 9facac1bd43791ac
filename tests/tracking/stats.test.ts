/** The figures of `stats`: groups add up to the total, and amounts equal the books of the period. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { DAY_MS } from '~/platform/formats/dates'
import {
  addFigures,
  computeContribution,
  NO_FIGURES,
  computeResult,
  type Figures,
} from '~/domain/tracking/stats/figures'
import { GROUPINGS, findPeriod, listPeriods, UNITS } from '~/domain/tracking/stats-groups.server'
import { formatPlain, paise } from '~/platform/formats/money'
import { readStats, type Stats } from '~/domain/tracking/stats.server'
import { addAdjustment } from '~/domain/books/adjustments.server'
import { readAccounts, type AccountLine } from '~/domain/books/journal.server'
import { houseAccount, transfer } from '~/domain/wallet/ledger.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import {
  approveWithdrawal,
  payWithdrawal,
  returnWithdrawal,
} from '~/domain/wallet/withdrawal-decisions.server'
import { reverseSettlement, writeOffSales } from '~/domain/books/network-payments.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { rewrite } from '../support/rewrite'
import { clickOn, report, type Offer } from '../support/shop'
import { requestAmount } from '../wallet/payout-support'
import { makeOffer, member } from '../wallet/support'

const FIRST = Date.parse('2026-08-01T00:00:00+05:30')
const DAYS = 90
const GUEST = 9

/** Statuses of trackier and the same ones of impact. */
const HISTORIES = [
  ['pending'],
  ['pending', 'approved'],
  ['approved'],
  ['approved', 'approved'],
  ['approved', 'reversed'],
  ['pending', 'reversed'],
] as const

let stores: number[]

/** Fails the set-up when a command is refused. */
async function must(answer: Promise<{ ok: boolean }>): Promise<void> {
  if (!(await answer).ok) throw new Error('refused')
}

beforeAll(async () => {
  const offers: Offer[] = []
  for (const network of ['trackier', 'impact', 'trackier', 'impact'])
    offers.push(await makeOffer({ network, payout_hundredths: BigInt(200 + 100 * offers.length) }))
  stores = offers.map(({ brand_id }) => brand_id)
  const referrer = await member()
  const members = [referrer, await member(referrer), await member(), GUEST]
  for (let i = 0; i < 48; i++) {
    const offer = offers[i % 4]!
    const network = offer.network as 'trackier' | 'impact'
    const click = await clickOn(offer, members[i % 3 === 0 ? 3 : i % 4]!)
    const words = HISTORIES[i % 7]
    for (const [n, word] of (words ?? []).entries()) {
      const status = network === 'trackier' && word === 'reversed' ? 'rejected' : word
      const amount = String(1000 + i * 37 + n * 11)
      await report(network, { click, sale: `S${i}`, status, amount, commission: String(40 + i + n) })
    }
  }
  for (const userId of members.slice(0, 3)) {
    await saveUpiDetails(userId, { upi: `stats${userId}@okbank` })
    const { available } = await readWallet(userId)
    const asked = await Promise.all(
      ['3', '2', '1'].map((part) => requestAmount(userId, formatPlain(available / BigInt(part) / 4n))),
    )
    for (const id of asked.slice(1)) {
      await must(approveWithdrawal(id))
      await must(payWithdrawal(id, `STATS${id}`))
    }
    await must(returnWithdrawal(asked[1]!, 'no such account'))
    await db.transaction((tx) =>
      transfer(tx, {
        reference: `fee of ${asked[1]}`,
        kind: 'fee',
        debit: houseAccount('payout_fees'),
        credit: houseAccount('gst_payable'),
        amount: paise(5_90n),
        refType: 'withdrawal',
        refId: asked[1]!,
      }),
    )
  }
  await goIntoDebt(offers[0]!)
  const given = { network: 'impact', period: {}, reason: 'bankrupt', madeBy: 'operator' }
  await must(writeOffSales(given))
  // Over three months: a sale up to 4 days after its click, each posting up to 9 days after the sale.
  const days = (most: number, seed: string) =>
    sql.raw(`(abs(hashtext(${seed})::bigint) % ${most * 86_400}) * interval '1 second'`)
  const first = new Date(FIRST).toISOString()
  await rewrite(
    sql`UPDATE clicks SET created_at = ${first}::timestamptz + ${days(DAYS - 20, 'id')}`,
    sql`UPDATE conversions v SET created_at = k.created_at + ${days(4, 'v.external_id')} FROM clicks k WHERE k.id = v.click_id`,
    sql`UPDATE ledger_transfers t SET created_at = v.created_at + ${days(9, 't.reference')}
          FROM conversions v WHERE t.ref_type = 'conversion' AND v.id = t.ref_id`,
    sql`UPDATE ledger_transfers SET created_at = ${first}::timestamptz + ${days(DAYS, 'reference')}
         WHERE ref_type <> 'conversion'`,
  )
})

/** A member withdraws the cashback of a sale, which is rejected after that. */
async function goIntoDebt(offer: Offer): Promise<void> {
  const debtor = await member()
  const sale = { click: await clickOn(offer, debtor), sale: 'DEBT', amount: '5000', commission: '200' }
  await report('trackier', { ...sale, status: 'approved' })
  await saveUpiDetails(debtor, { upi: 'debtor@okbank' })
  const id = await requestAmount(debtor, '100')
  await must(approveWithdrawal(id))
  await must(payWithdrawal(id, 'STATSDEBT'))
  await report('trackier', { ...sale, status: 'rejected' })
}

const instant = fc.integer({ min: 0, max: DAYS * 24 }).map((hours) => new Date(FIRST + hours * 3_600_000))
const period = fc
  .tuple(instant, instant)
  .filter(([a, b]) => a < b)
  .map(([from, before]) => ({ from, before }))

/** The movement of each account, on its normal side. */
const movedIn = (lines: readonly AccountLine[], belongs: (line: AccountLine) => boolean) =>
  lines.filter(belongs).reduce((sum, { opening, closing }) => sum + closing - opening, 0n)
const sumClosing = (lines: readonly AccountLine[], ...codes: string[]) =>
  lines.filter(({ code }) => codes.includes(code)).reduce((sum, { closing }) => sum + closing, 0n)

/** The figures of a period from the books, and the same from `stats`. */
function inBooks(lines: readonly AccountLine[]) {
  const of = (code: string) => movedIn(lines, (line) => line.code === code)
  return {
    commission: of('commission_income'),
    cashback: of('cashback_expense'),
    referral: of('referral_expense'),
    result:
      movedIn(lines, (line) => line.class === 'income') - movedIn(lines, (line) => line.class === 'expense'),
    bank: of('bank'),
    liability: sumClosing(lines, 'user_available', 'payout_clearing'),
    debts: sumClosing(lines, 'user_debt'),
  }
}
const inStats = ({ figures, members }: Pick<Stats, 'figures' | 'members'>) => ({
  commission: figures.commission,
  cashback: figures.cashback,
  referral: figures.referral,
  result: computeResult(figures),
  bank: members!.returned - members!.paid,
  liability: members!.liability,
  debts: members!.debts,
})

const sumFigures = (all: readonly Figures[]): Figures => {
  const total = { ...NO_FIGURES }
  for (const figures of all) addFigures(total, figures)
  return total
}

test('the test data gives every figure a value', async () => {
  const { figures, members } = await readStats({}, null)
  for (const [name, value] of Object.entries({ ...figures, ...members }))
    expect([name, value > 0n]).toEqual([name, true])
  expect(figures.sales + figures.rejected).toBe(43n)
  expect(figures.converted).toBe(figures.sales)
  expect(figures.clicks).toBe(49n)
})

test('the amounts of any period equal the movements in the books', () =>
  fc.assert(
    fc.asyncProperty(period, async (days) => {
      expect(inStats(await readStats(days, null))).toEqual(inBooks(await readAccounts(days)))
    }),
    { numRuns: 20 },
  ))

test('the groups of any period add up to its total', () =>
  fc.assert(
    fc.asyncProperty(period, fc.constantFrom(...GROUPINGS), async (days, by) => {
      const total = await readStats(days, null)
      const grouped = await readStats(days, by)
      expect(sumFigures(grouped.groups.map(({ figures }) => figures))).toEqual(total.figures)
      expect(grouped.figures).toEqual(total.figures)
      if (!grouped.members) return
      expect(grouped.members).toEqual(total.members)
      const sum = (name: 'paid' | 'returned') =>
        grouped.groups.reduce((all, { members }) => all + members![name], 0n)
      expect({ paid: sum('paid'), returned: sum('returned') }).toEqual({
        paid: total.members!.paid,
        returned: total.members!.returned,
      })
    }),
    { numRuns: 40 },
  ))

test.each(UNITS)('the figures of each %s equal the books of that period, balances included', async (unit) => {
  const { groups } = await readStats({ before: new Date(FIRST + DAYS * DAY_MS) }, unit)
  expect(groups.length).toBeGreaterThan(2)
  const keys = groups.map(({ key }) => key!)
  for (const [i, group] of groups.entries()) {
    if (unit === 'day' && i % 9 !== 0) continue
    const start = (key: string) => new Date(`${key.length === 7 ? `${key}-01` : key}T00:00:00+05:30`)
    const next = keys[i + 1]
    const days = { from: start(group.key!), before: next ? start(next) : new Date(FIRST + DAYS * DAY_MS) }
    expect(inStats(group)).toEqual(inBooks(await readAccounts(days)))
    expect(group.figures).toEqual((await readStats(days, null)).figures)
  }
})

describe('figures of one store or network', () => {
  test('equal their row in the grouped figures, also by month, and have no members', async () => {
    const byStore = await readStats({}, 'store')
    expect(byStore.members).toBeNull()
    const named = byStore.groups.filter(({ name }) => name !== null)
    expect(named).toHaveLength(stores.length)
    for (const storeId of stores) {
      const [store] = await db.execute<{ coupon_code: string }>(
        sql`SELECT coupon_code FROM brands WHERE id = ${storeId}`,
      )
      const line = byStore.groups.find(({ key }) => key === store!.coupon_code)!
      const months = await readStats({ storeId }, 'month')
      expect(months).toMatchObject({ figures: line.figures, members: null })
      expect(sumFigures(months.groups.map(({ figures }) => figures))).toEqual(line.figures)
    }
    const byNetwork = await readStats({}, 'network')
    for (const network of ['trackier', 'impact'])
      expect((await readStats({ network }, null)).figures).toEqual(
        byNetwork.groups.find(({ key }) => key === network)!.figures,
      )
  })

  test('costs that belong to no sale are in a row without a store or network', async () => {
    for (const by of ['store', 'network'] as const) {
      const { groups } = await readStats({}, by)
      expect(groups.filter(({ key }) => key === null)).toEqual([
        { key: null, name: null, members: null, figures: { ...NO_FIGURES, otherCosts: 17_70n } },
      ])
    }
  })
})

test('a written-off commission is a cost of each sale’s store, until the write-off is reversed', async () => {
  const offers = [await makeOffer({ network: 'impact' }), await makeOffer({ network: 'impact' })]
  const user = await member()
  for (const [i, offer] of offers.entries()) {
    const click = await clickOn(offer, user)
    const sale = `OFF${i}`
    await report('impact', { click, sale, status: 'approved', amount: '100', commission: `${80 - 20 * i}` })
  }
  const costs = async () => {
    const found = offers.map(({ brand_id }) => readStats({ storeId: brand_id }, 'network'))
    return (await Promise.all(found)).map(({ figures }) => figures.otherCosts)
  }
  const facts = { network: 'impact', period: {}, reason: 'bankrupt', madeBy: 'operator' }
  const written = await writeOffSales(facts)
  expect(written.ok).toBe(true)
  expect(await costs()).toEqual([80_00n, 60_00n])
  const id = written.ok ? written.id! : 0
  expect(await reverseSettlement(id, { reason: 'paid after all', madeBy: 'operator' })).toMatchObject({
    ok: true,
  })
  expect(await costs()).toEqual([0n, 0n])
})

test('goodwill for a sale is a cost of its store', async () => {
  const offer = await makeOffer({ payout_hundredths: 500n })
  const userId = await member()
  const click = await clickOn(offer, userId)
  await report('trackier', { click, sale: 'GOODWILL', status: 'approved', amount: '1000', commission: '80' })
  const [sale] = await db.execute<{ id: number }>(
    sql`SELECT id::int FROM conversions WHERE click_id = ${click}`,
  )
  await must(
    addAdjustment(
      { userId, kind: 'goodwill', amount: paise(20_00n), reason: 'late', saleId: sale!.id },
      'operator',
    ),
  )
  const { figures } = await readStats({ storeId: offer.brand_id }, null)
  expect(figures).toMatchObject({ commission: 80_00n, cashback: 50_00n, otherCosts: 20_00n })
  expect(computeResult(figures)).toBe(10_00n)
})

test('a reversal counts on the day it was posted, and its sale no longer counts', async () => {
  const offer = await makeOffer({ payout_hundredths: 500n })
  const click = await clickOn(offer, await member())
  const sale = { click, sale: 'REVERSED', amount: '1000', commission: '80' }
  await report('trackier', { ...sale, status: 'approved' })
  await rewrite(
    sql`UPDATE ledger_transfers t SET created_at = '2027-01-10T12:00:00+05:30' FROM conversions v
         WHERE v.click_id = ${click} AND t.ref_type = 'conversion' AND t.ref_id = v.id`,
    sql`UPDATE conversions SET created_at = '2027-01-10T12:00:00+05:30' WHERE click_id = ${click}`,
  )
  await report('trackier', { ...sale, status: 'rejected' })
  await rewrite(sql`
    UPDATE ledger_transfers t SET created_at = '2027-01-12T12:00:00+05:30' FROM conversions v
     WHERE v.click_id = ${click} AND t.ref_type = 'conversion' AND t.ref_id = v.id AND t.reference LIKE '%:r2:%'`)
  const { groups } = await readStats(
    { from: new Date('2027-01-10T00:00:00+05:30'), before: new Date('2027-01-13T00:00:00+05:30') },
    'day',
  )
  expect(groups.map(({ key, figures }) => [key, figures.commission, computeContribution(figures)])).toEqual([
    ['2027-01-10', 80_00n, 30_00n],
    ['2027-01-11', 0n, 0n],
    ['2027-01-12', -80_00n, -30_00n],
  ])
  expect(groups[0]!.figures).toMatchObject({ sales: 0n, rejected: 1n, saleValue: 0n })
})

test('weeks begin on Monday, months have their own length', () => {
  expect(findPeriod('week', '2026-11-22')).toBe('2026-11-16')
  expect(findPeriod('week', '2026-11-16')).toBe('2026-11-16')
  expect(findPeriod('month', '2026-11-22')).toBe('2026-11')
  expect(listPeriods('month', '2026-11', '2027-03')).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
    '2027-03',
  ])
  expect(listPeriods('week', '2026-12-28', '2027-01-11')).toEqual(['2026-12-28', '2027-01-04', '2027-01-11'])
  expect(listPeriods('day', '2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(listPeriods('day', '2028-03-01', '2028-02-28')).toEqual([])
})
