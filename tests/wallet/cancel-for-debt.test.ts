/** Cashback reversed while a withdrawal of it is only requested. */
import { beforeAll, describe, expect, test } from 'vitest'
import { formatRupees } from '~/platform/formats/money'
import { listNotifications } from '../support/notifications'
import { findDefects } from '~/domain/books/audit.server'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { readWalletPage } from '~/domain/wallet/wallet-page.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { listWithdrawalSteps } from '~/domain/wallet/list-withdrawals.server'
import { requestAmount, findWithdrawal } from './payout-support'
import { click, member, receive, typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals'))

let serial = 0

/** An approved sale on a 90 % offer; returns a function that reports a change of it. */
async function approveSale(userId: number, amount: string) {
  const p1 = await click(userId, { payout_hundredths: 9_000n })
  const conversion_id = `CALLED${++serial}`
  const report = async (status: string, sale_amount = amount) => {
    const verdict = await receive({ p1, conversion_id, sale_amount, payout: sale_amount, status })
    return verdict!.outcome
  }
  expect(await report('approved')).toBe('applied')
  return report
}

async function createMemberWithUpi(referredBy?: number): Promise<number> {
  const id = await member(referredBy)
  await saveUpiDetails(id, { upi: `member${id}@okbank` })
  return id
}

const formatCalledOff = (amount: bigint) =>
  `Your withdrawal of ${formatRupees(amount)} was called off: the store cancelled a sale behind it.`

describe('a reversal with a requested withdrawal', () => {
  test('of the whole sale cancels the withdrawal, leaves no debt and gives the reason', async () => {
    const id = await createMemberWithUpi()
    const report = await approveSale(id, '5000')
    const withdrawal = await requestAmount(id, '4499.50')
    expect(await report('rejected')).toBe('applied')
    expect(await findWithdrawal(withdrawal)).toMatchObject({
      status: 'cancelled',
      reason: 'Your withdrawal of Rs. 4,499.50 was called off: the store cancelled a sale behind it.',
    })
    expect(await readWallet(id)).toEqual({ available: 0n, pending: 0n, onItsWay: 0n, debt: 0n })
    expect(await approveWithdrawal(withdrawal)).toMatchObject({ ok: false, reason: 'wrong-status' })
    expect(await listNotifications(id)).toContainEqual(
      expect.objectContaining({ title: 'Withdrawal called off', body: formatCalledOff(4_499_50n) }),
    )
    expect((await readWalletPage(id)).withdrawals).toMatchObject([
      { status: 'cancelled', reason: formatCalledOff(4_499_50n) },
    ])
    expect((await listWithdrawalSteps(withdrawal)).map(({ status, reason }) => [status, reason])).toEqual([
      ['requested', null],
      ['cancelled', formatCalledOff(4_499_50n)],
    ])
    expect((await listWalletHistory(id)).items.map((item) => item.description)).toEqual([
      'Amount owed repaid',
      'Withdrawal amount returned',
      'Cashback reversed',
      'Withdrawal cancelled',
      'Cashback confirmed',
    ])
  })

  test('cancels the newest withdrawals first, only as many as the debt needs', async () => {
    const id = await createMemberWithUpi()
    await approveSale(id, '1000')
    const report = await approveSale(id, '500')
    const [first, second, third] = [
      await requestAmount(id, '600'),
      await requestAmount(id, '400'),
      await requestAmount(id, '300'),
    ]
    // Rs. 50 are available, 450 are reversed: of the missing 400 the third withdrawal covers 300, the second 100.
    expect(await report('cancelled')).toBe('applied')
    expect((await findWithdrawal(third)).status).toBe('cancelled')
    expect((await findWithdrawal(second)).status).toBe('cancelled')
    expect((await findWithdrawal(first)).status).toBe('requested')
    expect(await readWallet(id)).toEqual({ available: 300_00n, pending: 0n, onItsWay: 600_00n, debt: 0n })
  })

  test('a correction to less cancels only when the balance does not cover it', async () => {
    const id = await createMemberWithUpi()
    const report = await approveSale(id, '1000')
    const withdrawal = await requestAmount(id, '800')
    await report('approved', '900')
    expect((await findWithdrawal(withdrawal)).status).toBe('requested')
    await report('approved', '800')
    expect((await findWithdrawal(withdrawal)).status).toBe('cancelled')
    expect(await readWallet(id)).toEqual({ available: 720_00n, pending: 0n, onItsWay: 0n, debt: 0n })
  })

  test('leaves a withdrawal in processing alone and keeps the debt', async () => {
    const id = await createMemberWithUpi()
    const report = await approveSale(id, '1000')
    const [paying, waiting] = [await requestAmount(id, '700'), await requestAmount(id, '200')]
    await approveWithdrawal(paying)
    await report('rejected')
    expect((await findWithdrawal(paying)).status).toBe('processing')
    expect((await findWithdrawal(waiting)).status).toBe('cancelled')
    expect(await readWallet(id)).toEqual({ available: 0n, pending: 0n, onItsWay: 700_00n, debt: 700_00n })
  })

  test('cancels a withdrawal of the referrer, whose reward is taken back too', async () => {
    const referrer = await createMemberWithUpi()
    const friend = await createMemberWithUpi(referrer)
    const report = await approveSale(friend, '1000')
    const withdrawal = await requestAmount(referrer, '180')
    await report('rejected')
    expect(await findWithdrawal(withdrawal)).toMatchObject({
      status: 'cancelled',
      reason: formatCalledOff(180_00n),
    })
    expect(await readWallet(referrer)).toEqual({ available: 0n, pending: 0n, onItsWay: 0n, debt: 0n })
  })

  test('leaves nothing for the member to cancel, and a repeated report changes nothing', async () => {
    const id = await createMemberWithUpi()
    const report = await approveSale(id, '1000')
    const withdrawal = await requestAmount(id, '900')
    await report('rejected')
    expect(await cancelWithdrawal(id, withdrawal)).toEqual({
      ok: false,
      reason: 'wrong-status',
      status: 'cancelled',
    })
    expect(await report('rejected')).toBe('repeat')
    const told = (await listNotifications(id)).filter(({ title }) => title === 'Withdrawal called off')
    expect(told).toHaveLength(1)
  })
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
