import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { RETRY_AFTER } from '~/platform/config/caching'
import { env } from '~/platform/config/env.server'
import {
  openMonitorConnection,
  readNewestMigration,
  watchDatabase,
  type Health,
} from '~/platform/health.server'
import { refusal } from './respond.server'

let health: Health | undefined

/** Answers /healthz and /readyz under plain remix-serve; server/handle-request.ts answers them before the routes. */
export async function answerMonitor(describe: keyof Health): Promise<Response> {
  health ??= openHealth()
  const answer = await health[describe]()
  return answer === 'OK' ? refusal(200, answer) : refusal(503, answer, { 'Retry-After': RETRY_AFTER })
}

/** The build has the migrations beside its server's folder. */
const openHealth = (): Health =>
  watchDatabase(
    openMonitorConnection(env().databaseUrl!),
    readNewestMigration(path.resolve(fileURLToPath(import.meta.url), '../../drizzle')),
  )
