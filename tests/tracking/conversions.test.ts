import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { listNotifications } from '../support/notifications'
import { replayPostback } from '~/domain/tracking/quarantine.server'
import { findDefects } from '~/domain/books/audit.server'
import { transactionId } from '~/domain/wallet/history'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { streamStatement } from '~/domain/wallet/statements.server'
import { approveWithdrawal, failWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { readWithdrawalAmount } from '~/domain/wallet/withdrawals'
import { sendReport } from '../support/reports'
import { rewrite } from '../support/rewrite'
import { click, member, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('withdrawals', 'postbacks', 'catalogue'))

let serial = 0

/** A sale of this click, whose states the network reports one after the other. */
function sale(clickId: string, extra: Record<string, string> = {}) {
  const conversion_id = `SALE${++serial}`
  return async (status: string, sale_amount = '1000', more: Record<string, string> = {}) => {
    const raw = { p1: clickId, conversion_id, sale_amount, payout: '4.00', status, ...extra, ...more }
    const { outcome, reason } = await sendReport(raw)
    return reason ? `${outcome}: ${reason}` : outcome
  }
}

const wallet = async (userId: number) => {
  const { available, pending, onItsWay, debt } = await readWallet(userId)
  return { available, pending, onItsWay, debt }
}
const holds = (amounts: Partial<Record<'available' | 'pending' | 'onItsWay' | 'debt', bigint>>) => ({
  available: 0n,
  pending: 0n,
  onItsWay: 0n,
  debt: 0n,
  ...amounts,
})
const titles = async (userId: number) => (await listNotifications(userId)).map((n) => n.title)

async function withdraw(userId: number, amount: string): Promise<number> {
  await saveUpiDetails(userId, { upi: `asha${userId}@okbank` })
  const answer = await requestWithdrawal(userId, {
    amount: readWithdrawalAmount(amount),
    method: 'upi',
    request_key: randomUUID(),
  })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.withdrawal.id
}

describe('life of a sale', () => {
  test('pending and then confirmed credits 5 %, with a notification each', async () => {
    const id = await member()
    const report = sale(await click(id))
    expect(await report('pending')).toBe('applied')
    expect(await wallet(id)).toEqual(holds({ pending: 50_00n }))
    expect(await report('approved')).toBe('applied')
    expect(await wallet(id)).toEqual(holds({ available: 50_00n }))
    expect(await titles(id)).toEqual(['Cashback confirmed', 'Cashback pending'])
    expect((await listNotifications(id))[0]!.body).toMatch(/^Rs\. 50\.00 from Shop \d+ is in your wallet\.$/)
  })

  test('a duplicate report is a repeat, one out of order is stale', async () => {
    const id = await member()
    const report = sale(await click(id))
    expect(await report('approved')).toBe('applied')
    expect(await report('approved')).toBe('repeat')
    expect(await report('pending')).toBe('stale')
    expect(await wallet(id)).toEqual(holds({ available: 50_00n }))
    expect(await titles(id)).toEqual(['Cashback confirmed'])
  })

  test('a pending amount is corrected upwards and downwards', async () => {
    const id = await member()
    const report = sale(await click(id))
    await report('pending', '1000')
    await report('pending', '1500')
    expect(await wallet(id)).toEqual(holds({ pending: 75_00n }))
    await report('pending', '10')
    expect(await wallet(id)).toEqual(holds({ pending: 50n }))
    await report('rejected')
    expect(await wallet(id)).toEqual(holds({}))
    expect((await titles(id))[0]).toBe('Cashback declined')
  })

  test('an approval after an initial rejection is quarantined and never credited', async () => {
    const id = await member()
    const report = sale(await click(id))
    expect(await report('rejected')).toBe('applied')
    expect(await report('approved')).toBe('quarantined: after-rejection')
    expect(await report('pending')).toBe('quarantined: after-rejection')
    expect(await report('cancelled')).toBe('repeat')
    expect(await wallet(id)).toEqual(holds({}))
    expect(await titles(id)).toEqual([])
  })

  test('a repeated decline adds its reason, and one without a reason keeps it', async () => {
    const id = await member()
    const click_ref = await click(id, { network: 'awin' })
    const row = { click_ref, id: `SALE${++serial}`, sale_amount: '1000', commission_status: 'declined' }
    const decline = async (decline_reason: string) => {
      const { outcome } = await sendReport({ ...row, decline_reason }, 'awin', 'CSV')
      const [declined] = await db.select().from(conversions).where(eq(conversions.user_id, id))
      return [outcome, declined!.decline_reason]
    }
    expect(await decline('')).toEqual(['applied', null])
    expect(await decline('Order cancelled')).toEqual(['repeat', 'returned'])
    expect(await decline('')).toEqual(['repeat', 'returned'])
  })

  test('two sales of one click are two conversions', async () => {
    const id = await member()
    const clickId = await click(id)
    await sale(clickId)('approved', '100')
    await sale(clickId)('approved', '200')
    expect(await wallet(id)).toEqual(holds({ available: 15_00n }))
  })

  test('a partial reversal takes back the difference', async () => {
    const id = await member()
    const report = sale(await click(id))
    await report('approved', '1000')
    expect(await report('approved', '400')).toBe('applied')
    expect(await wallet(id)).toEqual(holds({ available: 20_00n }))
    expect((await listNotifications(id))[0]).toMatchObject({ title: 'Cashback changed' })
  })
})

describe('debt', () => {
  test('a reversal takes the available balance, the rest is debt, and later credits repay it first', async () => {
    const id = await member()
    const clickId = await click(id)
    const report = sale(clickId)
    await report('approved', '1000')
    const withdrawal = await withdraw(id, '40')
    await approveWithdrawal(withdrawal)
    await report('rejected')
    expect(await wallet(id)).toEqual(holds({ onItsWay: 40_00n, debt: 40_00n }))
    await sale(clickId)('approved', '600')
    expect(await wallet(id)).toEqual(holds({ onItsWay: 40_00n, debt: 10_00n }))
    await failWithdrawal(withdrawal, 'Closed account')
    expect(await wallet(id)).toEqual(holds({ available: 30_00n }))
  })
})

describe('referral reward', () => {
  test('is 20 % of the granted cashback, rounded down, and notifies the referrer', async () => {
    const [friend] = [await member()]
    const id = await member(friend)
    const report = sale(await click(id))
    await report('pending', '19.99')
    expect(await wallet(friend)).toEqual(holds({}))
    await report('approved', '19.99')
    expect(await wallet(id)).toEqual(holds({ available: 99n }))
    expect(await wallet(friend)).toEqual(holds({ available: 19n }))
    expect(await listNotifications(friend)).toMatchObject([
      { title: 'Referral reward', body: 'Your friend’s order earned you Rs. 0.19.' },
    ])
  })

  test('stays exactly 20 % of the remaining cashback after several partial reversals', async () => {
    const friend = await member()
    const id = await member(friend)
    const report = sale(await click(id), { payout: '0.10' })
    for (const [amount, granted, referral] of [
      ['19.80', 99n, 19n],
      ['19.00', 95n, 19n],
      ['18.80', 94n, 18n],
      ['0.20', 1n, 0n],
      ['20.00', 100n, 20n],
    ] as const) {
      await report('approved', amount)
      expect([await wallet(id), await wallet(friend)]).toEqual([
        holds({ available: granted }),
        holds({ available: referral }),
      ])
    }
    await report('rejected')
    expect([await wallet(id), await wallet(friend)]).toEqual([holds({}), holds({})])
    expect((await titles(friend))[0]).toBe('Referral reward reversed')
  })

  test('becomes a debt of a referrer who has already withdrawn it', async () => {
    const friend = await member()
    const report = sale(await click(await member(friend)))
    await report('approved')
    await approveWithdrawal(await withdraw(friend, '10'))
    await report('rejected')
    expect(await wallet(friend)).toEqual(holds({ onItsWay: 10_00n, debt: 10_00n }))
  })

  test('stays with the referrer at the time of the first report', async () => {
    const [first, later] = [await member(), await member()]
    const id = await member(first)
    const report = sale(await click(id))
    await report('pending')
    await rewrite(sql`UPDATE users SET referred_by = ${later} WHERE id = ${id}`)
    await report('approved')
    expect([await wallet(first), await wallet(later)]).toEqual([holds({ available: 10_00n }), holds({})])
  })
})

describe('cashback rate', () => {
  test('is the rate at the time of the click, not the offer’s current one', async () => {
    const id = await member()
    const clickId = await click(id, { payout_hundredths: 1_000n })
    await db.execute(sql`UPDATE campaigns SET payout_hundredths = 1`)
    await sale(clickId)('approved')
    expect(await wallet(id)).toEqual(holds({ available: 100_00n }))
  })

  test('ignores the payout in the postback, which is only recorded', async () => {
    const id = await member()
    await sale(await click(id))('approved', '1000', { payout: '500' })
    expect(await wallet(id)).toEqual(holds({ available: 50_00n }))
    const [row] = await db.select().from(conversions).where(eq(conversions.user_id, id))
    expect(row).toMatchObject({ network_payout_paise: 500_00n, sale_paise: 1_000_00n })
  })

  test('a flat payout needs no amount; one in another currency credits nothing', async () => {
    const id = await member()
    const flat = { payout_hundredths: 250_00n, payout_model: 'CPL' }
    expect(await sale(await click(id, flat))('approved', '')).toBe('applied')
    expect(await sale(await click(id, { ...flat, currency: 'EUR' }))('approved', '')).toBe('applied')
    expect(await sale(await click(id, { payout_hundredths: null }))('approved')).toBe('applied')
    expect(await wallet(id)).toEqual(holds({ available: 250_00n }))
    expect(await titles(id)).toEqual(['Cashback confirmed'])
  })
})

describe('quarantine', () => {
  test.each<[string, string, Record<string, string>]>([
    ['unknown-click', '1000', { p1: 'nobody' }],
    ['unknown-status', '1000', { status: 'extended' }],
    ['other-currency', '1000', { currency: 'USD' }],
    ['unusable-amount', '', {}],
    ['unusable-amount', '1e9', {}],
  ])('holds a postback with reason %s', async (reason, amount, extra) => {
    const id = await member()
    const report = sale(await click(id, { cap_paise: 100_00n }), extra)
    expect(await report('approved', amount)).toBe(`quarantined: ${reason}`)
    expect(await wallet(id)).toEqual(holds({}))
    const [row] = await db
      .select()
      .from(postbackInbox)
      .orderBy(sql`id DESC`)
      .limit(1)
    expect(row).toMatchObject({ outcome: 'quarantined', reason, network: 'trackier', method: 'GET' })
    expect(row!.processed_at).not.toBeNull()
  })

  test.each(['2000', '2000.20', '90000'])(
    'does not hold a sale at or above the cap: %s credits the cap',
    async (amount) => {
      const id = await member()
      const report = sale(await click(id, { cap_paise: 100_00n }))
      expect(await report('pending', amount)).toBe('applied')
      expect(await wallet(id)).toEqual(holds({ pending: 100_00n }))
      expect(await report('approved', amount)).toBe('applied')
      expect(await wallet(id)).toEqual(holds({ available: 100_00n }))
      expect(await report('approved', amount)).toBe('repeat')
    },
  )

  test('a replayed over-cap report of an older version credits the cap', async () => {
    const id = await member()
    const p1 = await click(id, { cap_paise: 100_00n })
    const raw = { p1, conversion_id: `OLD-${p1}`, sale_amount: '9000', status: 'approved' }
    const [row] = await db
      .insert(postbackInbox)
      .values({
        network: 'trackier',
        method: 'GET',
        raw,
        outcome: 'quarantined',
        reason: 'over-cap',
        processed_at: sql`now()`,
      })
      .returning()
    expect(await replayPostback(row!.id)).toEqual({
      ok: true,
      verdict: { outcome: 'applied', saleId: expect.any(Number) },
    })
    expect(await wallet(id)).toEqual(holds({ available: 100_00n }))
  })

  test('holds a report of a known sale with another click', async () => {
    const [id, other] = [await member(), await member()]
    const report = sale(await click(id))
    await report('approved')
    expect(await report('approved', '1000', { p1: await click(other) })).toBe('quarantined: other-click')
    expect(await wallet(other)).toEqual(holds({}))
  })

  test('holds a report whose click went to another network', async () => {
    const clickId = await click(await member())
    await rewrite(sql`UPDATE clicks SET network = 'awin' WHERE id = ${clickId}`)
    expect(await sale(clickId)('approved')).toBe('quarantined: unknown-click')
  })
})

test('a guest’s conversion is stored and credits no wallet', async () => {
  const report = sale(await click(9))
  expect([await report('pending'), await report('approved'), await report('approved')]).toEqual([
    'applied',
    'applied',
    'repeat',
  ])
  const [row] = await db.select().from(conversions).where(eq(conversions.user_id, 9))
  expect(row).toMatchObject({
    status: 'approved',
    granted_paise: 0n,
    sale_paise: 1_000_00n,
    referrer_id: null,
  })
})

test('the history lists confirmed, pending and rejected cashback with the running balance', async () => {
  const id = await member()
  const clickId = await click(id)
  const [a, b, c] = [sale(clickId), sale(clickId), sale(clickId)]
  await a('approved', '1000')
  await b('pending', '500')
  await c('pending', '300')
  await c('rejected')
  const withdrawal = await withdraw(id, '40')
  await approveWithdrawal(withdrawal)
  await failWithdrawal(withdrawal, 'Closed')
  const { items, pages } = await listWalletHistory(id)
  expect(pages).toBe(1)
  expect(items.map((i) => [i.description, i.amount, i.balance])).toEqual([
    ['Withdrawal refunded', 40_00n, 50_00n],
    ['Withdrawal failed', -40_00n, 10_00n],
    ['Cashback declined', 15_00n, null],
    ['Cashback pending', 25_00n, null],
    ['Cashback confirmed', 50_00n, 50_00n],
  ])
  for (const item of items) expect(item.id).toMatch(/^\d+$/)
  expect(items.map((i) => i.state)).toEqual(['booked', 'booked', 'rejected', 'pending', 'booked'])
  expect(new Set(items.map((i) => i.id)).size).toBe(5)
  expect(items[4]!.store).toMatch(/^Shop /)
  expect(await listWalletHistory(id, { page: 2 })).toEqual({ items: [], page: 2, pages: 1, total: 5 })
  expect((await listWalletHistory(await member())).items).toEqual([])
})

test('a sale keeps its transaction number through every state, and numbers stay unique', async () => {
  const id = await member()
  const clickId = await click(id)
  const [report, direct] = [sale(clickId), sale(clickId)]
  const rows = async () =>
    (await listWalletHistory(id)).items.map((item) => [item.description, item.id] as const)

  await report('pending', '500')
  const [[, number]] = (await rows()) as [readonly [string, string]]
  await report('pending', '800')
  expect(await rows()).toEqual([['Cashback pending', number]])
  await report('approved', '800')
  expect(await rows()).toEqual([['Cashback confirmed', number]])
  await report('approved', '1000')
  await direct('approved', '300')
  const all = await rows()
  expect(all.map(([description]) => description)).toEqual(Array(3).fill('Cashback confirmed'))
  expect(all.at(-1)![1]).toBe(number)
  await report('rejected')
  expect((await rows()).slice(-3)).toEqual(all)
  const booked = (await listWalletHistory(id)).items
    .filter((item) => item.balance !== null)
    .map((item) => item.id)
  expect(new Set(booked).size).toBe(4)

  let statement = ''
  for await (const part of streamStatement(id)) statement += part
  const listed = statement
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(listed).toEqual(booked.toReversed().map(transactionId))
})

test('a rejected sale keeps the number that it had while pending', async () => {
  const id = await member()
  const report = sale(await click(id))
  await report('pending')
  const [pending] = (await listWalletHistory(id)).items
  await report('rejected')
  expect((await listWalletHistory(id)).items).toMatchObject([{ id: pending!.id, state: 'rejected' }])
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
