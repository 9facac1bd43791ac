/** What server/ asks the application for, beside the answers to requests. */
import { startBackgroundJobs } from './background-jobs.server'
import { env } from '~/platform/config/env.server'
import { closeDatabase } from '~/platform/db/client.server'
import { limitStatements } from '~/platform/db/time-limit.server'
import { endAfterAnswers } from '~/platform/after-answer.server'
import { log } from '~/platform/log.server'
import { NOWHERE, type ServerHooks } from '~/platform/server-contract'
import type { Schedule } from '~/platform/timers.server'
import { readMeasures } from '~/domain/alerts/measures.server'
import { noteUnlistedProxy } from '~/domain/alerts/unlisted-proxies.server'
import { stopApplying } from '~/domain/tracking/inbox.server'
import { watchSecrets } from '~/domain/tracking/network-secrets.server'
import { announceServer } from '~/domain/tracking/networks.server'
import { isFromNetwork } from '~/domain/tracking/senders.server'
import { deskPaths } from './http/desk/paths'
import { isPersonal } from './http/page'
import { isDeskPage } from './http/urls'
import { siteMessages } from './messages/site'

let schedules: Schedule[] = []

export const hooks: ServerHooks = {
  start(port, { isFirst = true } = {}) {
    limitStatements(env().QUERY_TIMEOUT_MS)
    schedules = [watchSecrets()]
    if (!isFirst) return
    schedules.push(announceServer(port))
    if (env().BACKGROUND_JOBS === 'server') schedules.push(...startBackgroundJobs())
    else log('info', 'background jobs run only in `ops work`')
  },

  async stop() {
    await Promise.all([stopApplying(), endAfterAnswers(), ...schedules.map((each) => each.stop())])
    await closeDatabase()
  },

  failureText: siteMessages.failure.text,
  busyTexts: { title: siteMessages.failure.title, text: siteMessages.network.busy.text },
  readMeasures,
  noteUnlistedProxy,
  isFromNetwork,
  isPersonal,
  // Of the desk, the one page whose layout needs no session. The shop's is the route '*', which says nothing of a desk with its own origin.
  findRefusalPage: (url) => {
    const { DESK_ORIGIN } = env()
    const isOfDesk = DESK_ORIGIN === undefined ? isDeskPage(url) : url.host === new URL(DESK_ORIGIN).host
    return isOfDesk ? deskPaths.home : NOWHERE
  },
}
