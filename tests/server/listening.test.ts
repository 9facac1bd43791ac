// Which addresses of this machine answer: behind a proxy nobody may pass it by.
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proxyCondition } from '~/domain/alerts/conditions/proxies.server'
import { db } from '~/platform/db/client.server'
import { jobs } from '~/platform/db/schema/operations'
import { ensureBuild } from '../../scripts/build.mjs'
import { deleteAlerts, evaluateBy, findBy, HOUR } from '../alerts/support'
import { startServers } from '../support/app'
import { stopServers } from '../support/servers'

beforeAll(() => ensureBuild())
afterAll(stopServers)

/** What docs/operations.md gives the server for its address. */
function readInstall(): Record<string, string> {
  const [, block = ''] = /cat >\/etc\/dealdwaar\/env <<END\n([\s\S]*?)\nEND\n/.exec(
    fs.readFileSync('docs/operations.md', 'utf8'),
  )!
  const variables = block.split('\n').map((line) => line.split('=') as [string, string])
  return Object.fromEntries(
    variables.filter(([name]) => ['HOST', 'TRUSTED_PROXY_HOPS', 'TRUSTED_PROXIES'].includes(name)),
  )
}

/** As a proxy of this machine asks. */
const ask = (port: number, path: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { Host: 'dealdwaar.example', 'X-Forwarded-For': '203.0.113.7' }
    http
      .get({ host: '127.0.0.1', port, path, headers }, (answer) =>
        answer.resume().once('end', () => resolve()),
      )
      .once('error', reject)
  })

const INSTALLED = {
  DATABASE_URL: process.env.EMBEDDED_DATABASE_URL,
  EMBEDDED_DATABASE_URL: undefined,
  PUBLIC_ORIGIN: 'https://dealdwaar.example',
  ALLOW_DEMO_OTP: '9876543210',
  HOLDING_DAYS: '30',
}

const connects = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

test.each<[what: string, env: Record<string, string>, others: boolean]>([
  ['as it is installed', readInstall(), false],
  ['without a proxy', {}, true],
  ['behind a proxy on another machine', { TRUSTED_PROXY_HOPS: '1', HOST: '0.0.0.0' }, true],
])('%s, the server answers on 127.0.0.1 and on others: %#', async (_, env, others) => {
  const [server] = await startServers(1, {
    env: { ...INSTALLED, ...env },
  })
  // Of a loopback range each address is this machine's, but a socket bound to one answers only there.
  expect([await connects('127.0.0.1', server!.port), await connects('127.0.0.2', server!.port)]).toEqual([
    true,
    others,
  ])
})

test.each([
  ['127.0.0.0/8', []],
  ['10.0.0.0/8', ['']],
])(
  'where %s are proxies, the first X-Forwarded-For of this machine opens alerts: %j',
  async (proxies, opened) => {
    await db.delete(jobs).where(eq(jobs.name, 'unlisted-proxy'))
    await deleteAlerts()
    const env = { ...INSTALLED, TRUSTED_PROXY_HOPS: '1', TRUSTED_PROXIES: proxies, BACKGROUND_JOBS: 'none' }
    const [server] = await startServers(1, { env })
    await ask(server!.port, '/robots.txt')
    if (opened.length) await expect.poll(() => findBy(proxyCondition)).toHaveLength(1)
    expect((await evaluateBy(proxyCondition)).opened).toEqual(opened)
    const dayLater = new Date(Date.now() + 25 * HOUR)
    expect((await evaluateBy(proxyCondition, dayLater)).cleared).toEqual(opened)
  },
)
