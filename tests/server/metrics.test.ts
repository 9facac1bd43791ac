// What /metrics counts: in units, and on a built server of two processes.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { METRICS } from '~/platform/metric-names'
import { findFreePort } from '../../embedded/postmaster'
import { createMetrics, type Snapshot } from '../../environment/metrics/metrics'
import { createRouteFinder } from '~/platform/find-route'
import { pathTo, routes, startServers } from '../support/app'
import { addUser } from '../accounts/people'

const find = createRouteFinder({ routes })
const findRouteId = (url: string) => find(url).id
const parents = new Set(Object.values(routes).map(({ parentId }) => parentId))
const leaves = Object.keys(routes).filter((id) => id !== 'root' && !parents.has(id))

test.each(leaves)('the path of %s is counted under its route', (id) => {
  const path = pathTo(id).replace(/\?/g, '')
  expect([path, findRouteId(path), findRouteId(`${path}?q=1`)]).toEqual([path, id, id])
})

test.each([
  ['/', 'routes/home'],
  ['/_root.data', 'routes/home'],
  ['/deals.data?index', 'routes/deals'],
  ['/Account/', 'routes/account/profile'],
  ['/api/users-change', 'routes/api/users-change.($userId)'],
  ['/api/made/up', 'routes/api/not-found'],
  ['/made-up', 'routes/shortlink'],
  ['/made/up', 'routes/not-found'],
  ['//', 'routes/not-found'],
  ['*', 'routes/home'],
])('%s is counted as %s', (url, id) => expect(findRouteId(url)).toBe(id))

const getSeries = (snapshot: Snapshot, name: string) =>
  snapshot.find((metric) => metric.name === name)!.values as { labels: object; value: number }[]

test('10,000 made-up paths and methods add no series', async () => {
  const metrics = createMetrics([])
  for (let n = 0; n < 10_000; n++)
    for (const url of [`/made-up-${n}`, `/Offers/made-up-${n}`, `/api/made-up/${n}`, `/${n}/${n}`])
      metrics.recordRequest(
        { route: findRouteId(url), method: n % 2 ? 'GET' : `MADE-UP-${n}`, status: 404, ms: 1 },
        undefined,
      )
  const found = getSeries(await metrics.snapshot(), 'dealdwaar_http_requests_total')
  expect(found).toHaveLength(8)
  expect(found.map(({ value }) => value)).toEqual(Array.from({ length: 8 }, () => 5000))
})

test('a failing source leaves out only its own figures', async () => {
  const broken = () => Promise.reject(new Error('no'))
  const told = () => [{ name: 'dealdwaar_page_cache_bytes' as const, value: 7 }]
  const sources = [told]
  const metrics = createMetrics([broken, () => sources.flatMap((source) => source())])
  expect(getSeries(await metrics.snapshot(), 'dealdwaar_page_cache_bytes')).toMatchObject([{ value: 7 }])
  sources.pop()
  expect(getSeries(await metrics.snapshot(), 'dealdwaar_page_cache_bytes')).toEqual([])
})

type Labels = Record<string, string>

/** The values of a metric, by labels. */
function parse(text: string, name: string): { labels: Labels; value: number }[] {
  const lines = text.split('\n').filter((line) => line.startsWith(name) && /[ {]/.test(line[name.length]!))
  return lines.map((line) => ({
    labels: Object.fromEntries(
      [...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    ),
    value: Number(line.split(' ').at(-1)),
  }))
}

const sum = (text: string, name: string, labels: Labels = {}) =>
  parse(text, name)
    .filter((found) => Object.entries(labels).every(([key, value]) => found.labels[key] === value))
    .reduce((total, { value }) => total + value, 0)

test('the counts of two processes are added, and a process that ends keeps its counts', async () => {
  await db.execute(sql`INSERT INTO postback_inbox (network, method, raw, received_at)
    VALUES ('tune', 'GET', '{}', now() - interval '1 hour')`)
  const port = await findFreePort()
  const [server] = await startServers(1, {
    env: { WEB_CONCURRENCY: '2', METRICS_PORT: String(port), PAGE_CACHE_MB: '8', BACKGROUND_JOBS: 'none' },
  })
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const get = async (path: string) =>
    (await fetch(server!.origin + path, { headers: { Connection: 'close' } })).arrayBuffer()
  await expect.poll(() => server!.output().split('worker listening').length).toBe(3)

  const before = await read()
  for (let n = 0; n < 10; n++) await get('/Aboutus')
  await get('/made-up/path')
  const user = await addUser()
  await fetch(`${server!.origin}/api/otp/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ phone_number: user.phone_number, purpose: 'otp-sign-in' }),
  })

  const requests = { route: 'routes/about-us', method: 'GET', status: '200' }
  const counted = async (name: string, labels: Labels = {}) => {
    const text = await read()
    return sum(text, name, labels) - sum(before, name, labels)
  }
  await expect.poll(() => counted('dealdwaar_http_requests_total', requests)).toBe(10)
  const text = await read()
  expect(sum(text, 'dealdwaar_http_request_duration_seconds_count', { route: 'routes/about-us' })).toBe(10)
  expect(await counted('dealdwaar_page_cache_requests_total', { result: 'miss' })).toBeGreaterThan(0)
  expect(await counted('dealdwaar_page_cache_requests_total', { result: 'hit' })).toBeGreaterThan(7)
  expect(sum(text, 'dealdwaar_page_cache_pages')).toBeGreaterThan(0)
  expect(sum(text, 'dealdwaar_http_requests_total', { route: 'routes/not-found', status: '404' })).toBe(1)
  expect(sum(text, 'dealdwaar_otp_sent_total', { provider: 'demo', outcome: 'sent' })).toBe(1)
  expect(sum(text, 'dealdwaar_database_connections_max')).toBe(20)
  expect(sum(text, 'dealdwaar_database_up')).toBe(1)
  expect(sum(text, 'dealdwaar_database_waits_total')).toBeGreaterThan(0)
  expect(text).not.toContain('made-up')

  expect(sum(text, 'dealdwaar_postback_lag_seconds', { network: 'tune' })).toBeGreaterThan(3599)
  const known = Object.keys(METRICS)
  const shown = [...text.matchAll(/^# TYPE (dealdwaar_\w+)/gm)].map(([, name]) => name!)
  expect(shown.toSorted()).toEqual(known.toSorted())

  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(server!.pid)], {
    encoding: 'utf8',
  })
  const [, pid] = /^\s*(\d+) \S*node\b.*main\.js/m.exec(children)!
  process.kill(Number(pid), 'SIGKILL')
  await server!.said('"message":"worker died"')
  expect(await counted('dealdwaar_http_requests_total', requests)).toBe(10)

  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect(await (await fetch(`${server!.origin}/metrics`)).text()).not.toContain('dealdwaar_http')
  expect(await server!.stop()).toBe(0)
  await expect(read()).rejects.toThrow('fetch failed')
}, 90_000)

async function takePort(): Promise<{ port: number; release: () => void }> {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  return { port: (other.address() as net.AddressInfo).port, release: () => other.close() }
}

test('a metrics port in use is reported with the variable METRICS_PORT', async () => {
  const { port, release } = await takePort()
  const failed = startServers(1, { env: { METRICS_PORT: String(port) } })
  await expect(failed).rejects.toThrow(`METRICS_PORT: ${port} is taken by another program.`)
  release()
})

test('`ops work` shows the ages of its jobs and the queues on --metrics-port', async () => {
  const port = await findFreePort()
  const worker = spawn(process.execPath, ['build/node/ops.js', 'work', '--metrics-port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  worker.stdout.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise((resolve) => worker.once('close', resolve))
  await expect.poll(() => output).toContain(`Metrics: http://127.0.0.1:${port}/metrics`)

  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const jobs = parse(text, 'dealdwaar_worker_age_seconds').map(({ labels }) => labels.worker)
  expect(jobs).toEqual(expect.arrayContaining(['inbox', 'payouts', 'audit']))
  expect(parse(text, 'dealdwaar_queue_depth').map(({ labels }) => labels.queue)).toContain('payout_orders')
  expect(sum(text, 'dealdwaar_database_up')).toBe(1)
  expect(parse(text, 'dealdwaar_http_requests_total')).toEqual([])

  worker.kill('SIGTERM')
  expect(await ended).toBe(0)
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed')
})

test('`ops work` refuses a metrics port that is no port or taken', async () => {
  const { port, release } = await takePort()
  const work = (given: string) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['build/node/ops.js', 'work', '--metrics-port', given],
      {
        encoding: 'utf8',
      },
    )
    return { status, stderr }
  }
  expect(work('0').stderr).toContain('It must be a port, 1 to 65535.')
  const taken = work(String(port))
  expect(taken.stderr).toContain(`--metrics-port: ${port} is taken by another program.`)
  expect(taken.status).toBe(1)
  release()
})
