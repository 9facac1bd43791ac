import cluster from 'node:cluster'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from '~/platform/config/env.server'
import { explainDatabaseFailure } from '~/platform/database-failure'
import { errorFacts, log } from '~/platform/log.server'
import { redirectConsoleToLog } from '~/platform/log-output.server'
import { openEnvironment, type Environment } from '../environment/open'
import { readFirstEnvFile } from '../environment/reread'
import { seedWhenEmpty } from '../environment/seed'
import { findUnreadyReason, openMonitorConnection, readNewestMigration } from '~/platform/health.server'
import { writeOutcome } from './reload-outcome'
import { queueRuns, restartWorkers } from './restart'
import { serve, type StoppableServer } from './serve'
import { logWarnings } from './warnings'
import { welcome } from './welcome'
import { answerMeasures } from './metrics/collect'
import { listenMetrics, type MetricsServer } from '../environment/metrics/listen'
import { DESK_WORKER, DRAIN, FIRST_WORKER, RETIRE, startWorkers, STOP } from './workers'

const buildFolder = path.resolve(fileURLToPath(import.meta.url), '../..')

let environment: Environment | undefined
let opening: Promise<Environment> | undefined
let running: StoppableServer | undefined
let metrics: MetricsServer | undefined
let drainSeconds = 0
let isDraining = false
let stopping = false

/** Waits for `pages`, their build, before it serves. Ends the process. */
export async function run(pages: Promise<unknown> = Promise.resolve()): Promise<void> {
  // React and Remix read it when they are first imported.
  process.env.NODE_ENV ||= 'production'
  process.setSourceMapsEnabled(true)
  redirectConsoleToLog()
  listenToProcess()
  try {
    await (cluster.isWorker ? startWorker() : start(pages))
  } catch (error) {
    // What a signal has ended fails, too.
    if (!isDraining) process.stderr.write(`${explain(error)}\n`)
    await stop(1)
  }
}

function explain(error: unknown): string {
  const url = environment?.url ?? process.env.DATABASE_URL
  const inWords = url && explainDatabaseFailure(error, url)
  return inWords || (error instanceof Error ? error.message : String(error))
}

function listenToProcess(): void {
  // A terminal sends these signals to the workers, too, but only this process ends them.
  for (const signal of ['SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!cluster.isWorker) void onSignal()
    })
  process.on('SIGTERM', () => void onSignal())
  process.on('SIGUSR2', () => {
    if (!cluster.isWorker) requestRestart()
  })
  process.on('message', (message) => {
    if (cluster.isWorker && message === DRAIN) running?.drain()
    if (cluster.isWorker && message === RETIRE) void stop(0, true)
    if (cluster.isWorker && message === STOP) void stop(0)
  })
  if (process.connected) process.once('disconnect', () => void stop(0))
  // Otherwise each line that cannot be written would log another one.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log('error', event, errorFacts(error))
      void stop(1)
    })
}

async function start(pages: Promise<unknown>): Promise<void> {
  readFirstEnvFile()
  opening = openEnvironment(path.join(buildFolder, 'drizzle'))
  environment = await opening
  const { env, url } = environment
  drainSeconds = env.DRAIN_SECONDS
  if (environment.isOurs) await seedWhenEmpty(url)
  await pages
  if (stopping) return
  const workers = env.WEB_CONCURRENCY
  running =
    workers === 1 && !env.DESK_PORT
      ? await serve(buildFolder, env, url)
      : await startWorkers(path.join(buildFolder, 'node/main.js'), workers, Boolean(env.DESK_PORT))
  if (env.METRICS_PORT && running.readMetrics)
    metrics = await listenMetrics(env.METRICS_PORT, env.METRICS_HOST, running.readMetrics)
  environment.keepAlive()
  writeOutcome({ pid: process.pid, began: 0, problem: null })
  log('info', 'listening', { port: running.port, pid: process.pid, workers })
  await logWarnings(env, url)
  if (env.demo) welcome(env)
}

async function startWorker(): Promise<void> {
  const env = parseEnv(process.env)
  drainSeconds = env.DRAIN_SECONDS
  const isFirst = process.env[FIRST_WORKER] === '1'
  const isDesk = process.env[DESK_WORKER] === '1'
  if (isDesk) os.setPriority(os.constants.priority.PRIORITY_LOW)
  await requireNewSchema(env.databaseUrl!)
  running = await serve(buildFolder, env, env.databaseUrl!, {
    isFirst,
    port: isDesk ? env.DESK_PORT : env.PORT,
  })
  if (running.readMetrics) answerMeasures(running.readMetrics)
}

/** Throws if an older main process starts this code before the schema is migrated. */
async function requireNewSchema(url: string): Promise<void> {
  const sql = openMonitorConnection(url)
  const reason = await findUnreadyReason(sql, readNewestMigration(path.join(buildFolder, 'drizzle')))
  await sql.end({ timeout: 1 })
  if (reason !== 'migrations') return
  const problem =
    'The schema of the database is older than this code, which does not serve: run `dealdwaar migrate`, then `systemctl restart dealdwaar`'
  log('error', problem)
  throw new Error(problem)
}

const requestRestart = queueRuns(async () => {
  if (stopping) return
  const began = Date.now()
  writeOutcome({ pid: process.pid, began, problem: await reload() })
})

/** Returns what is wrong; null: the workers are replaced. */
async function reload(): Promise<string | null> {
  if (!running?.restart) {
    log('warn', 'SIGUSR2 restarts the processes of WEB_CONCURRENCY; here is one')
    return 'WEB_CONCURRENCY is 1, which needs systemctl restart dealdwaar'
  }
  const { env, problem } = await restartWorkers(environment!.migrate, running.restart)
  if (env) {
    drainSeconds = env.DRAIN_SECONDS
    await logWarnings(env, env.databaseUrl!)
  }
  return problem
}

async function onSignal(): Promise<void> {
  if (stopping || isDraining) {
    environment?.close('immediate')
    process.exit(130)
  }
  log('info', 'stopping')
  isDraining = true
  await waitForDrain()
  await stop(0)
}

/** Lets balancers see the 503 of /readyz before connections are refused. */
async function waitForDrain(): Promise<void> {
  if (!running || !drainSeconds) return
  running.drain()
  await sleep(drainSeconds * 1000)
}

async function stop(code: number, isReplaced = false): Promise<void> {
  if (stopping) return
  stopping = true
  try {
    await running?.stop(isReplaced)
    await metrics?.stop()
    environment ??= await opening?.catch(() => undefined)
    environment?.close()
  } catch (error) {
    log('error', 'stop failed', errorFacts(error))
    code ||= 1
  }
  if (!cluster.isWorker) log('info', 'stopped')
  process.exit(code)
}
