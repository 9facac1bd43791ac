import fs from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { makeDataDir, stopServers } from '../support/servers'

/** A DATA_DIR for the servers of a file, with their own database; both end with the file. */
export function openDataDir(): string {
  const dataDir = makeDataDir()
  beforeAll(() => ensureBuild())
  afterAll(async () => {
    await stopServers()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })
  return dataDir
}
