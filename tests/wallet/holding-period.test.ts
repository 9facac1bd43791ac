/** Confirmed cashback can be withdrawn after the holding period of its sale (docs/money.md#held-money). */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatDate, midnightInIndia } from '~/platform/formats/dates'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { listNotifications } from '../support/notifications'
import { findDefects } from '~/domain/books/audit.server'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readWalletPage } from '~/domain/wallet/wallet-page.server'
import { readWithdrawChoices } from '~/domain/wallet/withdraw-choices.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { formatWithdrawalRefusal } from '~/domain/wallet/withdrawals'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import { click, makeUpi, member, memberWith, receive, sendRequest, typeCommands } from './support'

beforeAll(() => typeCommands('stores'))

const DAY = 24 * 60 * 60 * 1000

// Midnight in India must not pass between an approval and its expected date.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterAll(() => void vi.useRealTimers())

beforeEach(() => changeSettings({ HOLDING_DAYS: '30', HOLDING_DAYS_BY_NETWORK: 'none' }))

let serial = 0

/** Reports a sale of Rs. 1,000 with a cashback of 50; returns its id. */
async function report(
  clickId: string,
  { externalId = `HOLD${++serial}`, report = 'approved', rupees = '1000' } = {},
): Promise<number> {
  await receive({ p1: clickId, conversion_id: externalId, sale_amount: rupees, status: report })
  const [sale] = await db.select().from(conversions).where(eq(conversions.external_id, externalId))
  return sale!.id
}

const withUpi = async (id: number) => {
  await saveUpiDetails(id, { upi: makeUpi(id) })
  return id
}
const findDate = async (id: number) =>
  (await db.select().from(conversions).where(eq(conversions.id, id)))[0]!.withdrawable_at
const afterDays = (days: number) => midnightInIndia(new Date(Date.now() + days * DAY))
const timePasses = (id: number) =>
  rewrite(
    sql`UPDATE held_money SET until = now() - interval '1 second' WHERE conversion_id = ${id}`,
    sql`UPDATE conversions SET withdrawable_at = now() - interval '1 second' WHERE id = ${id}`,
  )
const describeAnswer = async (asked: ReturnType<typeof sendRequest>) => {
  const answer = await asked
  return answer.ok ? 'done' : formatWithdrawalRefusal(answer).text
}

describe('end of the holding period', () => {
  test('is midnight in India, HOLDING_DAYS after the first approval', async () => {
    const id = await report(await click(await member()))
    expect(await findDate(id)).toEqual(afterDays(30))
  })

  test('counts from the approval, not from a pending report', async () => {
    const clickId = await click(await member())
    const sale = { externalId: 'slow' }
    const id = await report(clickId, { ...sale, report: 'pending' })
    expect(await findDate(id)).toBeNull()
    await report(clickId, sale)
    expect(await findDate(id)).toEqual(afterDays(30))
  })

  test('stays the same for granted cashback; an increase is held for its own days', async () => {
    const asha = await withUpi(await member())
    const clickId = await click(asha)
    const id = await report(clickId, { externalId: 'grows', rupees: '20' })
    await timePasses(id)
    await changeSettings({ HOLDING_DAYS: '90' })
    await report(clickId, { externalId: 'grows', rupees: '200000' })
    expect(await findDate(id)).toEqual(afterDays(90))
    expect(await describeAnswer(sendRequest(asha, '1.01'))).toBe('You can enter up to ₹1.00 only.')
    expect(await describeAnswer(sendRequest(asha, '1'))).toBe('done')
    const { items } = await listWalletHistory(asha)
    expect(items.map(({ withdrawable_at }) => withdrawable_at)).toEqual([null, afterDays(90), null])
  })

  test('a decrease takes the latest addition and ends its holding', async () => {
    const asha = await member()
    const clickId = await click(asha)
    const id = await report(clickId, { externalId: 'sinks' })
    await changeSettings({ HOLDING_DAYS: '90' })
    await report(clickId, { externalId: 'sinks', rupees: '3000' })
    await report(clickId, { externalId: 'sinks', rupees: '800' })
    expect(await findDate(id)).toEqual(afterDays(30))
    expect((await readWalletPage(asha)).balances).toMatchObject({
      withdrawable: 'Rs. 0.00',
      holdingPeriod: { amount: 'Rs. 40.00', until: formatDate(afterDays(30)) },
    })
    await report(clickId, { externalId: 'sinks', report: 'rejected' })
    expect(await findDate(id)).toBeNull()
    expect((await readWalletPage(asha)).balances.holdingPeriod).toBeNull()
  })

  test('is not set for sales approved while HOLDING_DAYS was 0', async () => {
    await changeSettings({ HOLDING_DAYS: '0' })
    const asha = await member()
    const clickId = await click(asha)
    const id = await report(clickId, { externalId: 'early' })
    expect(await findDate(id)).toBeNull()
    await changeSettings({ HOLDING_DAYS: '30' })
    await report(clickId, { externalId: 'early', rupees: '2000' })
    expect((await readWalletPage(asha)).balances).toMatchObject({
      withdrawable: 'Rs. 50.00',
      holdingPeriod: { amount: 'Rs. 50.00' },
    })
  })

  test('uses the store’s days before the network’s, and those before HOLDING_DAYS', async () => {
    await changeSettings({ HOLDING_DAYS_BY_NETWORK: 'trackier=45' })
    const [ofNetwork, ofStore] = [await click(await member()), await click(await member())]
    await db.execute(sql`
      UPDATE ${brands} SET holding_days = 7 WHERE id = (
        SELECT brand_id FROM ${campaigns} JOIN ${clicks} ON ${clicks.campaign_id} = ${campaigns.id}
         WHERE ${clicks.id} = ${ofStore})`)
    expect(await findDate(await report(ofNetwork))).toEqual(afterDays(45))
    expect(await findDate(await report(ofStore))).toEqual(afterDays(7))
  })
})

describe('withdrawals in the holding period', () => {
  test('a withdrawal of held cashback is refused with the date, and accepted after it', async () => {
    const asha = await withUpi(await member())
    const id = await report(await click(asha))
    expect(await describeAnswer(sendRequest(asha, '50'))).toBe(
      `₹50.00 in your wallet is confirmed and withdrawable from ${formatDate(afterDays(30))}.`,
    )
    await timePasses(id)
    expect(await describeAnswer(sendRequest(asha, '50'))).toBe('done')
  })

  test('a withdrawal can take older cashback, and no more than that', async () => {
    const asha = await memberWith(20_00n)
    await report(await click(asha))
    expect(await describeAnswer(sendRequest(asha, '20.01'))).toBe('You can enter up to ₹20.00 only.')
    expect(await describeAnswer(sendRequest(asha, '20'))).toBe('done')
    expect(await readWallet(asha)).toMatchObject({ available: 50_00n, onItsWay: 20_00n })
  })

  test('referral rewards are held like own cashback', async () => {
    const asha = await withUpi(await member())
    const id = await report(await click(await member(asha)))
    expect(await describeAnswer(sendRequest(asha, '10'))).toContain('withdrawable from')
    await timePasses(id)
    expect(await describeAnswer(sendRequest(asha, '10'))).toBe('done')
  })

  test('a withdrawal during the period leaves held cashback for a reversal, so that no debt remains', async () => {
    const asha = await memberWith(20_00n)
    const clickId = await click(asha)
    await report(clickId, { externalId: 'returned' })
    const asked = Array.from({ length: 8 }, () => sendRequest(asha, '10'))
    const reversed = report(clickId, { externalId: 'returned', report: 'rejected' })
    const done = (await Promise.all(asked)).filter((answer) => answer.ok)
    await reversed
    expect(done).toHaveLength(2)
    expect(await readWallet(asha)).toMatchObject({ available: 0n, debt: 0n, onItsWay: 20_00n })
    expect(await findDefects()).toEqual([])
  })
})

describe('display of held cashback', () => {
  test('the wallet page shows the held amount, its dates and the amount available now', async () => {
    const asha = await memberWith(20_00n)
    await report(await click(asha))
    const date = formatDate(afterDays(30))
    expect((await readWalletPage(asha)).balances).toMatchObject({
      withdrawable: 'Rs. 20.00',
      holdingPeriod: { amount: 'Rs. 50.00', from: date, until: date },
    })
    expect(await readWithdrawChoices(asha)).toMatchObject({ balance: '20.00', all: '20.00', blocker: null })
  })

  test('the withdrawal dialog explains the missing form while everything is held', async () => {
    const asha = await withUpi(await member())
    await report(await click(asha))
    expect((await readWithdrawChoices(asha)).blocker?.text).toContain('withdrawable from')
  })

  test('the history and the notification show the date of each sale', async () => {
    const asha = await member()
    const id = await report(await click(asha))
    const { items } = await listWalletHistory(asha)
    expect(items).toMatchObject([{ description: 'Cashback confirmed', withdrawable_at: afterDays(30) }])
    const [news] = await listNotifications(asha)
    expect(news!.body).toContain(`is in your wallet, withdrawable from ${formatDate(afterDays(30))}.`)
    await timePasses(id)
    expect((await listWalletHistory(asha)).items[0]!.withdrawable_at).toBeNull()
  })

  test('after a repaid debt the held amount is at most the balance', async () => {
    const asha = await memberWith(0n)
    await changeSettings({ HOLDING_DAYS: '0' })
    const clickId = await click(asha)
    await report(clickId, { externalId: 'spent', rupees: '600' })
    expect(await describeAnswer(sendRequest(asha, '30'))).toBe('done')
    await db.execute(sql`UPDATE withdrawals SET status = 'processing' WHERE user_id = ${asha}`)
    await report(clickId, { externalId: 'spent', report: 'rejected' })
    await changeSettings({ HOLDING_DAYS: '30' })
    await report(await click(asha))
    expect(await readWallet(asha)).toMatchObject({ available: 20_00n, debt: 0n })
    expect((await readWalletPage(asha)).balances).toMatchObject({
      withdrawable: 'Rs. 0.00',
      holdingPeriod: { amount: 'Rs. 20.00' },
    })
  })
})
