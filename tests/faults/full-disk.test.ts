// The disk of the database is full for some seconds: a small tmpfs, for root on Linux.
import { afterAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { stopServers } from '../support/servers'
import { openPlace } from './place'

/** In MB: a new cluster has 90. */
const DISK = 300

await ensureBuild()
const place = await openPlace({ disk: DISK }).catch((error: unknown) => {
  console.log(
    `Skipped: a full disk needs root on Linux, to mount a tmpfs (${String(error).split('\n', 1)[0]})`,
  )
  return null
})
const { describeOutage, FULL_DISK, proveOutage } = await import('./outages')

afterAll(async () => {
  await stopServers()
  const { closeDatabase } = await import('~/platform/db/client.server')
  await closeDatabase()
  place?.close()
})

test.skipIf(!place)(
  'a full disk loses nothing acknowledged, and guests see their pages',
  async () => {
    const report = await proveOutage(place!, FULL_DISK, 3)
    console.log(describeOutage(FULL_DISK, report))
    expect(report.recovery).toBeLessThan(30_000)
  },
  120_000,
)
