import { afterAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { stopServers } from '../support/servers'
import { openPlace } from './place'

await ensureBuild()
const place = await openPlace()
const { KINDS, proveFaults } = await import('./run')

afterAll(async () => {
  await stopServers()
  const { closeDatabase } = await import('~/platform/db/client.server')
  await closeDatabase()
  place.close()
})

test('18 faults during a run lose nothing, duplicate nothing and leave the books balanced', async () => {
  const counts = await proveFaults(place, { faults: 18 })
  expect(counts).toEqual(Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, 3])))
}, 900_000)
