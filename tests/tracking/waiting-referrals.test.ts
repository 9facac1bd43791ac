/** Referral income of a member with an open signal waits until the signal is cleared or upheld. */
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { heldMoney } from '~/platform/db/schema/held-money'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { clearSignal, upholdSignal } from '~/domain/signals/review.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { settleWaiting } from '~/domain/tracking/waiting-referrals.server'
import { findDefects } from '~/domain/books/audit.server'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { listReferrals } from '~/domain/wallet/referrals.server'
import { readWalletSums } from '~/domain/wallet/sums.server'
import { listNotifications } from '../support/notifications'
import { sendReport } from '../support/reports'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import { click, member, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('signals'))

beforeEach(() => changeSettings({ HOLDING_DAYS: '0' }))
afterEach(async () => {
  const defects = await findDefects()
  if (defects.length) throw new Error(JSON.stringify(defects))
})

let serial = 0

/** A friend whom the referrer brought, and reports of one sale of theirs: 5 % of it is cashback. */
async function joinFriend(referrer: number) {
  const clickId = await click(await member(referrer))
  const conversion_id = `WAIT${++serial}`
  return async (sale_amount: string, status = 'approved') => {
    const { saleId } = await sendReport({ p1: clickId, conversion_id, sale_amount, status })
    return saleId!
  }
}

const raiseTestSignal = (userId: number) =>
  db.transaction(
    async (tx) => (await raiseSignal(tx, { kind: 'click-burst', facts: `of ${userId}`, members: [userId] }))!,
  )

async function readBalances(userId: number) {
  const { pending, available, withdrawable, debt } = await readWalletSums(userId)
  return [pending, available, withdrawable, debt]
}

async function suspect() {
  const id = await member()
  return { id, signal: await raiseTestSignal(id), report: await joinFriend(id) }
}

describe('referral income under an open signal', () => {
  test('is pending and becomes available once when the signal is cleared', async () => {
    const { id, signal, report } = await suspect()
    await report('1000')
    expect(await readBalances(id)).toEqual([10_00n, 0n, 0n, 0n])
    expect(await listNotifications(id)).toEqual([])
    expect((await listWalletHistory(id)).items).toMatchObject([
      { description: 'Referral reward pending', amount: 10_00n, state: 'pending', balance: null },
    ])
    const { id: number } = (await listWalletHistory(id)).items[0]!
    expect((await listReferrals(id)).brought).toBe(0n)
    expect(await settleWaiting()).toBe(0)

    await clearSignal(signal, 'A family')
    const released = await Promise.all([settleWaiting(), settleWaiting(), settleWaiting()])
    expect(released.reduce((a, b) => a + b, 0)).toBe(1)
    expect(await readBalances(id)).toEqual([0n, 10_00n, 10_00n, 0n])
    expect((await listNotifications(id)).map(({ title }) => title)).toEqual(['Referral reward'])
    expect((await listWalletHistory(id)).items).toMatchObject([
      { id: number, description: 'Referral reward', balance: 10_00n },
    ])
    await report('2000')
    expect(await readBalances(id)).toEqual([0n, 20_00n, 20_00n, 0n])
  })

  test('ends when the signal is upheld, new income included, and the friend keeps the cashback', async () => {
    const { id, signal, report } = await suspect()
    const sale = await report('1000')
    expect(await upholdSignal(signal, 'One person')).toEqual({ ok: true })
    expect(await upholdSignal(signal, 'One person')).toMatchObject({ reason: 'upheld' })
    expect(await settleWaiting()).toBe(1)
    await report('1500')
    expect(await settleWaiting()).toBe(1)
    expect(await readBalances(id)).toEqual([0n, 0n, 0n, 0n])
    const [row] = await db.select().from(conversions).where(eq(conversions.id, sale))
    expect(row).toMatchObject({ granted_paise: 75_00n, referral_paise: 0n })
    await report('400')
    await report('1500', 'rejected')
    expect(await readBalances(id)).toEqual([0n, 0n, 0n, 0n])
  })

  test('is used by a reversal before the balance of the wallet', async () => {
    const id = await member()
    const report = await joinFriend(id)
    await report('1000')
    await raiseTestSignal(id)
    await report('2000')
    expect(await readBalances(id)).toEqual([10_00n, 10_00n, 10_00n, 0n])
    await report('1500')
    expect(await readBalances(id)).toEqual([5_00n, 10_00n, 10_00n, 0n])
    await report('500')
    expect(await readBalances(id)).toEqual([0n, 5_00n, 5_00n, 0n])
    await report('500', 'rejected')
    expect(await readBalances(id)).toEqual([0n, 0n, 0n, 0n])
    expect(await settleWaiting()).toBe(0)
  })

  test('is held for the holding days of its sale after the signal is cleared', async () => {
    await changeSettings({ HOLDING_DAYS: '30' })
    const { id, signal, report } = await suspect()
    const sale = await report('1000')
    await report('700')
    await clearSignal(signal, 'A family')
    expect(await settleWaiting()).toBe(1)
    expect(await readBalances(id)).toEqual([0n, 7_00n, 0n, 0n])
    expect((await listWalletHistory(id)).items[0]!.withdrawable_at).not.toBeNull()
    await rewrite(
      sql`UPDATE held_money SET until = now() - interval '1 second' WHERE conversion_id = ${sale}`,
      sql`UPDATE conversions SET withdrawable_at = now() - interval '1 second' WHERE id = ${sale}`,
    )
    expect(await readBalances(id)).toEqual([0n, 7_00n, 7_00n, 0n])
  })

  test('repays a debt of the referrer when it is released', async () => {
    const id = await member()
    const first = await joinFriend(id)
    await first('1000')
    const signal = await raiseTestSignal(id)
    const second = await joinFriend(id)
    await second('600')
    await rewrite(sql`UPDATE signals SET cleared_at = now(), cleared_reason = 'test' WHERE id = ${signal}`)
    await Promise.all([settleWaiting(), first('1000', 'rejected'), second('800')])
    await settleWaiting()
    expect(await readBalances(id)).toEqual([0n, 8_00n, 8_00n, 0n])
  })
})

test('a referrer who left gets nothing more, and the friend keeps the cashback', async () => {
  const id = await member()
  const friend = await member(id)
  const sale = { p1: await click(friend), conversion_id: `WAIT${++serial}`, sale_amount: '1000' }
  await sendReport({ ...sale, status: 'pending' })
  expect(await closeAccount(id, { forfeit: false })).toEqual({ ok: true })
  await sendReport({ ...sale, status: 'approved' })
  expect(await readBalances(friend)).toEqual([0n, 50_00n, 50_00n, 0n])
  expect(await readBalances(id)).toEqual([0n, 0n, 0n, 0n])
})

test('held money cannot be raised, moved or deleted', async () => {
  await changeSettings({ HOLDING_DAYS: '30' })
  const sale = await (await joinFriend(await member()))('1000')
  const of = eq(heldMoney.conversion_id, sale)
  const soon = new Date()
  const refusal = { code: '55000' }
  for (const change of [
    { amount_paise: 60_00n },
    { until: soon },
    { until: null },
    { state: 'ended' as const },
  ])
    expect(await db.update(heldMoney).set(change).where(of).catch(databaseError)).toMatchObject(refusal)
  expect(await db.delete(heldMoney).where(of).catch(databaseError)).toMatchObject(refusal)
  expect(await db.select().from(heldMoney).where(of)).toHaveLength(2)
})
