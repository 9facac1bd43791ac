/** References of payouts at a provider when the database returns to an older state, and in an upgrade. */
import { banks } from './payout-banks'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { readCounts } from '~/platform/counters'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { backUp, restore } from '../support/copy-database'
import { migratedInTwo } from '../support/migrations'
import {
  makeApprovedWithdrawal,
  requestAmount,
  deliverWebhook,
  findOrder,
  payBy,
  findReference,
  findWithdrawal,
  work,
} from './payout-support'
import { memberWith } from './support'

describe.each(Object.values(banks))('with $name, after a restore,', (bank) => {
  beforeEach(() => payBy(bank.name))

  test('a new withdrawal with an old number is sent under a reference that the provider has never seen', async () => {
    const [before, after] = [await memberWith(1_000_00n), await memberWith(1_000_00n)]
    await backUp()
    bank.manners.push('paid')
    const lost = await requestAmount(before, '250')
    await approveWithdrawal(lost)
    await work(lost)
    expect(await findWithdrawal(lost)).toMatchObject({ status: 'paid' })
    const seen = new Set(bank.payouts.keys())
    await restore()

    const id = await requestAmount(after, '250')
    expect(id).toBe(lost)
    await approveWithdrawal(id)
    await work(id)
    const { reference } = await findOrder(id)
    expect(seen).not.toContain(reference)
    const errors = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const [unknown] = [...seen].slice(-1)
    expect(await deliverWebhook(bank, unknown!)).toBe('stored')
    const said = errors.mock.calls.map(([line]) => String(line)).join('')
    errors.mockRestore()
    expect(said).toContain('payout webhook about an order that is not in the books')
    expect(said).toContain(`"reference":"${unknown}"`)
    expect(readCounts()).toContainEqual({
      name: 'dealdwaar_payout_webhooks_unknown_total',
      labels: { provider: bank.name },
      value: 1,
    })
    expect(bank.countSends(reference)).toBe(1)
    expect(bank.refusals).toEqual([])
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
  })

  test('a withdrawal that was requested before the backup and paid after it is not paid again', async () => {
    const id = await requestAmount(await memberWith(1_000_00n), '250')
    await backUp()
    bank.manners.push('paid')
    await approveWithdrawal(id)
    await work(id)
    const { utr } = await findWithdrawal(id)
    const payouts = bank.payouts.size
    await restore()

    expect(await findWithdrawal(id)).toMatchObject({ status: 'requested' })
    await approveWithdrawal(id)
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr })
    expect(bank.payouts.size).toBe(payouts)
    expect(bank.refusals).toEqual([])
  })
})

describe('a process of a release without stored references', () => {
  beforeEach(() => payBy('razorpayx'))

  test('opens orders under the reference that it sends', async () => {
    payBy('manual')
    const { id } = await makeApprovedWithdrawal()
    await db.execute(sql`INSERT INTO payout_orders (withdrawal_id, provider) VALUES (${id}, 'razorpayx')`)
    expect(await findReference(id)).toBe(`withdrawal-${id}`)
    payBy('razorpayx')
    await work(id)
    expect(banks.razorpayx.countSends(`withdrawal-${id}`)).toBe(1)
  })

  test('gets no lease of an order with another reference', async () => {
    const { id } = await makeApprovedWithdrawal()
    const lease = db.execute(
      sql`UPDATE payout_orders SET stage = 'sending', leased_until = now() + interval '1 minute' WHERE withdrawal_id = ${id}`,
    )
    expect(await lease.catch(databaseError)).toMatchObject({ code: '55000' })
  })
})

test('the reference of an order is 128 bits in the form that both providers allow, and never changes', async () => {
  payBy('razorpayx')
  const { id, reference } = await makeApprovedWithdrawal()
  expect(reference).toMatch(/^pay-[0-9a-f]{32}$/)
  const change = db.execute(
    sql`UPDATE payout_orders SET reference = 'withdrawal-1' WHERE withdrawal_id = ${id}`,
  )
  expect(await change.catch(databaseError)).toMatchObject({ code: '55000' })
})

const { begin, finish } = migratedInTwo('_payout_references')

test('orders older than stored references keep withdrawal-<id>', async () => {
  const old = await begin()
  await old`INSERT INTO users (id, username) VALUES (1001, 'Asha')`
  await old`INSERT INTO withdrawals (id, user_id, amount_paise, method, request_key, destination, destination_hint)
    OVERRIDING SYSTEM VALUE VALUES (7, 1001, 100, 'upi', gen_random_uuid(), 'k1.x', 'x')`
  await old`INSERT INTO payout_orders (withdrawal_id, provider) VALUES (7, 'cashfree')`
  await finish()
  expect(await old`SELECT reference FROM payout_orders`).toEqual([{ reference: 'withdrawal-7' }])
})
