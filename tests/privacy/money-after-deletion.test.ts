import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { raiseSignal } from '~/domain/signals/signals.server'
import { settleWaiting } from '~/domain/tracking/waiting-referrals.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { returnWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { newPhone } from '../accounts/people'
import { rewrite } from '../support/rewrite'
import { click, earn, member, receive } from '../wallet/support'
import { leave, leaveAfterSale, signUp, watchBooks } from './debtors'

watchBooks()

describe('sales of a deleted account', () => {
  const report = async (p1: string, status: string, sale_amount = '1000') => {
    const raw = { p1, conversion_id: `AFTER-${p1}`, sale_amount, payout: '80', status }
    return (await receive(raw))!.outcome
  }
  const findSale = async (clickId: string) =>
    (await db.select().from(conversions).where(eq(conversions.click_id, clickId)))[0]!

  test('bring commission and no cashback when they are approved afterwards', async () => {
    const id = await signUp(newPhone())
    const [pending, later] = [await click(id), await click(id)]
    await report(pending, 'pending')
    expect((await readWallet(id)).pending).toBe(50_00n)
    await leave(id)
    expect(await findSale(pending)).toMatchObject({ status: 'pending', pending_paise: 0n })
    expect(await report(pending, 'pending')).toBe('repeat')
    expect(await report(pending, 'approved')).toBe('applied')
    expect(await report(pending, 'approved')).toBe('repeat')
    await report(later, 'approved')
    for (const clickId of [pending, later])
      expect(await findSale(clickId)).toMatchObject({
        status: 'approved',
        granted_paise: 0n,
        network_payout_paise: 80_00n,
      })
    expect(await readWallet(id)).toEqual({ available: 0n, pending: 0n, onItsWay: 0n, debt: 0n })
  })

  test('keep what was granted and get nothing more', async () => {
    const id = await signUp(newPhone())
    const clickId = await click(id)
    await report(clickId, 'approved')
    await leave(id)
    await report(clickId, 'approved', '2000')
    expect(await findSale(clickId)).toMatchObject({ sale_paise: 2000_00n, granted_paise: 50_00n })
    await report(clickId, 'approved', '600')
    expect(await findSale(clickId)).toMatchObject({ granted_paise: 30_00n })
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 0n })
  })

  test('of a friend bring a deleted referrer nothing more', async () => {
    const referrer = await signUp(newPhone())
    const clickId = await click(await member(referrer))
    await report(clickId, 'approved')
    await leave(referrer)
    await report(clickId, 'approved', '3000')
    expect(await findSale(clickId)).toMatchObject({ granted_paise: 150_00n, referral_paise: 10_00n })
    await report(clickId, 'rejected')
    expect(await readWallet(referrer)).toMatchObject({ available: 0n, debt: 0n })
  })

  test('of a friend that wait for a signal credit nothing', async () => {
    const referrer = await signUp(newPhone())
    const clickId = await click(await member(referrer))
    const facts = `test ${referrer}`
    await db.transaction((tx) => raiseSignal(tx, { kind: 'click-burst', facts, members: [referrer] }))
    await report(clickId, 'approved')
    expect((await readWallet(referrer)).pending).toBe(10_00n)
    await leave(referrer)
    expect((await readWallet(referrer)).pending).toBe(0n)
    expect(await findSale(clickId)).toMatchObject({ granted_paise: 50_00n, referral_paise: 0n })
    expect(await settleWaiting()).toBe(0)
  })

  test('reported while the account is being deleted leave nothing in it', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await signUp(newPhone())
      const [first, second] = [await click(id), await click(id)]
      await report(first, 'pending')
      const outcomes = await Promise.all([
        leave(id),
        report(first, 'approved'),
        report(second, round % 2 ? 'pending' : 'approved'),
      ])
      expect(outcomes[0]).toEqual({ ok: true })
      expect(await readWallet(id)).toMatchObject({ available: 0n, pending: 0n, debt: 0n })
    }
  })
})

test('a payment that the bank returns after the deletion is forfeited, too', async () => {
  const { id } = await leaveAfterSale(450_00n)
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.user_id, id))
  expect(await returnWithdrawal(row!.id, 'The account is closed')).toMatchObject({ ok: true })
  expect(await readWallet(id)).toMatchObject({ available: 0n, onItsWay: 0n })
})

test('the database refuses to mark a member deleted who has money, and the audit finds one', async () => {
  const id = await signUp(newPhone())
  await earn(id, 100_00n)
  const mark = sql`UPDATE users SET deleted_at = now(), phone_number = NULL, email = NULL, password_hash = NULL, referral_code = NULL WHERE id = ${id}`
  expect(await db.execute(mark).catch(databaseError)).toMatchObject({ code: '23514' })
  await rewrite(mark)
  expect((await findDefects()).map(({ check }) => check)).toEqual(['deleted member holds nothing'])
  await rewrite(sql`UPDATE users SET deleted_at = NULL WHERE id = ${id}`)
})
