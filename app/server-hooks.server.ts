/** Implements ApplicationHooks and FailureHooks of server/. */
import { startBackgroundJobs } from './background-jobs.server'
import { env } from '~/platform/config/env.server'
import { closeDatabase } from '~/platform/db/client.server'
import { limitStatements } from '~/platform/db/time-limit.server'
import { siteMessages } from './messages/site'
import { endAfterAnswers } from '~/platform/after-answer.server'
import { log } from '~/platform/log.server'
import type { Schedule } from '~/platform/timers.server'
import { stopApplying } from '~/domain/tracking/inbox.server'
import { announceServer } from '~/domain/tracking/networks.server'

export { noteUnlistedProxy } from '~/domain/alerts/unlisted-proxies.server'
export { readMeasures } from '~/domain/alerts/measures.server'
export { isDatabaseAway } from '~/platform/db/client.server'
export { isPersonal } from './http/page'
export { buildTooLargeRequest } from './http/too-large.server'
export { isFromNetwork } from '~/domain/tracking/senders.server'

export const busyTexts = { title: siteMessages.failure.title, text: siteMessages.network.busy.text }

/** A page whose layout needs no session. */
export const deskFailurePage = { page: 'routes/desk/not-found', frame: 'routes/desk/door' }

let schedules: Schedule[] = []

/** Call it before the first request. `isFirst`: this process runs the background jobs. */
export function start(port: number, { isFirst = true } = {}): void {
  limitStatements(env().QUERY_TIMEOUT_MS)
  if (!isFirst) return
  schedules = [announceServer(port)]
  if (env().BACKGROUND_JOBS === 'server') schedules.push(...startBackgroundJobs())
  else log('info', 'background jobs run only in `ops work`')
}

export async function stop(): Promise<void> {
  await Promise.all([stopApplying(), endAfterAnswers(), ...schedules.map((each) => each.stop())])
  await closeDatabase()
}
