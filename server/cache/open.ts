import type postgres from 'postgres'
import type { Env } from '~/config/env.server'
import type { Application, ApplicationHooks } from '../application'
import { isServedHost, type Rules } from '../guard'
import type { Metrics } from '../../environment/metrics/metrics'
import { baseHeaders } from '../headers'
import { createPageCache, type PageCache } from './pages'
import { watchVersions } from './versions'

interface Parts {
  env: Env
  sql: postgres.Sql
  rules: Rules
  application: Application
  hooks: ApplicationHooks
  metrics?: Metrics | undefined
}

/** Null with PAGE_CACHE_MB=0. */
export async function openPageCache({
  env,
  sql,
  rules,
  application,
  hooks,
  metrics,
}: Parts): Promise<PageCache | null> {
  if (!env.PAGE_CACHE_MB) return null
  const versions = await watchVersions(sql)
  const pages = createPageCache({
    bytes: env.PAGE_CACHE_MB * 1024 * 1024,
    versions,
    isPersonal: hooks.isPersonal ?? (() => true),
    isOurHost: (host) => isServedHost(host, rules),
    baseHeaders: baseHeaders(env.https),
    render: application.render,
    metrics,
  })
  return {
    ...pages,
    stop() {
      versions.stop()
      pages.stop()
    },
  }
}
