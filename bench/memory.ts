// Memory of the server at 70 % of its capacity: the slope of the heap after collections, and what grew between two snapshots.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import readline from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildFolder } from '../scripts/build.mjs'
import { freePort } from '../embedded/postgres'
import { withBench, type Bench } from './database'
import { compareSnapshots } from './heap'
import { findPeak, listPages, openLoop } from './mixed-load'
import { saveResults } from './results'
import { describe, isReached, type Verdict } from './verdicts'

const TARGET = { megabytes: 1, share: 0.7 }
const SAMPLES = 40
/** Caches and compiled code fill up first. */
const WARM_UP = 0.25
const MOST_ERRORS = 20

interface Sample {
  minute: number
  heap: number
  rss: number
}

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { minutes: { type: 'string', default: '30' } } })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes}: not a number of minutes`)
  return withBench(async (bench) => {
    const server = await startServer(bench)
    try {
      const pages = await listPages(server.url)
      const { peak, failures: early, kinds } = await findPeak(server.url, pages)
      const rate = peak * TARGET.share
      console.log(`capacity ${peak.toFixed(0)}/s; ${minutes} minutes at ${rate.toFixed(0)}/s`)
      const snapshots = ['before', 'after'].map((name) =>
        path.join(bench.folder, `${name}.heapsnapshot`),
      ) as [string, string]
      const samples: Sample[] = []
      const load = openLoop(server.url, pages, rate)
      for (let n = 0; n <= SAMPLES; n++) {
        const isFirst = n === Math.round(SAMPLES * WARM_UP)
        const snapshot = isFirst ? snapshots[0] : n === SAMPLES ? snapshots[1] : undefined
        // A snapshot stops the process for seconds, in which the time limits of requests would pass.
        const measured = snapshot ? load.without(() => server.measure(snapshot)) : server.measure()
        const { heapUsed, rss } = await measured
        samples.push({ minute: (n * minutes) / SAMPLES, heap: heapUsed / 1e6, rss: rss / 1e6 })
        if (n < SAMPLES) await sleep((minutes * 60_000) / SAMPLES)
      }
      const { count, failures, kinds: later } = await load.stop()
      const warm = samples.slice(Math.round(SAMPLES * WARM_UP))
      const slope = slopeOf(warm) * 10
      const grown = compareSnapshots(...snapshots)
      const verdicts: Verdict[] = [
        { number: 13, what: 'answers of 500 and above, and lost ones', is: early + failures, most: 0 },
        { number: 13, what: 'heap after collections, MB in 10 minutes', is: slope, most: TARGET.megabytes },
      ]
      const last = samples.at(-1)!
      console.log(
        `${count} requests; heap ${warm[0]!.heap.toFixed(1)} to ${last.heap.toFixed(1)} MB, resident ${last.rss.toFixed(0)} MB`,
      )
      for (const [kind, number] of Object.entries({ ...kinds, ...later }))
        console.log(`  failed: ${number} of ${kind}`)
      for (const line of server.errors) console.log(`  ${line}`)
      console.log('grew most after the warm-up:')
      for (const { what, count: more, kilobytes, heldBy } of grown)
        console.log(
          `  ${kilobytes.toFixed(0).padStart(7)} KB ${String(more).padStart(8)}  ${what}, held by ${heldBy}`,
        )
      for (const verdict of verdicts) console.log(`  ${describe(verdict)}`)
      saveResults('memory', {
        minutes,
        peak,
        rate,
        count,
        samples,
        grown,
        failed: { ...kinds, ...later },
        verdicts,
      })
      return verdicts.every(isReached)
    } finally {
      server.stop()
    }
  })
}

/** Preloaded: ends with the bench, answers a message with the memory after two collections, and writes a snapshot where one is named. */
const PROBE = `import v8 from 'node:v8'
process.on('disconnect', () => process.exit())
process.on('message', ({ snapshot }) => {
  gc(); gc()
  const { heapUsed, rss } = process.memoryUsage()
  if (snapshot) v8.writeHeapSnapshot(snapshot)
  process.send({ heapUsed, rss })
})`

async function startServer(bench: Bench) {
  const env = bench.environment(await bench.makeDatabase('memory'))
  execFileSync(process.execPath, [path.join(buildFolder, 'node/ops.js'), 'demo', 'seed', '--yes'], { env })
  const port = await freePort()
  const preload = `--import=data:text/javascript,${encodeURIComponent(PROBE)}`
  const child = spawn(process.execPath, ['--expose-gc', preload, path.join(buildFolder, 'node/main.js')], {
    env: { ...env, PORT: String(port), DATA_DIR: bench.folder, WEB_CONCURRENCY: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const errors: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the server ended with ${code}`)))
    readline.createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('"listening"')) resolve()
      if (line.includes('"level":"error"') && errors.length < MOST_ERRORS) errors.push(line)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    errors,
    stop: () => child.kill('SIGKILL'),
    async measure(snapshot?: string): Promise<{ heapUsed: number; rss: number }> {
      child.send({ snapshot })
      const [answer] = (await once(child, 'message')) as [{ heapUsed: number; rss: number }]
      return answer
    },
  }
}

/** Least squares, in MB a minute. */
function slopeOf(samples: Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map((one) => one.minute)), mean(samples.map((one) => one.heap))]
  const over = samples.reduce((sum, one) => sum + (one.minute - x) * (one.heap - y), 0)
  return over / samples.reduce((sum, one) => sum + (one.minute - x) ** 2, 0)
}
