/** Withdrawals of members in debt or on hold are not approved. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { findDefects } from '~/domain/books/audit.server'
import { holdMember } from '~/domain/wallet/holds.server'
import {
  approveWithdrawal,
  payWithdrawal,
  refuseWithdrawal,
} from '~/domain/wallet/withdrawal-decisions.server'
import { listApprovable } from '~/domain/wallet/approve-due.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { untilBlocked } from '../support/locks'
import { requestAmount, findWithdrawal } from './payout-support'
import { earn, member, memberInDebt, memberWith, typeCommands } from './support'
import { changeSettings } from '../support/settings'

beforeAll(() => typeCommands('withdrawals'))

test('a withdrawal of a member in debt is approved only with a reason, which is stored', async () => {
  const { userId, withdrawal } = await memberInDebt(500_00n)
  expect(await approveWithdrawal(withdrawal)).toEqual({ ok: false, reason: 'owes', userId, debt: 500_00n })
  expect(await findWithdrawal(withdrawal)).toMatchObject({ status: 'requested', debt_override: null })
  expect(await approveWithdrawal(withdrawal, { despiteDebt: 'The store pays it back' })).toMatchObject({
    ok: true,
    withdrawal: { status: 'processing', debt_override: 'The store pays it back' },
  })
  // With the same reason, or without one, approval is a repeat.
  expect(await approveWithdrawal(withdrawal)).toMatchObject({ ok: true })
  await payWithdrawal(withdrawal, 'UTRDEBT1')
  expect(await readWallet(userId)).toEqual({ available: 0n, pending: 0n, onItsWay: 0n, debt: 500_00n })
})

test('refusing a withdrawal of a member in debt repays the debt', async () => {
  const { userId, withdrawal } = await memberInDebt(500_00n)
  await refuseWithdrawal(withdrawal, 'You owe it')
  expect(await readWallet(userId)).toEqual({ available: 0n, pending: 0n, onItsWay: 0n, debt: 0n })
})

test('a reason for a debt that does not exist is not stored', async () => {
  const withdrawal = await requestAmount(await memberWith(100_00n), '10')
  await approveWithdrawal(withdrawal, { despiteDebt: 'Just in case' })
  expect(await findWithdrawal(withdrawal)).toMatchObject({ status: 'processing', debt_override: null })
})

test('a withdrawal of a member on hold is not approved, even if the hold commits meanwhile', async () => {
  const userId = await memberWith(100_00n)
  const withdrawal = await requestAmount(userId, '10')
  let approving: ReturnType<typeof approveWithdrawal> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      UPDATE users SET payout_hold_until = now() + interval '1 day', payout_hold_reason = 'of a test' WHERE id = ${userId}`)
    approving = approveWithdrawal(withdrawal, { despiteDebt: 'No matter' })
    await untilBlocked()
  })
  expect(await approving).toMatchObject({ ok: false, reason: 'on-hold', userId, because: 'of a test' })
  expect((await findWithdrawal(withdrawal)).status).toBe('requested')
})

test('listApprovable() leaves out members in debt and members on hold', async () => {
  const [{ withdrawal: owed }, held, free] = [
    await memberInDebt(10_00n),
    await memberWith(100_00n),
    await memberWith(100_00n),
  ]
  const [ofHeld, ofFree] = [await requestAmount(held, '10'), await requestAmount(free, '10')]
  await holdMember(held, new Date(Date.now() + 86_400_000), 'of a test')
  const ids = await listApprovable()
  expect(ids).toContain(ofFree)
  expect(ids).not.toContain(ofHeld)
  expect(ids).not.toContain(owed)
})

test('a withdrawal stores a blind index of its destination, equal for equal accounts', async () => {
  const [one, other] = [await member(), await member()]
  for (const id of [one, other]) {
    await earn(id, 100_00n)
    await saveUpiDetails(id, { upi: 'shared@okbank' })
  }
  const ids = [await requestAmount(one, '1'), await requestAmount(other, '1')]
  await changeSettings({ PAYOUT_HOLD_HOURS: '0' })
  await saveUpiDetails(one, { upi: 'elsewhere@okbank' })
  await changeSettings({ PAYOUT_HOLD_HOURS: '24' })
  ids.push(await requestAmount(one, '1'))
  const rows = await Promise.all(ids.map(findWithdrawal))
  const [first, second, third] = rows.map((row) => row.destination_index)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
