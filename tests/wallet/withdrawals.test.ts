import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { formatTime } from '~/platform/formats/dates'
import { listNotifications } from '../support/notifications'
import { findDefects } from '~/domain/books/audit.server'
import {
  approveWithdrawal,
  failWithdrawal,
  payWithdrawal,
  readDestination,
  returnWithdrawal,
} from '~/domain/wallet/withdrawal-decisions.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { moveWithdrawal } from '~/domain/wallet/withdrawal-steps.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { listWithdrawalSteps, listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import { type Withdrawal, formatWithdrawalRefusal } from '~/domain/wallet/withdrawals'
import { untilBlocked } from '../support/locks'
import { rewrite } from '../support/rewrite'
import { earn, makeUpi, member, memberWith, sendRequest, typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals'))

async function makeRequest(userId: number, amount: string): Promise<Withdrawal> {
  const answer = await sendRequest(userId, amount)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.withdrawal
}

async function describeAnswer(answer: Awaited<ReturnType<typeof sendRequest>>): Promise<string | undefined> {
  return answer.ok ? 'done' : formatWithdrawalRefusal(answer).text
}

describe('withdrawal request', () => {
  test('holds the money and notifies the member', async () => {
    const id = await memberWith(1_000_00n)
    const w = await makeRequest(id, '600.50')
    expect(w).toMatchObject({
      status: 'requested',
      amount_paise: 600_50n,
      method: 'upi',
      destination_hint: 'as•••@okbank',
    })
    expect(await readWallet(id)).toEqual({ available: 399_50n, pending: 0n, onItsWay: 600_50n, debt: 0n })
    expect((await listNotifications(id))[0]).toMatchObject({
      title: 'Withdrawal requested',
      body: 'We are checking your request: Rs. 600.50 to as•••@okbank.',
    })
    expect(w.destination).not.toContain('asha')
    expect(readDestination(w)).toEqual({ upi: makeUpi(id) })
  })

  test('sent twice with the same key makes one withdrawal with the same answer, in sequence or at once', async () => {
    const id = await memberWith(1_000_00n)
    const key = randomUUID()
    const first = await sendRequest(id, '600', 'upi', key)
    const more = await Promise.all(Array.from({ length: 6 }, () => sendRequest(id, '600', 'upi', key)))
    expect(first.ok).toBe(true)
    for (const again of more) expect(again).toEqual(first)
    expect((await readWallet(id)).available).toBe(400_00n)
  })

  test('with the same key but another amount or method is refused, and nothing moves', async () => {
    const id = await memberWith(1_000_00n)
    const key = randomUUID()
    await sendRequest(id, '600', 'upi', key)
    for (const again of [
      await sendRequest(id, '300', 'upi', key),
      await sendRequest(id, '600', 'bank', key),
    ]) {
      expect(again).toEqual({ ok: false, reason: 'key-reused', amount: 600_00n })
      expect(await describeAnswer(again)).toBe(
        'This request was already made, for Rs. 600.00. Nothing more was withdrawn.',
      )
    }
    expect(await readWallet(id)).toMatchObject({ available: 400_00n, onItsWay: 600_00n })
  })

  test('with the key of another member is a separate withdrawal', async () => {
    const [a, b] = [await memberWith(100_00n), await memberWith(100_00n)]
    const key = randomUUID()
    const [x, y] = [await sendRequest(a, '10', 'upi', key), await sendRequest(b, '10', 'upi', key)]
    expect(x.ok && y.ok && x.withdrawal.id !== y.withdrawal.id).toBe(true)
  })

  test.each(['', 'abc', '0', '0.00', '-5', '1.234', '1e3', '1²', '100,50', '1,,0', '1234567890123456'])(
    '%j is not a valid amount',
    async (amount) => {
      const id = await memberWith(100_00n)
      expect(await describeAnswer(await sendRequest(id, amount))).toBe('Please enter a valid amount.')
      expect((await readWallet(id)).available).toBe(100_00n)
    },
  )

  test('of 15 digits is refused with the balance', async () => {
    const answer = await sendRequest(await memberWith(1_000_00n), '999999999999999.99')
    expect(await describeAnswer(answer)).toBe('You can enter up to ₹1,000.00 only.')
  })

  test('accepts grouping commas', async () => {
    expect((await makeRequest(await memberWith(2_000_00n), '1,234.5')).amount_paise).toBe(1_234_50n)
  })
})

test('validation follows the order of docs/rules.md#27', async () => {
  const id = await member()
  const text = async (amount: string) => describeAnswer(await sendRequest(id, amount))
  expect(await text('x')).toBe('Please enter a valid amount.')
  expect(await text('5')).toBe('Please Add Bank or Upi details First!')
  await saveUpiDetails(id, { upi: 'one@bank' })
  await saveUpiDetails(id, { upi: 'two@bank' })
  expect(await text('5')).toBe('Your wallet amount is empty.')
  await earn(id, 1_234_50n)
  expect(await text('1234.51')).toBe('You can enter up to ₹1,234.50 only.')
  expect(await text('1234.50')).toMatch(
    /^For your safety withdrawals are on hold until .+, because your UPI ID changed\.$/,
  )
  expect(await describeAnswer(await sendRequest(id, '5', 'bank'))).toBe(
    'Please Add Bank or Upi details First!',
  )
  await rewrite(
    sql`UPDATE users SET payout_hold_until = now() - interval '1 second' WHERE id = ${id}`,
    sql`UPDATE hold_steps SET hold_until = (SELECT payout_hold_until FROM users WHERE id = ${id}) WHERE user_id = ${id}`,
  )
  expect(await text('1234.50')).toBe('done')
})

test('a withdrawal requested while payout details are changing is refused as on hold', async () => {
  const id = await memberWith(100_00n)
  let asked: ReturnType<typeof sendRequest> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`UPDATE users SET payout_hold_until = now() + interval '1 day' WHERE id = ${id}`)
    asked = sendRequest(id, '50')
    await untilBlocked()
  })
  expect(await asked).toMatchObject({ reason: 'on-hold' })
  expect((await readWallet(id)).available).toBe(100_00n)
})

test('the hold message gives the time in India', async () => {
  const id = await memberWith(100_00n)
  const until = new Date('2031-01-02T03:04:05Z')
  await db.execute(
    sql`UPDATE users SET payout_hold_until = ${until.toISOString()}, payout_hold_reason = 'of a test' WHERE id = ${id}`,
  )
  expect(formatTime(until)).toBe('2 Jan 2031, 8:34 am')
  expect(await describeAnswer(await sendRequest(id, '5'))).toBe(
    'For your safety withdrawals are on hold until 2 Jan 2031, 8:34 am, because of a test.',
  )
})

describe('withdrawal steps', () => {
  test('each step adds a row with its reference or reason, and a notification', async () => {
    const id = await memberWith(100_00n)
    const paid = await makeRequest(id, '10')
    await approveWithdrawal(paid.id)
    expect(await moveWithdrawal(paid.id, { to: 'unknown' })).toMatchObject({
      ok: true,
      withdrawal: { status: 'unknown', utr: null, reason: null },
    })
    expect((await listNotifications(id))[0]).toMatchObject({
      title: 'Withdrawal delayed',
      body: 'The bank has not said yet whether Rs. 10.00 reached as•••@okbank. We keep asking; the money is safe.',
    })
    expect(await readWallet(id)).toMatchObject({ available: 90_00n, onItsWay: 10_00n })
    await payWithdrawal(paid.id, 'UTR9')
    await returnWithdrawal(paid.id, 'Account closed')
    const failed = await makeRequest(id, '20')
    await approveWithdrawal(failed.id)
    await moveWithdrawal(failed.id, { to: 'unknown' })
    await failWithdrawal(failed.id, 'Wrong IFSC')
    const readSteps = async (of: Withdrawal) =>
      (await listWithdrawalSteps(of.id)).map(({ status, utr, reason }) => [status, utr, reason])
    expect(await readSteps(paid)).toEqual([
      ['requested', null, null],
      ['processing', null, null],
      ['unknown', null, null],
      ['paid', 'UTR9', null],
      ['returned', 'UTR9', 'Account closed'],
    ])
    expect(await readSteps(failed)).toEqual([
      ['requested', null, null],
      ['processing', null, null],
      ['unknown', null, null],
      ['failed', null, 'Wrong IFSC'],
      ['refunded', null, 'Wrong IFSC'],
    ])
    expect((await listNotifications(id)).map((n) => n.title)).toEqual([
      'Withdrawal failed',
      'Withdrawal delayed',
      'Withdrawal in progress',
      'Withdrawal requested',
      'Withdrawal returned',
      'Withdrawal paid',
      'Withdrawal delayed',
      'Withdrawal in progress',
      'Withdrawal requested',
      'Your UPI ID was added',
    ])
    expect((await readWallet(id)).available).toBe(100_00n)
  })

  test('paid: the money has left, and each step notifies', async () => {
    const id = await memberWith(100_00n)
    const w = await makeRequest(id, '60')
    expect(await approveWithdrawal(w.id)).toMatchObject({ ok: true, withdrawal: { status: 'processing' } })
    expect(await payWithdrawal(w.id, 'UTR1')).toMatchObject({
      ok: true,
      withdrawal: { status: 'paid', utr: 'UTR1' },
    })
    expect(await readWallet(id)).toEqual({ available: 40_00n, pending: 0n, onItsWay: 0n, debt: 0n })
    expect((await listNotifications(id)).map((n) => n.title)).toEqual([
      'Withdrawal paid',
      'Withdrawal in progress',
      'Withdrawal requested',
      'Your UPI ID was added',
    ])
  })

  test('failed: the money is returned, and the notification gives the reason', async () => {
    const id = await memberWith(100_00n)
    const w = await makeRequest(id, '60')
    await approveWithdrawal(w.id)
    expect(await failWithdrawal(w.id, 'Account closed')).toMatchObject({
      ok: true,
      withdrawal: { status: 'refunded', reason: 'Account closed' },
    })
    expect((await readWallet(id)).available).toBe(100_00n)
    expect((await listNotifications(id))[0]).toMatchObject({
      title: 'Withdrawal failed',
      body: 'Rs. 60.00 is back in your wallet. Reason: Account closed.',
    })
  })

  test('cancelled: only by its owner, and only before processing', async () => {
    const [id, other] = [await memberWith(100_00n), await member()]
    const w = await makeRequest(id, '60')
    expect(await cancelWithdrawal(other, w.id)).toEqual({ ok: false, reason: 'not-found' })
    expect(await cancelWithdrawal(id, w.id)).toMatchObject({ ok: true, withdrawal: { status: 'cancelled' } })
    expect((await readWallet(id)).available).toBe(100_00n)
    const next = await makeRequest(id, '60')
    await approveWithdrawal(next.id)
    expect(await cancelWithdrawal(id, next.id)).toEqual({
      ok: false,
      reason: 'wrong-status',
      status: 'processing',
    })
  })

  test('returned by the bank: the money is back in the wallet', async () => {
    const id = await memberWith(100_00n)
    const w = await makeRequest(id, '60')
    await approveWithdrawal(w.id)
    await payWithdrawal(w.id, 'UTR2')
    await returnWithdrawal(w.id, 'Name differs')
    expect((await readWallet(id)).available).toBe(100_00n)
  })

  test('the same step twice is a repeat; a step not allowed from there is refused', async () => {
    const id = await memberWith(100_00n)
    const w = await makeRequest(id, '60')
    expect(await payWithdrawal(w.id, 'U')).toEqual({ ok: false, reason: 'wrong-status', status: 'requested' })
    expect(await failWithdrawal(w.id, 'R')).toEqual({
      ok: false,
      reason: 'wrong-status',
      status: 'requested',
    })
    await approveWithdrawal(w.id)
    expect(await approveWithdrawal(w.id)).toMatchObject({ ok: true })
    const twice = await Promise.all([payWithdrawal(w.id, 'U'), payWithdrawal(w.id, 'U')])
    expect(twice.map((a) => a.ok)).toEqual([true, true])
    expect(await payWithdrawal(w.id, 'OTHER')).toEqual({ ok: false, reason: 'wrong-status', status: 'paid' })
    expect(await failWithdrawal(w.id, 'R')).toEqual({ ok: false, reason: 'wrong-status', status: 'paid' })
    expect(await approveWithdrawal(w.id)).toEqual({ ok: false, reason: 'wrong-status', status: 'paid' })
    expect(await payWithdrawal(0, 'U')).toEqual({ ok: false, reason: 'not-found' })
    expect(await readWallet(id)).toMatchObject({ available: 40_00n, onItsWay: 0n })
  })

  test('the list has the newest first, all or by status', async () => {
    const id = await memberWith(100_00n)
    const [a, b] = [await makeRequest(id, '10'), await makeRequest(id, '20')]
    await approveWithdrawal(b.id)
    const ids = (await listWithdrawals()).map((w) => w.id)
    expect(ids.indexOf(b.id)).toBeLessThan(ids.indexOf(a.id))
    const processing = (await listWithdrawals({ status: 'processing' })).map((w) => w.id)
    expect(processing).toContain(b.id)
    expect(processing).not.toContain(a.id)
  })
})

const STATES = [
  'requested',
  'processing',
  'unknown',
  'paid',
  'failed',
  'refunded',
  'cancelled',
  'returned',
] as const
const EDGES = new Set([
  'requested processing',
  'requested cancelled',
  'processing paid',
  'processing failed',
  'processing unknown',
  'unknown paid',
  'unknown failed',
  'failed refunded',
  'paid returned',
])
const ROADS: Record<string, string[]> = {
  requested: [],
  processing: ['processing'],
  unknown: ['processing', 'unknown'],
  paid: ['processing', 'paid'],
  failed: ['processing', 'failed'],
  refunded: ['processing', 'failed', 'refunded'],
  cancelled: ['cancelled'],
  returned: ['processing', 'paid', 'returned'],
}

describe('database guards on withdrawals', () => {
  const setStatus = (id: number, to: string) => sql`UPDATE withdrawals SET status = ${to} WHERE id = ${id}`

  test.each(STATES)('from %s only the allowed steps are possible', async (from) => {
    const owner = await memberWith(100_00n)
    const w = await makeRequest(owner, '1')
    for (const to of STATES.filter((s) => s !== from)) {
      const result = await db
        .transaction(async (tx) => {
          for (const step of ROADS[from]!) await tx.execute(setStatus(w.id, step))
          await tx.execute(setStatus(w.id, to))
          return tx.rollback()
        })
        .catch((error: unknown) => databaseError(error)?.code ?? 'allowed')
      expect(`${from} ${to}: ${result}`).toBe(
        `${from} ${to}: ${EDGES.has(`${from} ${to}`) ? 'allowed' : '23514'}`,
      )
    }
  })

  test.each([
    'amount_paise = 1',
    `destination = 'x'`,
    `destination_hint = 'x'`,
    `destination_index = 'x'`,
    `debt_override = 'x'`,
    `signal_override = 'x'`,
    `method = 'bank'`,
    'user_id = 9',
    `request_key = gen_random_uuid()`,
    `created_at = now() - interval '1 day'`,
    `utr = 'U'`,
    `reason = 'R'`,
  ])('refuse to change the facts: %s', async (change) => {
    const w = await makeRequest(await memberWith(100_00n), '5')
    const refused = await db
      .execute(sql.raw(`UPDATE withdrawals SET ${change} WHERE id = ${w.id}`))
      .catch(databaseError)
    expect(refused).toMatchObject({ code: '55000' })
  })
})

test('the database refuses to rewrite paid withdrawals and their steps', async () => {
  const paid = await makeRequest(await memberWith(100_00n), '5')
  await approveWithdrawal(paid.id)
  await payWithdrawal(paid.id, 'UTR')
  for (const change of [
    sql`UPDATE withdrawals SET utr = 'OTHER' WHERE id = ${paid.id}`,
    sql`UPDATE withdrawals SET status = 'returned', utr = 'OTHER' WHERE id = ${paid.id}`,
    sql`DELETE FROM withdrawals WHERE id = ${paid.id}`,
    sql`UPDATE withdrawal_steps SET reason = 'x' WHERE withdrawal_id = ${paid.id}`,
    sql`DELETE FROM withdrawal_steps WHERE withdrawal_id = ${paid.id}`,
    sql`TRUNCATE withdrawal_steps`,
  ])
    expect(await db.execute(change).catch(databaseError)).toMatchObject({ code: '55000' })
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
