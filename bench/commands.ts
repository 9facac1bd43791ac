import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildFolder } from '../scripts/build.mjs'
import { withBench } from './database'
import { seedShop } from './shop'

/** In seconds of CPU time. */
const TARGET = 0.4

const COMMANDS = ['users find asha', 'withdrawals list', 'catalogue list', 'networks list', 'stats', '--help']

/** Preloaded into the measured process. */
const REPORTER = `import fs from 'node:fs'
process.on('exit', () => fs.writeFileSync(process.env.BENCH_REPORT, JSON.stringify(process.resourceUsage())))`

export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { rounds: { type: 'string', default: '7' } } })
  return withBench(async (bench) => {
    const BENCH_REPORT = path.join(bench.folder, 'usage.json')
    const shop = await seedShop(bench, 'commands')
    const env = { ...shop, NODE_ENV: 'production' as const, BENCH_REPORT }
    const cpuOf = (command: string) => {
      const preload = `--import=data:text/javascript,${encodeURIComponent(REPORTER)}`
      const args = [preload, path.join(buildFolder, 'node/ops.js'), ...command.split(' ')]
      const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stderr}`)
      const usage = JSON.parse(fs.readFileSync(BENCH_REPORT, 'utf8')) as NodeJS.ResourceUsage
      return (usage.userCPUTime + usage.systemCPUTime) / 1e6
    }
    let isMet = true
    for (const command of COMMANDS) {
      const times = Array.from({ length: Number(values.rounds) }, () => cpuOf(command)).toSorted(
        (a, b) => a - b,
      )
      const median = times[Math.floor(times.length / 2)]!
      console.log(`  ${command.padEnd(18)} ${median.toFixed(2)} s of CPU (least ${times[0]!.toFixed(2)})`)
      isMet &&= median <= TARGET
    }
    return isMet
  })
}
