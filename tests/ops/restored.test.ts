/** What has to follow a restore. */
import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { makeApprovedWithdrawal, requestAmount, findOrder, payBy, work } from '../wallet/payout-support'
import { memberWith } from '../wallet/support'
import { ops } from './support'

const bank = await vi.hoisted(async () => {
  const { startRazorpayX } = await import('../support/payout-providers')
  const started = await startRazorpayX()
  Object.assign(process.env, started.env, { PAYOUT_PROVIDER: 'razorpayx' })
  return started
})
afterAll(() => bank.close())

test('restored queries the provider before a payout is sent, skips used numbers and audits the books', async () => {
  payBy('razorpayx')
  const { id, reference } = await makeApprovedWithdrawal()
  const { code, out } = await ops('restored')
  expect(out).toContain(
    '1 open payout and 0 settled payouts will be looked up at the provider before anything is sent.\n',
  )
  expect(out).toContain('The books balance: no defect.\n')
  expect(code).toBe(0)
  expect(await findOrder(id)).toMatchObject({ stage: 'sending' })
  await work(id)
  expect(bank.calls.filter((call) => call.endsWith(reference))).toEqual([
    `GET ${reference}`,
    `POST ${reference}`,
  ])
  const next = await requestAmount(await memberWith(10_00n), '1')
  expect(next).toBeGreaterThan(id + 1_000_000)

  // What the provider has settled since the backup is looked up as well.
  bank.settle(reference, 'paid')
  await work(id)
  payBy('manual')
  await approveWithdrawal(next)
  const again = await ops('restored')
  expect(again.out).toContain('0 open payouts and 1 settled payout will')
  expect(again.out).toContain('1 approved withdrawal to be paid by hand: compare')
  const [due] = await db.execute(
    sql`SELECT 1 FROM payout_orders WHERE withdrawal_id = ${id} AND recheck_at <= now()`,
  )
  expect(due).toBeDefined()
})
