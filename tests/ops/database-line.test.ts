/** Commands use the database that the environment names, and no default one. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeUrl } from '../../ops/database-line'
import { buildFolder, ensureBuild } from '../../scripts/build.mjs'
import { makeDataDir } from '../support/servers'
import { file, ops } from './support'

await ensureBuild()

const url = process.env.EMBEDDED_DATABASE_URL!
const { hostname, port, pathname } = new URL(url)
const production = {
  DATABASE_URL: url,
  PUBLIC_ORIGIN: 'https://dealdwaar.example',
  SESSION_SECRET: 'a-secret-of-32-characters-or-more',
  DATA_KEY: '0123456789abcdef'.repeat(4),
  ALLOW_DEMO_OTP: '9876543210',
}
const variables = Object.entries(production).map((entry) => `${entry.join('=')}\n`)
const main = path.join(buildFolder, 'node/ops.js')

function run(program: string, args: string[], env: Record<string, string>) {
  const { PATH, NODE_ENV, BUILD_DIR } = process.env
  const given = { PATH, NODE_ENV, ...(BUILD_DIR && { BUILD_DIR }), ...env }
  const { status, stdout, stderr } = spawnSync(program, args, { env: given, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

test.each(['withdrawals list', 'audit', 'catalogue list', 'users show 1001', 'work --once'])(
  'without a database %s is refused and makes none',
  (command) => {
    const DATA_DIR = makeDataDir()
    for (const script of ['scripts/ops.mjs', main]) {
      const answer = run(process.execPath, [script, ...command.split(' ')], { DATA_DIR })
      expect(answer).toEqual({
        code: 1,
        out: '',
        err: `DATABASE_URL is not set, and there is no demo in ${DATA_DIR}. On a server: dealdwaar COMMAND, which reads /etc/dealdwaar/env (demo: npm start first).\n`,
      })
    }
    expect(fs.readdirSync(DATA_DIR)).toEqual([])
    fs.rmSync(DATA_DIR, { recursive: true })
  },
)

test.each(['--help', 'withdrawals --help', 'help'])('%s needs no database', (command) => {
  const DATA_DIR = makeDataDir()
  for (const script of ['scripts/ops.mjs', main]) {
    const answer = run(process.execPath, [script, ...command.split(' ')], { DATA_DIR })
    expect(answer).toMatchObject({ code: 0, err: '' })
    expect(answer.out).toContain('Usage: npm run ops -- ')
  }
  fs.rmSync(DATA_DIR, { recursive: true })
})

test('a command names the demo, or the database with its host', () => {
  const words = [main, 'alerts', 'list', '--json']
  expect(run(process.execPath, words, { EMBEDDED_DATABASE_URL: url, DATA_DIR: '/tmp/demo' }).err).toBe(
    'DEMO database in /tmp/demo\n',
  )
  expect(run(process.execPath, words, production)).toMatchObject({
    code: 0,
    err: `database: ${pathname.slice(1)} at ${hostname}:${port}\n`,
  })
})

test.each([
  ['postgres://role:secret@db.internal/shop', 'shop at db.internal:5432'],
  ['postgresql://role:secret@[::1]:5433/shop?sslmode=require', 'shop at [::1]:5433'],
  ['postgres://role:12/secret@db.internal/shop', 'the one of DATABASE_URL'],
  ['postgres://role:secret@db.internal', 'the one of DATABASE_URL'],
])('%s is named without role and password', (given, name) => expect(describeUrl(given)).toBe(name))

/** The wrapper on other folders, and without the change of root's account, which this machine need not have. */
const wrapper = (envFile: string) =>
  file(
    'dealdwaar',
    fs
      .readFileSync('ops/deploy/dealdwaar', 'utf8')
      .replace(/^\[ .*\n/m, '')
      .replace('/etc/dealdwaar/env', envFile)
      .replace('/opt/dealdwaar/build/node/ops.js', main),
  )

test('the wrapper reads the variables of the server, not those of the caller', () => {
  const caller = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/other', SESSION_SECRET: 'x' }
  const place = wrapper(file('env', variables.join('')))
  expect(run('sh', [place, 'alerts', 'list', '--json'], caller)).toMatchObject({
    code: 0,
    err: `database: ${pathname.slice(1)} at ${hostname}:${port}\n`,
  })
  expect(run('sh', [place, 'withdrawals', '--help'], {}).out).toContain('$ dealdwaar withdrawals list')
})

test.each([
  ['SECRET=two words\n', /env cannot be used:\n {2}line 1: SECRET: quote /],
  [null, /env cannot be read \(ENOENT\)/],
])('a file of variables that is faulty or missing is named: %j', (content, message) => {
  const place = content === null ? '/nonexistent/env' : file('env', content)
  const answer = run('sh', [wrapper(place), 'audit'], production)
  expect(answer).toMatchObject({ code: 1, out: '' })
  expect(answer.err).toMatch(message)
  expect(answer.err).not.toContain('two words')
})

test('hints name the command as it is called here', async () => {
  expect((await ops('conflicts --help')).out).toContain('$ npm run ops -- conflicts list')
})
