import './payout-banks'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { manualCredits } from '~/platform/db/schema/conversions'
import { readSettings } from '~/domain/settings/settings.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { sendDue } from '~/domain/wallet/payout-worker.server'
import { approveDue } from '~/domain/wallet/approve-due.server'
import { findBlockers } from '~/domain/wallet/blockers.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import {
  makeApprovedWithdrawal,
  findOrder,
  findWithdrawal,
  makeDue,
  createMemberPaidBefore,
  payBy,
  requestAmount,
} from './payout-support'
import { earn, makeUpi, member, memberInDebt, memberWith, typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals'))
beforeEach(() => payBy('razorpayx'))

async function approveAutomatically(): Promise<void> {
  env().PAYOUT_APPROVAL = 'auto'
  await approveDue().finally(() => {
    env().PAYOUT_APPROVAL = 'manual'
  })
}
const findStatus = async (id: number) => (await findWithdrawal(id)).status
/** Backdates this member's requests by a day, not their approvals. */
const backdateRequests = (userId: number) =>
  rewrite(sql`UPDATE withdrawals SET created_at = created_at - interval '1 day' WHERE user_id = ${userId}`)

test('manual: nothing is approved automatically', async () => {
  const id = await requestAmount(await memberWith(100_00n), '10')
  expect(await approveDue()).toBe(0)
  expect(await findStatus(id)).toBe('requested')
  expect(await cancelWithdrawal((await findWithdrawal(id)).user_id, id)).toMatchObject({ ok: true })
})

test('auto: skips a bank account or UPI ID that was never paid, whatever the amount', async () => {
  const [fresh, changed] = [await memberWith(100_00n), await createMemberPaidBefore(100_00n)]
  const first = await requestAmount(fresh, '1')
  await changeSettings({ PAYOUT_HOLD_HOURS: '0' })
  await saveUpiDetails(changed, { upi: 'elsewhere@okbank' })
  const elsewhere = await requestAmount(changed, '1')
  await saveUpiDetails(changed, { upi: makeUpi(changed) })
  await changeSettings({ PAYOUT_HOLD_HOURS: '24' })
  const again = await requestAmount(changed, '1')
  await approveAutomatically()
  for (const id of [first, elsewhere]) expect(await findStatus(id)).toBe('requested')
  expect(await findStatus(again)).toBe('processing')
  expect(await findOrder(again)).toMatchObject({ stage: 'ready', provider: 'razorpayx' })
})

test('auto: a destination paid for another member does not count as paid before', async () => {
  const [paid, other] = [await createMemberPaidBefore(100_00n), await member()]
  await earn(other, 100_00n)
  await saveUpiDetails(other, { upi: makeUpi(paid) })
  const id = await requestAmount(other, '1')
  await db.execute(sql`UPDATE signals SET cleared_at = now(), cleared_reason = 'a test'`)
  await approveAutomatically()
  expect(await findStatus(id)).toBe('requested')
})

test('auto: at most PAYOUT_REVIEW_ABOVE per member and day in India, in one request or several', async () => {
  expect((await readSettings(db)).PAYOUT_REVIEW_ABOVE).toBe(5_000_00n)
  const [exact, above, split, more] = [
    await createMemberPaidBefore(10_000_00n),
    await createMemberPaidBefore(10_000_00n),
    await createMemberPaidBefore(10_000_00n),
    await createMemberPaidBefore(10_000_00n),
  ]
  for (const id of [exact, above, split, more]) await backdateRequests(id)
  const whole = await requestAmount(exact, '5000')
  const tooMuch = await requestAmount(above, '5000.01')
  const parts = [await requestAmount(split, '3000'), await requestAmount(split, '2000.01')]
  const early = await requestAmount(more, '3000')
  const calledOff = await requestAmount(more, '3000')
  await cancelWithdrawal(more, calledOff)
  await approveAutomatically()
  for (const id of [whole, early]) expect(await findStatus(id)).toBe('processing')
  for (const id of [tooMuch, ...parts]) expect(await findStatus(id)).toBe('requested')

  const late = await requestAmount(more, '2000.01')
  await approveAutomatically()
  expect(await findStatus(late)).toBe('requested')
  // Requests of another day approved today count as well.
  await backdateRequests(more)
  const next = await requestAmount(more, '2000.01')
  await approveAutomatically()
  expect(await findStatus(next)).toBe('requested')
})

test('auto: skips members in debt and members with an open fraud signal', async () => {
  const { withdrawal: owed } = await memberInDebt(500_00n)
  const suspect = await createMemberPaidBefore(100_00n)
  const suspected = await requestAmount(suspect, '1')
  await db.transaction((tx) =>
    raiseSignal(tx, { kind: 'same-destination', facts: 'a test', members: [suspect] }),
  )
  await approveAutomatically()
  for (const id of [owed, suspected]) expect(await findStatus(id)).toBe('requested')
  expect(await approveWithdrawal(suspected)).toMatchObject({ ok: false, reason: 'signal-open' })
  expect(await approveWithdrawal(suspected, { despiteSignal: 'Looked into' })).toMatchObject({
    ok: true,
    withdrawal: { signal_override: 'Looked into' },
  })
})

test('auto: skips members who were credited more than FOUR_EYES_ABOVE by hand in 30 days, until a network confirms it', async () => {
  await changeSettings({ FOUR_EYES_ABOVE: '100' })
  const userId = await createMemberPaidBefore(100_00n)
  const sale = await earn(userId, 150_00n)
  const id = await requestAmount(userId, '10')
  const credit = async (agreed: boolean) =>
    db.insert(manualCredits).values({
      conversion_id: sale,
      report_id: sql`(SELECT max(id) FROM postback_inbox WHERE conversion_id = ${sale})`,
      source: 'claim',
      amount_paise: 60_00n,
      made_by: 'asha',
      agreed,
    })
  for (const agreed of [true, false]) await credit(agreed)
  const next = await requestAmount(userId, '10')
  await approveAutomatically()
  expect(await findStatus(id)).toBe('processing')
  expect(await findStatus(next)).toBe('processing')
  await credit(false)
  const waits = await requestAmount(userId, '10')
  await approveAutomatically()
  expect(await findStatus(waits)).toBe('requested')
  expect((await findBlockers(db, [userId])).get(userId)!.byHand).toBe(120_00n)
  await db.execute(sql`
    INSERT INTO postback_inbox (network, method, raw, report, outcome, conversion_id, processed_at)
    VALUES ('trackier', 'GET', '{}', 'approved', 'repeat', ${sale}, now())`)
  await approveAutomatically()
  expect(await findStatus(waits)).toBe('processing')
  expect((await findBlockers(db, [userId])).get(userId)!.byHand).toBe(null)
  await changeSettings({ FOUR_EYES_ABOVE: 'unset' })
})

test('auto: skips members on hold', async () => {
  const userId = await createMemberPaidBefore(100_00n)
  const id = await requestAmount(userId, '10')
  await db.execute(sql`UPDATE users SET payout_hold_until = now() + interval '1 day' WHERE id = ${userId}`)
  await approveAutomatically()
  expect(await findStatus(id)).toBe('requested')
})

test('PAYOUT_PROVIDER=manual: an approved withdrawal waits for the operator', async () => {
  payBy('manual')
  const { id } = await makeApprovedWithdrawal()
  await sendDue()
  expect(await findStatus(id)).toBe('processing')
  expect(await payWithdrawal(id, `UTR-${id}`)).toMatchObject({ ok: true })
})

test('a worker that has lost its lease leaves due payouts alone', async () => {
  const { id } = await makeApprovedWithdrawal()
  await makeDue(id)
  expect(await sendDue(() => true)).toBe(0)
  expect(await findOrder(id)).toMatchObject({ stage: 'ready' })
})
