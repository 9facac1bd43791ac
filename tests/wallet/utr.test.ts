/** The bank's reference of a payment (UTR): unique per withdrawal, and correctable. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { listNotifications } from '../support/notifications'
import { findDefects } from '~/domain/books/audit.server'
import { correctUtr, moveWithdrawal } from '~/domain/wallet/withdrawal-steps.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { listConflicts } from '~/domain/wallet/payout-conflicts.server'
import { listWithdrawalSteps } from '~/domain/wallet/list-withdrawals.server'
import { startRazorpayX, type Bank } from '../support/payout-providers'
import {
  makeApprovedWithdrawal,
  requestAmount,
  expectConflicts,
  payBy,
  findWithdrawal,
  work,
} from './payout-support'
import { memberWith, typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals', 'conflicts'))

describe('unique UTRs', () => {
  test('the UTR of another withdrawal is refused with that withdrawal’s id, in any spelling', async () => {
    const [first, second] = [await makeApprovedWithdrawal(), await makeApprovedWithdrawal()]
    expect(await payWithdrawal(first.id, 'n432 198X')).toMatchObject({ ok: true })
    for (const spelled of ['n432 198X', 'N432198X', ' n432198x '])
      expect(await payWithdrawal(second.id, spelled)).toEqual({
        ok: false,
        reason: 'utr-used',
        withdrawalId: first.id,
      })
    expect(await findWithdrawal(second.id)).toMatchObject({ status: 'processing', utr: null })
  })

  test('the same UTR for the same withdrawal is a repeat, in any spelling', async () => {
    const { id } = await makeApprovedWithdrawal()
    await payWithdrawal(id, 'Rep 1')
    expect(await payWithdrawal(id, 'REP1')).toMatchObject({ ok: true, withdrawal: { utr: 'Rep 1' } })
    expect(await listWithdrawalSteps(id)).toHaveLength(3)
  })

  test('a UTR given to two withdrawals at the same time pays one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [await makeApprovedWithdrawal(), await makeApprovedWithdrawal()]
      const answers = await Promise.all(
        [first, second].map(({ id }) => payWithdrawal(id, `AT-ONCE-${round}`)),
      )
      const paid = answers.findIndex(({ ok }) => ok)
      expect(answers[1 - paid]).toEqual({
        ok: false,
        reason: 'utr-used',
        withdrawalId: [first, second][paid]!.id,
      })
    }
  })

  test('the database refuses a duplicate UTR and a change of its key', async () => {
    const [first, second] = [await makeApprovedWithdrawal(), await makeApprovedWithdrawal()]
    await payWithdrawal(first.id, 'DB1')
    const paid = sql`UPDATE withdrawals SET status = 'paid', utr = 'db 1' WHERE id = ${second.id}`
    expect(await db.execute(paid).catch(databaseError)).toEqual({
      code: '23505',
      constraint: 'withdrawals_utr',
    })
    await db.execute(sql`UPDATE withdrawals SET utr_key = NULL WHERE id = ${first.id}`)
    expect(await findWithdrawal(first.id)).toMatchObject({ utr_key: 'DB1' })
  })
})

describe('UTR corrections', () => {
  test('a correction with a reason adds a step and notifies the member', async () => {
    const { id, userId } = await makeApprovedWithdrawal()
    await payWithdrawal(id, 'TYPO1')
    expect(await correctUtr(id, 'RIGHT1', 'Two digits were swapped')).toMatchObject({
      ok: true,
      withdrawal: { status: 'paid', utr: 'RIGHT1', reason: null },
    })
    expect((await listWithdrawalSteps(id)).map(({ status, utr, reason }) => [status, utr, reason])).toEqual([
      ['requested', null, null],
      ['processing', null, null],
      ['paid', 'TYPO1', null],
      ['paid', 'RIGHT1', 'Two digits were swapped'],
    ])
    expect((await listNotifications(userId))[0]).toMatchObject({
      title: 'Bank reference corrected',
      body: 'The bank reference of Rs. 250.00 to as•••@okbank is RIGHT1.',
    })
  })

  test('the replaced UTR becomes free for another withdrawal and can be used again later', async () => {
    const [first, second] = [await makeApprovedWithdrawal(), await makeApprovedWithdrawal()]
    await payWithdrawal(first.id, 'SWAP-B')
    await correctUtr(first.id, 'SWAP-A', 'It was that of another one')
    expect(await payWithdrawal(second.id, 'SWAP-B')).toMatchObject({ ok: true })
    await correctUtr(second.id, 'SWAP-C', 'Typo')
    expect(await correctUtr(first.id, 'SWAP-B', 'Typo')).toMatchObject({ ok: true })
    expect(await correctUtr(first.id, 'SWAP-A', 'Typo')).toMatchObject({ ok: true })
  })

  test('a correction to another withdrawal’s UTR is refused', async () => {
    const [first, second] = [await makeApprovedWithdrawal(), await makeApprovedWithdrawal()]
    await payWithdrawal(first.id, 'HELD')
    await payWithdrawal(second.id, 'TYPO2')
    expect(await correctUtr(second.id, 'held', 'Typo')).toEqual({
      ok: false,
      reason: 'utr-used',
      withdrawalId: first.id,
    })
    expect(await findWithdrawal(second.id)).toMatchObject({ utr: 'TYPO2' })
    expect(await listWithdrawalSteps(second.id)).toHaveLength(3)
  })

  test('a correction to the same UTR changes nothing', async () => {
    const { id } = await makeApprovedWithdrawal()
    await payWithdrawal(id, 'SAME')
    expect(await correctUtr(id, 'SAME', 'Typo')).toMatchObject({ ok: true })
    expect(await listWithdrawalSteps(id)).toHaveLength(3)
    // Another spelling of the same reference is a correction, since members compare it literally.
    expect(await correctUtr(id, 'same', 'Case')).toMatchObject({ ok: true, withdrawal: { utr: 'same' } })
  })

  test('the UTR of a returned withdrawal can be corrected; one never paid has none', async () => {
    const back = await makeApprovedWithdrawal()
    await payWithdrawal(back.id, 'BACK1')
    await moveWithdrawal(back.id, { to: 'returned', reason: 'Name differs' })
    expect(await correctUtr(back.id, 'BACK2', 'Typo')).toMatchObject({
      ok: true,
      withdrawal: { status: 'returned', utr: 'BACK2', reason: 'Name differs' },
    })
    const failed = await makeApprovedWithdrawal()
    expect(await correctUtr(failed.id, 'NONE', 'Typo')).toMatchObject({ reason: 'wrong-status' })
    await failWithdrawal(failed.id, 'Closed')
    expect(await correctUtr(failed.id, 'NONE', 'Typo')).toMatchObject({ reason: 'wrong-status' })
    expect(await correctUtr(999_999, 'NONE', 'Typo')).toEqual({ ok: false, reason: 'not-found' })
  })

  test('the database refuses to change a UTR without a step', async () => {
    const { id } = await makeApprovedWithdrawal()
    await payWithdrawal(id, 'KEPT')
    for (const change of [
      sql`UPDATE withdrawals SET utr = 'OTHER' WHERE id = ${id}`,
      sql`UPDATE withdrawals SET utr = NULL WHERE id = ${id}`,
      sql`UPDATE withdrawals SET status = 'returned', utr = 'OTHER' WHERE id = ${id}`,
    ])
      expect(await db.execute(change).catch(databaseError)).toMatchObject({ code: '55000' })
  })
})

describe('UTRs from a provider', () => {
  let bank: Bank
  beforeAll(async () => {
    bank = await startRazorpayX()
    Object.assign(env(), bank.env)
  })
  afterAll(async () => {
    payBy('manual')
    await bank.close()
  })

  test('the UTR of another withdrawal is a conflict, and the operator enters the right one', async () => {
    const first = await makeApprovedWithdrawal()
    await payWithdrawal(first.id, 'UTR-000011')
    payBy('razorpayx')
    const { id, reference } = await makeApprovedWithdrawal()
    await work(id)
    bank.settle(reference, 'paid', { utr: 'UTR-000011' })
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing', utr: null })
    const [conflict] = await listConflicts({ state: 'open', withdrawalId: id }, { limit: 10 })
    expect(conflict).toMatchObject({ reason: 'the UTR of another withdrawal', utr: 'UTR-000011' })
    expect(await payWithdrawal(id, 'UTR-000012', { overridesProvider: true })).toMatchObject({ ok: true })
    await expectConflicts(id, ['the UTR of another withdrawal'])
  })
})

test('the books balance after all of these tests', async () => {
  const id = await requestAmount(await memberWith(1_00n), '1')
  await approveWithdrawal(id)
  expect(await findDefects()).toEqual([])
})
