import { expect, test } from 'vitest'
import { requireJob } from '~/desk/queued-jobs.server'
import { enqueue } from '../support/jobs'
import { startServers } from '../support/app'
import { makeCall } from '../support/calls'
import { requestAmount } from '../wallet/payout-support'
import { memberWith } from '../wallet/support'

test('the server does a queued job, and stops while one waits', async () => {
  const [server] = await startServers(1, { env: { BACKGROUND_JOBS: 'server' } })
  const id = await requestAmount(await memberWith(500_00n), '150')
  const call = () => makeCall('withdrawals approve', { ids: [String(id)] }, { osAccount: 'asha' })
  const { id: job } = await enqueue(await call())
  await expect
    .poll(async () => (await requireJob(job!)).outcome, { timeout: 300_000, interval: 100 })
    .toBe('done')
  const { id: again } = await enqueue(await call())
  expect(await server!.stop()).toBe(0)
  expect((await requireJob(again!)).rows_done).toBe(0)
}, 400_000)
