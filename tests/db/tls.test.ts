/** DATABASE_URL with TLS: what the server and the commands accept, and what they say of the rest. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type EmbeddedPostgres } from '../../embedded/postgres'
import { openTools } from '../../embedded/tools'
import { opsProcess } from '../ops/process'
import { makeDataDir, startServer, stopServers } from '../support/servers'

const dataDir = makeDataDir()
const at = (name: string) => path.join(dataDir, name)
let database: EmbeddedPostgres

const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: dataDir, stdio: 'pipe' })
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']

beforeAll(async () => {
  for (const name of ['ca', 'other-ca'])
    openssl('req', '-x509', ...KEY, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`)
  openssl('req', ...KEY.slice(0, 5), '-subj', '/CN=database', '-keyout', 'server.key', '-out', 'server.csr')
  fs.writeFileSync(at('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1')
  const sign = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', ...sign, '-out', 'server.crt')
  fs.chmodSync(at('server.key'), 0o600)
  const { who } = openTools(dataDir)
  if (who) fs.chownSync(at('server.key'), who.uid, who.gid)
  database = await startPostgres(dataDir, {
    settings: [
      'listen_addresses=127.0.0.1,127.0.0.2',
      'ssl=on',
      `ssl_cert_file=${at('server.crt')}`,
      `ssl_key_file=${at('server.key')}`,
    ],
  })
})

afterAll(async () => {
  await stopServers()
  database.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const VARIABLES = {
  PUBLIC_ORIGIN: 'https://shop.example',
  TRUSTED_PROXY_HOPS: '1',
  HOLDING_DAYS: '30',
  SESSION_SECRET: randomBytes(32).toString('hex'),
  DATA_KEY: randomBytes(32).toString('hex'),
  TRACKIER_SECRET: randomBytes(24).toString('hex'),
  ALLOW_DEMO_OTP: '9876543210',
  NODE_ENV: 'production',
}

function variables(host: string, search: string): Record<string, string> {
  const url = new URL(database.url)
  url.hostname = host
  url.search = search
  return { ...VARIABLES, DATABASE_URL: url.href, EMBEDDED_DATABASE_URL: '', DATA_DIR: at('data') }
}

const verify = (authority: string) => `sslmode=verify-full&sslrootcert=${at(authority)}`

test.each(['localhost', '127.0.0.1'])(
  'server and commands accept a certificate for %s of the authority that sslrootcert names',
  async (host) => {
    const env = variables(host, verify('ca.crt'))
    expect(await opsProcess('migrate', { env })).toMatchObject({ code: 0 })
    expect(await opsProcess('audit', { env })).toMatchObject({ code: 0 })
    fs.mkdirSync(at('data'), { recursive: true })
    const server = await startServer({ env: { ...env, WEB_CONCURRENCY: '2' } })
    const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
    expect(answer.status).toBe(200)
    const sql = postgres(database.url, { max: 1 })
    const [row] = await sql<{ plain: number; sealed: number }[]>`
    SELECT count(*) FILTER (WHERE NOT ssl)::int AS plain, count(*) FILTER (WHERE ssl)::int AS sealed
      FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
    await sql.end()
    expect(row!.plain).toBe(0)
    expect(row!.sealed).toBeGreaterThan(1)
    expect(await server.stop()).toBe(0)
  },
)

test.each([
  [
    'of another authority',
    'localhost',
    () => verify('other-ca.crt'),
    /not signed by the authority in .*other-ca\.crt/,
  ],
  [
    'of an authority that nobody named',
    'localhost',
    () => 'sslmode=verify-full',
    /not signed by an authority that is known here.*sslrootcert/,
  ],
  [
    'for another address',
    '127.0.0.2',
    () => verify('ca.crt'),
    /certificate of the database is not for the host 127\.0\.0\.2/,
  ],
])('a certificate %s is refused in words by command and server', async (_, host, search, words) => {
  const env = variables(host, search())
  const { code, err } = await opsProcess('audit', { env })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(words) as string })
  expect(err).not.toMatch(/^ +at /m)
  await expect(startServer({ env })).rejects.toThrow(words)
})
