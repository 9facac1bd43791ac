// The short run of tests/faults/outages.ts; the long one is `npm run prove -- --only outages`.
import { afterAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { callProvider, ProviderFailure } from '~/platform/outbound/call-provider.server'
import { stopServers } from '../support/servers'
import { openPlace } from './place'

await ensureBuild()
const place = await openPlace()
const { describeOutage, outageNames, proveOutage } = await import('./outages')

afterAll(async () => {
  await stopServers()
  const { closeDatabase } = await import('~/platform/db/client.server')
  await closeDatabase()
  place.close()
})

test.each(outageNames)(
  '%s: nothing acknowledged is lost, and guests see their pages',
  async (name) => {
    const report = await proveOutage(place, name, 3)
    console.log(describeOutage(name, report))
    expect(report.recovery).toBeLessThan(30_000)
  },
  120_000,
)

test('a provider whose name cannot be resolved is reported as having done nothing', async () => {
  const failed = callProvider(new URL('https://provider.invalid/'), { headers: {} }, 5000)
  await expect(failed).rejects.toBeInstanceOf(ProviderFailure)
  await expect(failed).rejects.toMatchObject({ kind: 'no connection', mayHaveActed: false })
})
