// Pages from the cache next to a bare node:http server that sends the same bytes.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../embedded/postgres'
import { readCpuTime } from './cpu-time'
import { withBench, type Bench } from './database'
import { load, loader } from './load'
import { saveResults } from './results'
import { median, seedShop, startNode, startShop, until, type Served } from './shop'
import { take } from './take'
import { describe, isReached, type Verdict } from './verdicts'

const TARGET = { cpu: 95, rate: 90 }

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
    const env = await seedShop(bench, 'pages')
    const shop = await startShop(bench, env, {})
    const bare = await startBare(bench, shop)
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
      const verdicts: Verdict[] = []
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
        const percent = `${kind}: percent of bare node:http`
        verdicts.push({ number: 1, what: `${percent}, by rate`, is: rate, least: TARGET.rate })
        verdicts.push({ number: 1, what: `${percent}, by CPU time`, is: cpu, least: TARGET.cpu })
        line(
          kind,
          `${of('shop', 'rate').toFixed(0)}/s of ${of('bare', 'rate').toFixed(0)}/s: ${rate.toFixed(0)} %`,
        )
        line(
          '',
          `${of('shop', 'cpu').toFixed(1)} us CPU, bare ${of('bare', 'cpu').toFixed(1)} us: ${cpu.toFixed(0)} %`,
        )
        results[kind] = pairs
      }
      for (const verdict of verdicts) console.log(describe(verdict))
      saveResults('pages', { loader, seconds, verdicts, ...results })
      return verdicts.every(isReached)
    } finally {
      for (const server of [shop, bare]) await server.stop()
    }
  })
}

const line = (what: string, found: string) => console.log(`${what.padEnd(24)} ${found}`)

async function measure({ url, pid }: Served, headers: string[], seconds: number): Promise<Measured> {
  const before = readCpuTime(pid)
  const count = await load(url, headers, seconds)
  return { rate: count / seconds, cpu: ((readCpuTime(pid) - before) * 1000) / count }
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
  return { url, pid: child.pid!, stop: () => void child.kill('SIGKILL') }
}
