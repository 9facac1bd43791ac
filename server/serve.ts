import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { Env } from '~/platform/config/env.server'
import { createRouteFinder, type FindRoute, type FoundRoute } from '~/platform/find-route'
import { buildAddressList } from '~/platform/formats/address-list'
import { setRouteFinder } from '~/platform/log.server'
import { getUrlPath } from '~/platform/formats/url-path'
import { createAdmission } from './admission'
import { createApplication } from './application'
import { readHooks } from './hooks'
import { createPageCache } from './cache/page-cache'
import { watchVersions } from './cache/versions'
import { isFilePath, readBuiltFiles, type StaticFile } from './files'
import { isForMonitors, type Rules } from './guard'
import { readNewestMigration, openMonitorConnection, watchDatabase } from '~/platform/health.server'
import { listen } from './http'
import { openImages } from './images'
import type { Snapshot } from '../environment/metrics/metrics'
import { openMetrics } from './metrics/open'

export interface StoppableServer {
  port: number
  drain(): void
  /** Lets running requests finish. `isReplaced`: another process serves the same port. */
  stop(isReplaced?: boolean): Promise<void>
  /** Replaces the processes one by one, so that no request is refused; absent with a single process. */
  restart?: () => Promise<void>
  readMetrics?: () => Promise<Snapshot>
}

/** `isFirst`: of the processes, which runs the background jobs. */
export async function serve(
  buildFolder: string,
  env: Env,
  url: string,
  { isFirst = true, port = env.PORT }: { isFirst?: boolean; port?: number | undefined } = {},
): Promise<StoppableServer> {
  const build = await loadBuild(buildFolder)
  const hooks = readHooks(build)
  const files = readBuiltFiles(buildFolder)
  const findRoute = addServerPaths(files, createRouteFinder(build))
  setRouteFinder(findRoute)
  const watch = openMonitorConnection(url)
  const admission = createAdmission()
  const application = createApplication({ build, env, admission })
  const versions = env.PAGE_CACHE_MB ? await watchVersions(watch) : null
  const pages =
    versions &&
    createPageCache({
      bytes: env.PAGE_CACHE_MB * 1024 * 1024,
      versions,
      isPersonal: hooks.isPersonal,
      render: application.render,
    })
  const metrics = env.METRICS_PORT ? openMetrics({ hooks, admission, pages, isFirst }) : undefined
  const parts = {
    application,
    findRoute,
    files,
    health: watchDatabase(watch, readNewestMigration(path.join(buildFolder, 'drizzle'))),
    admission,
    https: env.https,
    rules: readRules(env),
    noteUnlistedProxy: hooks.noteUnlistedProxy,
    pages,
    images: openImages(env),
    metrics,
    mostConnections: env.TRUSTED_PROXY_HOPS
      ? null
      : Math.ceil(env.CONNECTIONS_PER_ADDRESS / env.WEB_CONCURRENCY),
  }
  const closeDatabases = async () => {
    versions?.stop()
    await watch.end({ timeout: 1 })
    await hooks.stop()
  }
  const server = await listen(parts, port, bindTo(env)).catch(async (error: NodeJS.ErrnoException) => {
    await closeDatabases()
    throw explainListenError(error, env, port)
  })
  hooks.start(server.port, { isFirst })
  return {
    port: server.port,
    drain: () => server.drain(),
    ...(metrics && { readMetrics: () => metrics.snapshot() }),
    async stop(isReplaced = false) {
      if (isReplaced) await server.retire()
      await server.stop()
      await closeDatabases()
    },
  }
}

async function loadBuild(folder: string): Promise<ServerBuild> {
  const entry = pathToFileURL(path.join(folder, 'server/index.js')).href
  return (await import(/* @vite-ignore */ entry)) as ServerBuild
}

const readRules = (env: Env): Rules => ({
  host: new URL(env.publicOrigin).host,
  deskHost: env.DESK_ORIGIN && new URL(env.DESK_ORIGIN).host,
  isDemo: env.demo,
  trustedHops: env.TRUSTED_PROXY_HOPS,
  proxies: buildAddressList(env.TRUSTED_PROXIES),
  apiOrigins: env.API_ORIGINS,
})

/** Adds the server's own paths, which the route table would take for shortlinks. */
function addServerPaths(files: Map<string, StaticFile>, find: FindRoute): FindRoute {
  const own = (id: string, path: string): FoundRoute => ({
    id,
    path,
    handle: {},
    isPage: false,
    failures: 'text',
  })
  return (url) => {
    const path = getUrlPath(url)
    if (isForMonitors(path)) return own(path.slice(1), path)
    return isFilePath(files, path) ? own('file', path) : find(url)
  }
}

/**
 * Binds to loopback unless HOST says otherwise: behind a proxy, which nobody may pass by, and in the demo of a PUBLIC_ORIGIN on this
 * machine, whose passwords are public.
 */
function bindTo(env: Env): string | undefined {
  if (env.HOST) return env.HOST
  if (env.TRUSTED_PROXY_HOPS) return '127.0.0.1'
  const { hostname } = new URL(env.publicOrigin)
  return env.demo && (hostname === 'localhost' || hostname.startsWith('127.')) ? '127.0.0.1' : undefined
}

function explainListenError(error: NodeJS.ErrnoException, env: Env, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(
      port === env.DESK_PORT
        ? `DESK_PORT: ${port} is taken by another program.`
        : `PORT: ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    )
  if (error.code === 'EACCES') return new Error(`PORT: this account may not listen on ${port}.`)
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new Error(`HOST: ${env.HOST} is not found.`)
  if (error.code === 'EADDRNOTAVAIL') return new Error(`HOST: ${env.HOST} is no address of this machine.`)
  return error
}
