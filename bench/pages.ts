// Home from the page cache of the server, and from that of nginx in front of it with ops/deploy/nginx.conf.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../embedded/postmaster'
import { readCpuTime } from './cpu-time'
import { withBench, type Bench } from './database'
import { load, loader } from './load'
import { pinned, seedShop, startShop, until, type Served } from './shop'
import { conclude, median, type Verdict } from './verdicts'

/** In percent of nginx, by requests a second. */
const TARGET = 50

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
    const shop = await startShop(bench, await seedShop(bench, 'pages'))
    const nginx = await startNginx(bench, shop)
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
        const pairs: { nginx: Measured; shop: Measured }[] = []
        for (const server of [nginx, shop]) await measure(server, headers, 1)
        for (let round = 0; round < rounds; round++)
          pairs.push({
            nginx: await measure(nginx, headers, seconds),
            shop: await measure(shop, headers, seconds),
          })
        const rate = median(pairs.map((pair) => (100 * pair.shop.rate) / pair.nginx.rate))
        verdicts.push({ number: 1, what: `${kind}: percent of nginx`, is: rate, least: TARGET })
        for (const who of ['shop', 'nginx'] as const)
          console.log(
            `${kind.padEnd(14)} ${who.padEnd(6)} ${median(pairs.map((pair) => pair[who].rate)).toFixed(0)}/s, ${median(pairs.map((pair) => pair[who].cpu)).toFixed(1)} us CPU`,
          )
        results[kind] = pairs
      }
      return conclude('pages', verdicts, { loader, seconds, ...results })
    } finally {
      for (const server of [nginx, shop]) await server.stop()
    }
  })
}

async function measure({ url, pid }: Served, headers: string[], seconds: number): Promise<Measured> {
  const before = readCpuTime(pid)
  const count = await load(url, headers, seconds)
  return { rate: count / seconds, cpu: ((readCpuTime(pid) - before) * 1000) / count }
}

/** One process, without TLS and without its limit of requests. */
async function startNginx(bench: Bench, shop: Served): Promise<Served> {
  const port = await findFreePort()
  const folder = path.join(bench.folder, 'nginx')
  fs.mkdirSync(folder)
  const site = fs
    .readFileSync('ops/deploy/nginx.conf', 'utf8')
    .replace(/^ *(?:ssl_\w+ .*|listen \[.*|limit_req .*)\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace('server 127.0.0.1:3000', `server ${new URL(shop.url).host}`)
    .replaceAll('/var/cache/nginx-dealdwaar', `${folder}/cache`)
    // The shop answers for its own host.
    .replace('Host $http_host', `Host ${new URL(shop.url).host}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const file = path.join(folder, 'nginx.conf')
  fs.writeFileSync(
    file,
    `user root; daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http { access_log off; keepalive_requests 1000000; ${temporary}
${site}}`,
  )
  const [program, ...args] = [...pinned, 'nginx', '-p', folder, '-e', `${folder}/error.log`, '-c', file]
  const child = spawn(program!, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  child.once('error', () => console.error('nginx is not installed'))
  const url = `http://127.0.0.1:${port}/`
  await until(child, () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
