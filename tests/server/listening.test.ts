// Which addresses of this machine answer: behind a proxy nobody may pass it by.
import fs from 'node:fs'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
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
    env: {
      DATABASE_URL: process.env.EMBEDDED_DATABASE_URL,
      EMBEDDED_DATABASE_URL: undefined,
      PUBLIC_ORIGIN: 'https://dealdwaar.example',
      ALLOW_DEMO_OTP: '9876543210',
      HOLDING_DAYS: '30',
      ...env,
    },
  })
  // Of a loopback range each address is this machine's, but a socket bound to one answers only there.
  expect([await connects('127.0.0.1', server!.port), await connects('127.0.0.2', server!.port)]).toEqual([
    true,
    others,
  ])
})
