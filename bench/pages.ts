// Pages from the cache next to a bare node:http server that sends the same bytes, and home without the cache.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildFolder } from '../scripts/build.mjs'
import { freePort } from '../embedded/postgres'
import { readCpuTime } from './cpu-time'
import { withBench, type Bench } from './database'
import { load, loader } from './load'
import { saveResults } from './results'

const TARGET = { cpu: 95, rate: 90, uncached: 130 }

interface Served {
  url: string
  pid: number
  stop(): void
}

interface Measured {
  /** Requests a second. */
  rate: number
  /** Microseconds of CPU a request, all threads. */
  cpu: number
}

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '5' } },
  })
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  return withBench(async (bench) => {
    const url = await bench.makeDatabase('pages')
    const env = bench.environment(url)
    execFileSync(process.execPath, [path.join(buildFolder, 'node/ops.js'), 'demo', 'seed', '--yes'], { env })
    const shop = await startShop(bench, env, {})
    const bare = await startBare(bench, shop)
    const slow = await startShop(bench, env, { PAGE_CACHE_MB: '0' })
    try {
      const etag = (await fetch(shop.url)).headers.get('ETag')!
      const kinds: Record<string, string[]> = {
        'home, brotli': ['Accept-Encoding: br'],
        'home, 304': ['Accept-Encoding: br', `If-None-Match: ${etag}`],
      }
      console.log(
        `load by ${loader}, ${rounds} rounds of ${seconds} s, by turns; ${os.cpus()[0]?.model ?? 'unknown'}`,
      )
      const results: Record<string, unknown> = {}
      let isReached = true
      for (const [kind, headers] of Object.entries(kinds)) {
        const pairs: { bare: Measured; shop: Measured }[] = []
        for (const server of [bare, shop]) await measure(server, headers, 1)
        for (let round = 0; round < rounds; round++)
          pairs.push({
            bare: await measure(bare, headers, seconds),
            shop: await measure(shop, headers, seconds),
          })
        const cpu = median(pairs.map((pair) => (100 * pair.bare.cpu) / pair.shop.cpu))
        const rate = median(pairs.map((pair) => (100 * pair.shop.rate) / pair.bare.rate))
        const of = (who: 'bare' | 'shop', what: keyof Measured) =>
          median(pairs.map((pair) => pair[who][what]))
        const reached = cpu >= TARGET.cpu && rate >= TARGET.rate
        isReached &&= reached
        line(
          kind,
          `${of('shop', 'rate').toFixed(0)}/s of ${of('bare', 'rate').toFixed(0)}/s: ${rate.toFixed(0)} %`,
        )
        line(
          '',
          `${of('shop', 'cpu').toFixed(1)} us CPU, bare ${of('bare', 'cpu').toFixed(1)} us: ${cpu.toFixed(0)} %`,
        )
        line('', `target ${TARGET.rate} % and ${TARGET.cpu} %: ${reached ? 'reached' : 'MISSED'}`)
        results[kind] = { percentOfRate: rate, percentOfCpu: cpu, rounds: pairs }
      }
      await measure(slow, kinds['home, brotli']!, 2)
      const uncached = await measure(slow, kinds['home, brotli']!, seconds)
      const reached = uncached.rate >= TARGET.uncached
      const found = `${uncached.rate.toFixed(0)}/s, ${(uncached.cpu / 1000).toFixed(1)} ms CPU`
      line(
        'home without the cache',
        `${found}; target ${TARGET.uncached}/s: ${reached ? 'reached' : 'MISSED'}`,
      )
      saveResults('pages', { loader, seconds, ...results, 'home without the cache': uncached })
      return isReached && reached
    } finally {
      for (const server of [shop, bare, slow]) server.stop()
    }
  })
}

const line = (what: string, found: string) => console.log(`${what.padEnd(24)} ${found}`)

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

async function measure({ url, pid }: Served, headers: string[], seconds: number): Promise<Measured> {
  const before = readCpuTime(pid)
  const count = await load(url, headers, seconds)
  return { rate: count / seconds, cpu: ((readCpuTime(pid) - before) * 1000) / count }
}

/** The servers share one core and the load has the others, where the system can do that. */
const pinned =
  os.availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0
    ? ['taskset', '-c', '0']
    : []

function startNode(words: string[], env: NodeJS.ProcessEnv, output: number): ChildProcess {
  const [program, ...args] = [...pinned, process.execPath, ...words]
  return spawn(program!, args, { env, stdio: ['ignore', output, 'inherit'] })
}

async function startShop(
  bench: Bench,
  env: NodeJS.ProcessEnv,
  more: Record<string, string>,
): Promise<Served> {
  const port = await freePort()
  // A file, as under a process manager: reading a pipe would take a core's time.
  const file = path.join(bench.folder, `shop-${port}.log`)
  const environment = {
    ...env,
    PORT: String(port),
    DATA_DIR: bench.folder,
    NODE_ENV: 'production' as const,
    WEB_CONCURRENCY: '1',
    LOG_LEVEL: 'info',
    ...more,
  }
  const child = startNode([path.join(buildFolder, 'node/main.js')], environment, fs.openSync(file, 'w'))
  const url = `http://127.0.0.1:${port}/`
  await until(child, () => fs.readFileSync(file, 'utf8').includes('"listening"'))
  // Until brotli's best is there.
  for (let i = 0; i < 5; i++) {
    await (await fetch(url, { headers: { 'Accept-Encoding': 'br' } })).arrayBuffer()
    await sleep(300)
  }
  return { url, pid: child.pid!, stop: () => child.kill('SIGKILL') }
}

const BARE = `
const { headers, body, unchanged } = JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'))
const bytes = Buffer.from(body, 'base64')
require('node:http').createServer((request, response) => {
  if (request.headers['if-none-match']) response.writeHead(304, unchanged).end()
  else response.writeHead(200, headers).end(bytes)
}).listen(Number(process.argv[2]), '127.0.0.1')`

/** Sends what the shop sends, to the last byte. */
async function startBare(bench: Bench, shop: Served): Promise<Served> {
  const page = await take(shop.url, {})
  const unchanged = await take(shop.url, { 'If-None-Match': page.etag })
  const file = path.join(bench.folder, 'page.json')
  fs.writeFileSync(file, JSON.stringify({ ...page, unchanged: unchanged.headers }))
  const port = await freePort()
  const child = startNode(['-e', BARE, file, String(port)], process.env, 1)
  const url = `http://127.0.0.1:${port}/`
  await until(child, () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  return { url, pid: child.pid!, stop: () => child.kill('SIGKILL') }
}

function take(url: string, headers: http.OutgoingHttpHeaders) {
  return new Promise<{ headers: string[]; body: string; etag: string }>((resolve, reject) => {
    http
      .get(url, { headers: { 'Accept-Encoding': 'br', ...headers } }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const raw = answer.rawHeaders
          // Node adds those of the connection by itself.
          const kept = raw.filter((_, i) => !/^(?:connection|keep-alive)$/i.test(raw[i - (i % 2)]!))
          resolve({
            headers: kept,
            body: Buffer.concat(parts).toString('base64'),
            etag: answer.headers.etag ?? '',
          })
        })
      })
      .once('error', reject)
  })
}

async function until(child: ChildProcess, isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await sleep(50)
  }
}
