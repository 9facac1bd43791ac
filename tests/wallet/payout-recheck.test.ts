/** Rechecks of finished payouts: returns without a webhook, and statuses that contradict the books. */
import { banks } from './payout-banks'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { listNotifications } from '../support/notifications'
import { rewrite } from '../support/rewrite'
import { findDefects } from '~/domain/books/audit.server'
import { findPayoutConflict, listConflicts, resolveConflict } from '~/domain/wallet/payout-conflicts.server'
import { recheckDue } from '~/domain/wallet/payout-worker/recheck.server'
import { failWithdrawal, payWithdrawal, returnWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { readWallet } from '~/domain/wallet/sums.server'
import {
  makeApprovedWithdrawal,
  deliverWebhook,
  expectConflicts,
  findOrder,
  payBy,
  findWithdrawal,
  work,
} from './payout-support'
import { typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals', 'conflicts'))

/** Backdates this payout. */
const wait = (id: number, time: string) =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`UPDATE payout_orders SET recheck_at = recheck_at - ${time}::interval WHERE withdrawal_id = ${id}`,
    )
    await tx.execute(sql`UPDATE withdrawals SET updated_at = updated_at - ${time}::interval WHERE id = ${id}`)
  })

/** Hours until the next recheck; null: never. */
async function hoursLeft(id: number): Promise<number | null> {
  const { recheck_at } = await findOrder(id)
  return recheck_at && Math.round((recheck_at.getTime() - Date.now()) / 3600_000)
}

/** Replaces a status in the providers' responses until it is restored. */
function replaceStatus(word: RegExp, other: string) {
  const real = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const answer = await real(url, init)
    return new Response((await answer.text()).replace(word, other), { status: answer.status })
  })
}

describe.each(Object.values(banks))('payout recheck: $name', (bank) => {
  beforeEach(() => {
    payBy(bank.name)
    bank.manners.length = 0
  })

  const asks = (reference: string) => bank.calls.filter((call) => call === `GET ${reference}`).length

  async function payOut() {
    bank.manners.push('paid')
    const one = await makeApprovedWithdrawal()
    await work(one.id)
    expect(await findWithdrawal(one.id)).toMatchObject({ status: 'paid' })
    return one
  }

  test('a reversal without a webhook is found within a day', async () => {
    const { id, userId, reference } = await payOut()
    bank.settle(reference, 'reversed', { reason: 'Account frozen' })
    expect(await recheckDue()).toBe(0)
    expect(await hoursLeft(id)).toBe(24)
    await wait(id, '1 day')
    // As after an account deletion: the reference suffices.
    await rewrite(sql`UPDATE withdrawals SET destination = 'k1.AAAA' WHERE id = ${id}`)
    expect(await recheckDue()).toBe(1)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'returned', reason: 'Account frozen' })
    expect((await readWallet(userId)).available).toBe(1_000_00n)
    expect((await listNotifications(userId))[0]!.title).toBe('Withdrawal returned')
    expect(await hoursLeft(id)).toBeNull()
    await deliverWebhook(bank, reference)
    expect((await readWallet(userId)).available).toBe(1_000_00n)
    expect(await findDefects()).toEqual([])
  })

  test('a paid payout is checked once a day for a week, then never again', async () => {
    const { id, reference } = await payOut()
    const before = asks(reference)
    for (let day = 1; day <= 10; day++) {
      await wait(id, '1 day')
      await recheckDue()
    }
    expect(asks(reference) - before).toBe(7)
    expect(await hoursLeft(id)).toBeNull()
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
  })

  test('without an answer it is checked again in an hour; several workers check once', async () => {
    const { id, reference } = await payOut()
    await wait(id, '1 day')
    const down = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'))
    expect(await recheckDue()).toBe(0)
    down.mockRestore()
    expect(await hoursLeft(id)).toBe(1)
    await wait(id, '1 hour')
    const before = asks(reference)
    const asked = await Promise.all([recheckDue(), recheckDue(), recheckDue()])
    expect(asked.reduce((a, b) => a + b)).toBe(1)
    expect(asks(reference) - before).toBe(1)
    expect(await hoursLeft(id)).toBe(24)
  })

  test('a payout recorded as returned, or never sent, is not checked', async () => {
    const { id } = await payOut()
    await returnWithdrawal(id, 'The bank sent it back')
    await wait(id, '1 day')
    await recheckDue()
    expect(await hoursLeft(id)).toBeNull()
    const unsent = await makeApprovedWithdrawal()
    await payWithdrawal(unsent.id, `CASH-${unsent.id}`)
    expect(await hoursLeft(unsent.id)).toBeNull()
  })

  test('a refunded withdrawal that the provider paid is a conflict that the audit names', async () => {
    bank.manners.push('silent')
    const { id, reference } = await makeApprovedWithdrawal()
    await work(id)
    await failWithdrawal(id, 'Not at the provider', { overridesProvider: true })
    expect(await findDefects()).toEqual([])
    bank.settle(reference, 'paid', { utr: 'U77' })
    await wait(id, '1 day')
    await recheckDue()
    expect(await findWithdrawal(id)).toMatchObject({ status: 'refunded' })
    const [defect, ...others] = await findDefects()
    expect(others).toEqual([])
    expect(defect).toMatchObject({ check: 'payout in conflict', count: 1, subject: String(id) })
    expect(defect!.detail).toContain(`${bank.name} says `)

    const [conflict] = await listConflicts({ state: 'open' }, { limit: 10 })
    expect(conflict).toMatchObject({ withdrawal_id: id, reason: 'paid after it was refunded', utr: 'U77' })
    // The same status is one conflict, by webhook or recheck, however often.
    await deliverWebhook(bank, reference)
    await wait(id, '1 day')
    await recheckDue()
    expect(await listConflicts({ withdrawalId: id }, { limit: 10 })).toHaveLength(1)
    expect(await resolveConflict(conflict!.id, 'The member sent it back')).toEqual({ ok: true })
    expect(await resolveConflict(conflict!.id, 'again')).toEqual({ ok: false, reason: 'resolved' })
    expect(await resolveConflict(999_999, 'x')).toEqual({ ok: false, reason: 'not-found' })
    expect(await findPayoutConflict(conflict!.id)).toMatchObject({ resolution: 'The member sent it back' })
    await deliverWebhook(bank, reference)
    expect(await findDefects()).toEqual([])
  })

  test('a failure reported after payment is a conflict', async () => {
    const { id, reference } = await payOut()
    bank.settle(reference, 'failed', { reason: 'No such account' })
    await deliverWebhook(bank, reference)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    await expectConflicts(id, ['failed after it was paid'])
  })

  test('an unknown status moves nothing and is retried; on a finished payout it is a conflict', async () => {
    const words = bank.name === 'cashfree' ? /"(RECEIVED|SUCCESS)"/g : /"(processing|processed)"/g
    let itsWords = replaceStatus(words, '"recalled"')
    const { id, reference } = await makeApprovedWithdrawal()
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    expect(await findOrder(id)).toMatchObject({
      stage: 'sent',
      provider_status: 'recalled',
      error: 'a word that we do not know',
    })
    itsWords.mockRestore()
    bank.settle(reference, 'paid')
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    expect(await findOrder(id)).toMatchObject({ stage: 'done', error: null })

    itsWords = replaceStatus(words, '"recalled"')
    await wait(id, '1 day')
    await recheckDue()
    itsWords.mockRestore()
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    await expectConflicts(id, ['a word that we do not know'])
  })
})

test('cashfree: SENT_TO_BENEFICIARY is not paid, until a day passes without another status', async () => {
  const bank = banks.cashfree
  payBy('cashfree')
  bank.manners.push('paid')
  const sent = replaceStatus(/"COMPLETED"/, '"SENT_TO_BENEFICIARY"')
  const { id, reference } = await makeApprovedWithdrawal()
  await work(id)
  await work(id)
  expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
  await db.execute(
    sql`UPDATE payout_orders SET created_at = now() - interval '25 hours' WHERE withdrawal_id = ${id}`,
  )
  await work(id)
  sent.mockRestore()
  expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: bank.payouts.get(reference)!.utr })
  expect(await findDefects()).toEqual([])
})
