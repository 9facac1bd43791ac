import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { ensureBuild } from '../../scripts/build.mjs'
import { openTestPostgres } from './test-postgres'

/** Files in tests/e2e/feeds; journey.json is imported by its test. */
const FEEDS = ['guests', 'header', 'kesar']

export default async function setup() {
  await ensureBuild()
  // The tests seal rows, too (tests/e2e/rewrite.ts).
  process.env.DATA_KEY = randomBytes(32).toString('hex')
  const { url, template, templateUrl, close } = await openTestPostgres()
  process.env.E2E_POSTGRES = url
  process.env.E2E_TEMPLATE = template
  process.env.E2E_SESSION_SECRET = randomBytes(32).toString('hex')
  const env = { ...process.env, ...demoEnvironment(templateUrl) }
  const ops = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join('build', 'node/ops.js'), ...args], { env })
  await ops('demo', 'seed')
  for (const feed of FEEDS) await ops('catalogue', 'import', `tests/e2e/feeds/${feed}.json`)
  return close
}

export const demoEnvironment = (url: string) => ({
  EMBEDDED_DATABASE_URL: url,
  SESSION_SECRET: process.env.E2E_SESSION_SECRET,
  DATA_KEY: process.env.DATA_KEY,
  // Tests change the catalogue and look at once.
  PAGE_CACHE_MB: '0',
})
