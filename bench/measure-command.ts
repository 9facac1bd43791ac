import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { buildFolder } from '../scripts/build.mjs'
import type { Bench } from './database'

export interface Measured {
  output: string
  seconds: number
  /** User and system time. */
  cpuSeconds: number
  /** Peak resident memory. */
  megabytes: number
}

/** Preloaded into the measured process. */
const REPORTER = `import fs from 'node:fs'
process.on('exit', () => fs.writeFileSync(process.env.BENCH_REPORT, JSON.stringify(process.resourceUsage())))`

/** Runs a command of the command line. Throws if it fails. */
export function measureCommand({ folder }: Bench, variables: NodeJS.ProcessEnv, words: string[]): Measured {
  const report = path.join(folder, 'usage.json')
  const preload = `--import=data:text/javascript,${encodeURIComponent(REPORTER)}`
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [preload, path.join(buildFolder, 'node/ops.js'), ...words],
    { env: { ...variables, NODE_ENV: 'production', BENCH_REPORT: report }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  const usage = JSON.parse(fs.readFileSync(report, 'utf8')) as NodeJS.ResourceUsage
  return {
    output: stdout,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    megabytes: Math.round(usage.maxRSS / 1024),
  }
}
