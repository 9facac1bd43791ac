/** Once a night one server of all has another process read everything a second time (`audit recompute`). */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findLastNight } from '~/platform/formats/dates'
import { readLastRun, runIfDue } from '~/platform/db/jobs.server'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import type { Recomputed } from './recompute.server'

export const RECOMPUTE_JOB = 'recompute'

/** Seconds until another server repeats a run that never ended. */
const LEASE = 4 * 3600

interface RecomputeResult {
  defects: number
  checks: string[]
  members: number
  sales: number
  notRecomputable: number
  milliseconds: number
}

export const readLastRecompute = () => readLastRun<RecomputeResult>(RECOMPUTE_JOB)

type Read = (stopping: () => boolean) => Promise<Recomputed>

/** Null: it ran since 03:00 in India, or another process runs it. */
export async function recomputeIfDue(
  read: Read = readInProcess,
  { now = Date.now(), stopping = () => false }: { now?: number; stopping?: () => boolean } = {},
): Promise<RecomputeResult | null> {
  const last = await readLastRecompute()
  if (last && last.at.getTime() >= findLastNight(now)) return null
  return runIfDue(RECOMPUTE_JOB, LEASE, async () => {
    const started = Date.now()
    const { defects, members, sales, notRecomputable } = await read(stopping)
    const counts = new Map(defects.map(({ check, count }) => [check, count]))
    const result = {
      defects: [...counts.values()].reduce((a, b) => a + b, 0),
      checks: [...counts.keys()],
      members,
      sales,
      notRecomputable: notRecomputable.count,
      milliseconds: Date.now() - started,
    }
    const { checks, ...facts } = result
    if (defects.length)
      log('error', 'wallets are not what the reports say', { ...facts, checks: checks.join(', ') })
    else log('info', 'wallets are what the reports say', facts)
    return result
  })
}

const findCommandLine = () => path.join(path.dirname(process.argv[1] ?? ''), 'ops.js')

/** Ends with 1 and its answer where it found something. A stop of the server ends it, too. */
function readInProcess(stopping: () => boolean): Promise<Recomputed> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [findCommandLine(), 'audit', 'recompute', '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const watch = setInterval(() => stopping() && child.kill(), 200)
    let [answer, problems] = ['', '']
    child.stdout.on('data', (part) => (answer += String(part)))
    child.stderr.on('data', (part) => (problems += String(part)))
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(watch)
      if (code !== 0 && code !== 1) reject(new Error(`audit recompute ended with ${code}: ${problems}`))
      else
        try {
          resolve(JSON.parse(answer) as Recomputed)
        } catch {
          reject(new Error(`audit recompute ended with ${code} and no answer: ${problems}`))
        }
    })
  })
}

/** A server that is not built has no command line beside it. */
export const recomputeTimer = defineTimer({
  name: RECOMPUTE_JOB,
  every: 300,
  does: 'compute the books a second time, at night',
  job: { name: RECOMPUTE_JOB },
  work: async (stopping) => {
    if (!fs.existsSync(findCommandLine())) return
    await recomputeIfDue(readInProcess, { stopping }).catch((error: unknown) => {
      if (!stopping()) throw error
    })
  },
})
