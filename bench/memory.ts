// Memory of the server at 70 % of its capacity: the slope of the heap after collections.
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withBench } from './database'
import { prepareLoad } from './mixed-load'
import { seedShop, startShop } from './shop'
import { conclude } from './verdicts'

const TARGET = { megabytes: 1, share: 0.7 }
const SAMPLES = 40
/** Caches and compiled code fill up first. */
const WARM_UP = 0.25
const MOST_ERRORS = 20

/** In MB. */
interface Sample {
  minute: number
  heap: number
  rss: number
}

/** Preloaded: answers a message with the memory after two collections. */
const PROBE = `process.on('message', () => {
  gc(); gc()
  const { heapUsed, rss } = process.memoryUsage()
  process.send({ heapUsed, rss })
})`

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { minutes: { type: 'string', default: '30' } } })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes}: not a number of minutes`)
  return withBench(async (bench) => {
    const options = ['--expose-gc', `--import=data:text/javascript,${encodeURIComponent(PROBE)}`]
    const env = await seedShop(bench, 'memory')
    const { url, child, logFile, stop } = await startShop(bench, env, { options, isPinned: false })
    const readMemory = async () => {
      child.send('memory')
      const [answer] = (await once(child, 'message')) as [{ heapUsed: number; rss: number }]
      return answer
    }
    try {
      const load = await prepareLoad(url)
      const peak = await load.findPeak()
      const rate = peak * TARGET.share
      console.log(`capacity ${peak.toFixed(0)}/s; ${minutes} minutes at ${rate.toFixed(0)}/s`)
      const samples: Sample[] = []
      const end = load.startAt(rate)
      for (let n = 0; n <= SAMPLES; n++) {
        const { heapUsed, rss } = await readMemory()
        samples.push({ minute: (n * minutes) / SAMPLES, heap: heapUsed / 1e6, rss: rss / 1e6 })
        if (n < SAMPLES) await sleep((minutes * 60_000) / SAMPLES)
      }
      await end()
      printErrors(logFile)
      return judge(samples, load.failures, { minutes, peak, rate })
    } finally {
      await stop()
    }
  })
}

function printErrors(logFile: string): void {
  const lines = fs.readFileSync(logFile, 'utf8').split('\n')
  const errors = lines.filter((line) => line.includes('"level":"error"'))
  for (const line of errors.slice(0, MOST_ERRORS)) console.log(`  ${line}`)
}

function judge(samples: Sample[], failures: Record<string, number>, facts: object): boolean {
  const warm = samples.slice(Math.round(SAMPLES * WARM_UP))
  const last = samples.at(-1)!
  console.log(
    `heap ${warm[0]!.heap.toFixed(1)} to ${last.heap.toFixed(1)} MB, resident ${last.rss.toFixed(0)} MB`,
  )
  for (const [kind, number] of Object.entries(failures)) console.log(`  failed: ${number} of ${kind}`)
  const failed = Object.values(failures).reduce((sum, one) => sum + one, 0)
  const slope = computeSlope(warm) * 10
  const verdicts = [
    { number: 13, what: 'answers of 500 and above, and lost ones', is: failed, most: 0 },
    { number: 13, what: 'heap after collections, MB in 10 minutes', is: slope, most: TARGET.megabytes },
  ]
  return conclude('memory', verdicts, { ...facts, samples, failures })
}

/** Least squares, in MB a minute. */
function computeSlope(samples: Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map((one) => one.minute)), mean(samples.map((one) => one.heap))]
  const over = samples.reduce((sum, one) => sum + (one.minute - x) * (one.heap - y), 0)
  return over / samples.reduce((sum, one) => sum + (one.minute - x) ** 2, 0)
}
