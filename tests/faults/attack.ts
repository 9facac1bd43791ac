// Clients that begin forms, never end them and never read: the desk, guests and uploads go on, and the server lets go of them.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { NETWORKS } from '../model/sending'
import { makeWorld } from '../model/world'
import { startProxy } from '../support/proxies'
import { startServer } from '../support/servers'
import { openSessionToken } from '../support/session-token'
import type { Door } from './load'
import type { Way } from './restart'

const DESK_FORMS = 3
const UPLOADS = 8
/** One every 50 ms for FLOOD_MS. */
const FORM_EVERY_MS = 50
const FLOOD_MS = 8_000
const DRIP_MS = 2_000
/** After this time the server must hold none of the attackers' connections. */
const GONE_MS = 35_000
/** A proxy keeps a few connections of answered requests open; fewer than any row of attackers but the first. */
const MOST_KEPT = 7
const SAMPLES = 5

const LIMITS_MS = { desk: 1_000, guest: 1_000, upload: 2_000 }

type Worst = Record<keyof typeof LIMITS_MS, number>

export interface AttackReport {
  rows: Map<string, Worst>
  held: number
}

export const describeAttack = (way: Way, { rows, held }: AttackReport) =>
  [
    way === 'directly' ? way : `through ${way}`,
    [...rows].map(
      ([row, { desk, guest, upload }]) => `${row}: desk ${desk} ms, guests ${guest} ms, uploads ${upload} ms`,
    ),
    `${held} connections after ${GONE_MS / 1000} s`,
  ]
    .flat()
    .join('; ')

/** Throws if a row of attackers makes others wait longer than LIMITS_MS, or if the server still has their connections at the end. */
export async function proveAttack(
  way: Way,
  progress: (rows: number) => void = () => {},
): Promise<AttackReport> {
  const { SESSION_SECRET, DATA_KEY, EMBEDDED_DATABASE_URL } = process.env
  const [attacker, other] = await openSessions()
  const server = await startServer({
    env: {
      SESSION_SECRET,
      DATA_KEY,
      EMBEDDED_DATABASE_URL,
      TRUSTED_PROXY_HOPS: way === 'directly' ? '0' : '1',
      // Attackers have many addresses; here all have one.
      CONNECTIONS_PER_ADDRESS: '5000',
    },
  })
  const proxy = way === 'directly' ? null : await startProxy(way, server.port, { isOpen: true })
  const door: Door = proxy ?? { origin: `http://127.0.0.1:${server.port}` }
  const sockets: net.Socket[] = []
  const begin = (path: string, size: number, headers: string[], drips = true) =>
    sockets.push(beginForm(door, path, size, headers, drips))
  try {
    const readWorst = () => measureWorst(door, other!)
    await readWorst()
    const rows = new Map<string, Worst>()
    const record = async (row: string) => {
      rows.set(row, await readWorst())
      progress(rows.size)
    }

    for (let i = 0; i < DESK_FORMS; i++) begin('/Desk/SignIn', 2_000, [FORM])
    await record(`${DESK_FORMS} forms of the desk`)

    const flood = setInterval(() => begin('/newsletter', 2_000, [FORM], false), FORM_EVERY_MS)
    await Promise.all([record(`${1_000 / FORM_EVERY_MS} forms of guests a second`), sleep(FLOOD_MS)]).finally(
      () => clearInterval(flood),
    )

    for (let i = 0; i < UPLOADS; i++)
      begin('/Account/image', 4_000_000, [FILE, `Cookie: token=${attacker}`, 'Sec-Fetch-Site: same-origin'])
    await record(`${UPLOADS} uploads`)

    await sleep(GONE_MS)
    const report = { rows, held: countConnections(server.port) }
    const found = describeAttack(way, report)
    for (const worst of rows.values())
      for (const [what, limit] of Object.entries(LIMITS_MS))
        assert.ok(worst[what as keyof Worst] < limit, `${what}: ${limit} ms or more\n${found}`)
    assert.ok(report.held <= (proxy ? MOST_KEPT : 0), `attackers are still connected\n${found}`)
    return report
  } finally {
    for (const socket of sockets) socket.destroy()
    await proxy?.stop()
    await server.stop()
  }
}

const FORM = 'Content-Type: application/x-www-form-urlencoded'
const FILE = 'Content-Type: multipart/form-data; boundary=x'

async function openSessions(): Promise<string[]> {
  const { people } = await makeWorld(
    { Asha: null, Bala: null },
    NETWORKS.map(() => ({ percent: 1_000n, cap: null })),
  )
  return Promise.all([...people.values()].map(openSessionToken))
}

/** Sends the head and one byte of `size`, then one at a time if it drips. Never reads, and never closes. */
function beginForm(door: Door, path: string, size: number, headers: string[], drips: boolean): net.Socket {
  const { protocol, hostname, port, host } = new URL(door.origin)
  const where = { host: hostname, port: Number(port) }
  const socket =
    protocol === 'https:'
      ? tls.connect({ ...where, ca: door.ca, servername: door.host })
      : net.connect({ ...where, allowHalfOpen: true })
  socket.pause().on('error', () => {})
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${door.host ?? host}`, `Content-Length: ${size}`, ...headers]
  socket.write([...lines, '', 'a'].join('\r\n'))
  if (!drips) return socket
  const timer = setInterval(() => socket.write('a'), DRIP_MS)
  return socket.once('close', () => clearInterval(timer))
}

/** The longest of some answers of each kind. */
async function measureWorst(door: Door, token: string): Promise<Worst> {
  const worst: Worst = { desk: 0, guest: 0, upload: 0 }
  const measure = async (what: keyof Worst, path: string, form?: SentForm) => {
    const start = performance.now()
    const status = await ask(door, path, form)
    assert.ok(status < 500, `${what}: ${status}`)
    worst[what] = Math.max(worst[what], Math.round(performance.now() - start))
  }
  for (let i = 0; i < SAMPLES; i++) {
    await sleep(1_000)
    await Promise.all([
      measure('desk', '/Desk/SignIn'),
      measure('desk', '/Desk/SignIn', { body: 'name=nobody&password=none', type: FORM }),
      measure('guest', `/TopStores?page=${i + 1}`),
      measure('upload', '/Account/image', { body: UPLOAD, type: FILE, token }),
    ])
  }
  return worst
}

const UPLOAD = [
  '--x',
  'Content-Disposition: form-data; name="image"; filename="a.png"',
  'Content-Type: image/png',
  '',
  'no picture',
  '--x--',
  '',
].join('\r\n')

interface SentForm {
  body: string
  type: string
  token?: string
}

/** Resolves with the status; rejects after 30 s. */
function ask({ origin, ca, host }: Door, path: string, form?: SentForm): Promise<number> {
  const headers = {
    ...(host && { Host: host }),
    ...(form && { [form.type.split(': ')[0]!]: form.type.split(': ')[1]!, 'Sec-Fetch-Site': 'same-origin' }),
    ...(form?.token && { Cookie: `token=${form.token}` }),
    Connection: 'close',
  }
  const options = {
    agent: false,
    method: form ? 'POST' : 'GET',
    headers,
    timeout: 30_000,
    ca,
    servername: host,
  }
  return new Promise((resolve, reject) => {
    const request = (ca ? https : http).request(new URL(path, origin), options, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode!))
    })
    request
      .once('timeout', () => request.destroy(new Error(`${path}: no answer in 30 s`)))
      .once('error', reject)
      .end(form?.body)
  })
}

const LISTEN = '0A'

/** Connections to `port` that a process holds, as Linux lists them. */
function countConnections(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = fs.readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, local, , state, , , , , , inode]) => local!.endsWith(suffix) && state !== LISTEN && inode !== '0',
    ).length
}
