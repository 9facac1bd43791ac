/** URLs and errors are logged without secrets and user input. */
import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import type { ServerBuild } from '@remix-run/node'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { createRouteFinder } from '~/platform/find-route'
import { errorFacts, log, LOG_LEVELS, loggedPath, setRouteFinder } from '~/platform/log.server'
import { redirectConsoleToLog } from '~/platform/log-output.server'

const ROUTES = [
  'Deals',
  'postback/:network/:secret',
  'newsletter',
  'newsletter/unsubscribe/:token',
  ':slug',
  '*',
]
const build = Object.fromEntries(
  ROUTES.map((path) => [path, { id: path, path, parentId: 'root', module: {} }]),
) as unknown as ServerBuild['routes']

beforeAll(() => setRouteFinder(createRouteFinder({ routes: build })))

test.each([
  ['/Deals?page=2', '/Deals'],
  ['/DEALS/', '/Deals'],
  ['/postback/trackier/s3cr3t?p1=1', '/postback/:network/:secret'],
  ['/postback/trackier', '/postback'],
  ['/postbacks/s3cr3t/s3cr3t', '/postback'],
  ['/newsletter', '/newsletter'],
  ['/newsletter/unsubscribe/s3cr3t', '/newsletter/unsubscribe/:token'],
  ['/%70ostback/trackier/s3cr3t', '27 characters'],
  ['/./postback/trackier/s3cr3t', '27 characters'],
  ['/wp-admin/setup/of/a/site', '/wp-admin/setup/of/a'],
  ['/anything', '/:slug'],
  ['/%bad/%', '7 characters'],
  ['*', '1 characters'],
])('the URL %s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})

const SECRET = 'Qz7-vW9_kLm2pRt5xYb8'

/** A character literally, percent-encoded or double-encoded. */
const spelled = (text: string) =>
  fc
    .array(fc.constantFrom(0, 0, 0, 1, 2, 3), { minLength: text.length, maxLength: text.length })
    .map((depths) => [...text].map((letter, i) => escaped(letter, depths[i]!)).join(''))

const escaped = (letter: string, depth: number) =>
  depth ? `%${'25'.repeat(depth - 1)}${letter.charCodeAt(0).toString(16)}` : letter

const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter)).join(''))

const slash = fc.constantFrom('/', '//', '/./', '/x/../', '\\', '/%2e/', '/x/%2E%2e/', '%2f', ';a=b/')

test('no spelling of a path puts its secret into the log', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('postback', 'newsletter').chain(anyCase).chain(spelled),
      fc.option(fc.constantFrom('trackier', 'unsubscribe', 'x').chain(spelled), { nil: null }),
      spelled(SECRET),
      fc.constantFrom('', '/', '/..', '/../../x', '/data.data', '?a=b'),
      fc.array(slash, { minLength: 3, maxLength: 3 }),
      (first, network, secret, end, [a, b, c]) => {
        const logged = loggedPath(`${a}${first}${b}${network === null ? '' : network + c}${secret}${end}`)
        for (let at = 0; at + 4 <= SECRET.length; at++) expect(logged).not.toContain(SECRET.slice(at, at + 4))
      },
    ),
    { numRuns: 500, seed: 1 },
  )
})

const listLines = (write: () => void): string[] => {
  const lines: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  write()
  spy.mockRestore()
  return lines
}

test('a log line is JSON of at most 4 KB, whatever the message and facts are', () => {
  const long = 'é"\n'.repeat(50_000)
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`fact${n}`, long]))
  const lines = listLines(() => {
    log('error', long)
    log('error', 'one', { path: long, ms: 1 })
    log('error', 'many', many)
  })
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual([
    'error',
    'error',
    'error',
  ])
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThan(4096)
})

describe('what dependencies print', () => {
  const originals = { ...console }
  const listeners = process.listeners('warning')
  afterEach(() => {
    Object.assign(console, originals)
    process.removeAllListeners('warning')
    for (const listener of listeners) process.on('warning', listener)
  })

  test('a message of a dependency is logged once, without paths, and at most a hundred messages are', () => {
    const lines = listLines(() => {
      redirectConsoleToLog()
      for (let n = 0; n < 50; n++) console.warn(`normalizing //postback/trackier/${SECRET}${n} -> x`)
      console.error('failed', new RangeError(SECRET))
      for (let n = 0; n < 200; n++) console.log('message %d', n)
    }).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toMatchObject({ level: 'warn', message: 'console', text: 'normalizing /… -> x' })
    expect(lines[1]).toMatchObject({ level: 'error', text: 'failed', error: 'RangeError' })
    expect(lines).toHaveLength(101)
    expect(JSON.stringify(lines)).not.toContain(SECRET)
  })
})

describe('LOG_LEVEL', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    [undefined, ['info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ])('%s writes %j', (level, written) => {
    vi.stubEnv('LOG_LEVEL', level)
    const lines: string[] = []
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    for (const each of LOG_LEVELS) log(each, 'hello')
    spy.mockRestore()
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(written)
  })
})

describe('log line of an error', () => {
  const failing = async (query: ReturnType<typeof sql>) =>
    db.execute(query).then(
      () => assert.fail('the query did not fail'),
      (error: unknown) => errorFacts(error),
    )
  async function divideByZero() {
    await db.execute(sql`SELECT 1 / ${0}::int`)
  }

  test('has the code, SQLSTATE and query of a failed query without its parameters', async () => {
    const facts = await divideByZero().catch(errorFacts)
    expect(facts).toMatchObject({ error: 'DrizzleQueryError', code: '22012', query: 'SELECT 1 / $1::int' })
    expect(facts).toMatchObject({
      place: expect.stringMatching(/^at (?:async )?divideByZero \(tests\/log\.test\.ts:\d+:\d+\)$/),
    })
  })

  test('has the violated constraint and nothing of the row', async () => {
    const violation = db.transaction(async (tx) => {
      await tx.execute(sql`CREATE TEMPORARY TABLE pets (name text CONSTRAINT pets_name CHECK (name <> ''))`)
      await tx.execute(sql`INSERT INTO pets VALUES (${'Sheru of Agra'}), (${''})`)
    })
    const facts = await violation.catch(errorFacts)
    expect(facts).toMatchObject({ code: '23514', constraint: 'pets_name' })
    expect(JSON.stringify(facts)).not.toContain('Sheru')
  })

  test('truncates a long query', async () => {
    const { query } = (await failing(sql`SELECT 1 / ${0}::int, ${sql.raw(`'${'x'.repeat(1000)}'`)}`)) as {
      query: string
    }
    expect(query).toHaveLength(300)
  })

  test('has only the type of a thrown value that is not an error', () => {
    expect(errorFacts('secret')).toEqual({ error: 'string' })
  })
})
