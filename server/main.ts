import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { Env } from '~/env.server'
import { createApplication, type ApplicationHooks } from './application'
import { openEnvironment, type Environment } from './environment'
import { readStaticFiles } from './files'
import { watchDatabase } from './health'
import { listen } from './http'
import { errorFacts, log } from '~/log.server'
import { seedWhenEmpty } from './seed'
import { welcome } from './welcome'

// React and Remix choose their development or production build by NODE_ENV when they are first imported.
process.env.NODE_ENV ||= 'production'
// Before the build is loaded: errors in the log name the file and line of the source.
process.setSourceMapsEnabled(true)

const buildFolder = path.resolve(fileURLToPath(import.meta.url), '../..')

let environment: Environment | undefined
let stopServer: (() => Promise<void>) | undefined
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void onSignal())
// With an IPC channel (tests), the server stops when its parent has died.
if (process.connected) process.once('disconnect', () => void stop(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    log('error', event, errorFacts(error))
    void stop(1)
  })

try {
  await start()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await stop(1)
}

async function start(): Promise<void> {
  environment = await openEnvironment(path.join(buildFolder, 'drizzle'))
  const { env, url } = environment
  if (environment.isOurs) await seedWhenEmpty(url)
  if (stopping) return
  const entry = pathToFileURL(path.join(buildFolder, 'server/index.js')).href
  const build = (await import(/* @vite-ignore */ entry)) as ServerBuild
  const health = watchDatabase(url)
  const parts = {
    application: createApplication(build, env),
    files: readStaticFiles(path.join(buildFolder, 'client')),
    health,
    https: env.https,
    rules: {
      host: env.demo ? null : new URL(env.publicOrigin).host,
      trustedHops: env.TRUSTED_PROXY_HOPS,
      apiOrigins: env.API_ORIGINS,
    },
  }
  const hooks = build.entry.module as ApplicationHooks
  const closeDatabases = async () => {
    await health.close()
    await hooks.stop?.()
  }
  stopServer = closeDatabases
  const server = await listen(parts, env.PORT, bindTo(env)).catch((error: NodeJS.ErrnoException) => {
    throw explained(error, env)
  })
  stopServer = async () => {
    await server.stop()
    await closeDatabases()
  }
  hooks.start?.(server.port)
  environment.keepAlive()
  log('info', 'listening', { port: server.port, pid: process.pid })
  if (!env.demo && env.demoOtp.length) warnOfDemoCodes(env)
  if (env.demo) welcome(env)
}

function warnOfDemoCodes({ demoOtp }: Env): void {
  const numbers = demoOtp === 'all' ? 'every number' : `${demoOtp.length} listed numbers`
  log('warn', 'ALLOW_DEMO_OTP is set: one-time codes are shown on the page instead of being sent', {
    numbers,
  })
}

/** The demo's passwords are public, so it listens on loopback only unless HOST or PUBLIC_ORIGIN says otherwise. */
function bindTo(env: Env): string | undefined {
  if (env.HOST) return env.HOST
  const { hostname } = new URL(env.publicOrigin)
  return env.demo && (hostname === 'localhost' || hostname.startsWith('127.')) ? '127.0.0.1' : undefined
}

function explained(error: NodeJS.ErrnoException, env: Env): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(
      `PORT: ${env.PORT} is taken by another program. Choose another one: PORT=${env.PORT + 1} npm start`,
    )
  if (error.code === 'EACCES') return new Error(`PORT: this account may not listen on ${env.PORT}.`)
  if (error.code === 'EADDRNOTAVAIL') return new Error(`HOST: ${env.HOST} is no address of this machine.`)
  return error
}

async function onSignal(): Promise<void> {
  if (stopping) {
    environment?.close('immediate')
    process.exit(130)
  }
  log('info', 'stopping')
  await stop(0)
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  try {
    await stopServer?.()
    environment?.close()
  } catch (error) {
    log('error', 'stop failed', errorFacts(error))
    code ||= 1
  }
  log('info', 'stopped')
  process.exit(code)
}
