// What each step of an answer from the cache costs over bare node:http: the CPU time of one process that has them all.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { root } from '../scripts/build.mjs'
import { aliases } from '../scripts/driver.mjs'
import { freePort } from '../embedded/postgres'
import { readCpuTime } from './cpu-time'
import { withBench, type Bench } from './database'
import { load } from './load'
import { saveResults } from './results'
import { median, seedShop, startNode, startShop, until } from './shop'
import { take } from './take'

/** In the order of the ports of page-steps-server.ts; each has what those before it have. */
const STEPS = [
  'bare node:http',
  'time limits of the server',
  'reading what is asked for',
  'look-up and encoding',
  'age, request id, ETag compared',
  'line of the log',
  'page cache as a whole',
]

export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: { seconds: { type: 'string', default: '1' }, rounds: { type: 'string', default: '15' } },
  })
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  return withBench(async (bench) => {
    const port = await freePort()
    const child = startNode(
      [await bundle(), await savePage(bench), String(port)],
      process.env,
      openLog(bench),
    )
    const url = (step: number) => `http://127.0.0.1:${port + step}/`
    try {
      await until(child, () =>
        fetch(url(0)).then(
          () => true,
          () => false,
        ),
      )
      const { etag } = await take(url(0), {})
      const results: Record<string, number[][]> = {}
      for (const [kind, headers] of Object.entries({
        '200': ['Accept-Encoding: br'],
        '304': ['Accept-Encoding: br', `If-None-Match: ${etag}`],
      })) {
        const found = STEPS.map((): number[] => [])
        for (let round = 0; round < rounds; round++)
          for (const [step, times] of found.entries()) {
            const before = readCpuTime(child.pid!)
            const count = await load(url(step), headers, seconds)
            times.push(((readCpuTime(child.pid!) - before) * 1000) / count)
          }
        print(kind, found)
        results[kind] = found
      }
      saveResults('page-steps', { seconds, steps: STEPS, results })
      return true
    } finally {
      child.kill('SIGKILL')
    }
  })
}

function print(kind: string, found: number[][]): void {
  const first = median(found[0]!)
  console.log(
    `${kind}: microseconds of CPU a request, median (least), and the share that bare node:http needs of it`,
  )
  for (const [step, times] of found.entries()) {
    const is = median(times)
    const figures = `${is.toFixed(1)} (${Math.min(...times).toFixed(1)})`
    console.log(`  ${STEPS[step]!.padEnd(34)} ${figures.padEnd(16)} ${((100 * first) / is).toFixed(0)} %`)
  }
}

const openLog = (bench: Bench) => fs.openSync(path.join(bench.folder, 'steps.log'), 'w')

/** Home as the shop renders it, before it is encoded. */
async function savePage(bench: Bench): Promise<string> {
  const shop = await startShop(bench, await seedShop(bench, 'steps'), {})
  const answer = await fetch(shop.url, { headers: { 'Accept-Encoding': 'identity' } })
  const dropped = new Set([
    'age',
    'x-request-id',
    'cache-status',
    'date',
    'etag',
    'content-length',
    'connection',
    'keep-alive',
  ])
  const headers = [...answer.headers].filter(([name]) => !dropped.has(name))
  const file = path.join(bench.folder, 'home.json')
  fs.writeFileSync(file, JSON.stringify({ headers, body: await answer.text() }))
  await shop.stop()
  return file
}

/** Below the root, where it finds the packages. */
async function bundle(): Promise<string> {
  const outDir = path.join(root, '.cache/page-steps')
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: aliases() },
    build: {
      ssr: path.join(root, 'bench/page-steps-server.ts'),
      outDir,
      emptyOutDir: true,
      target: 'esnext',
    },
  })
  return path.join(outDir, 'page-steps-server.js')
}
