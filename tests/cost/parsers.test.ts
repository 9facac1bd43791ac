/**
 * No parser of untrusted input does quadratic work: eight times the input may take at most sixteen times the CPU time.
 * Add a new parser to parsers.ts; the lists below name every module that reads requests.
 */
import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { growthOf, HOSTILE } from './growth'
import { BODY, PARSERS, SLOW_PARSERS, type Parser } from './parsers'

// CPU time is measured, so a busy machine may only make this slow.
vi.setConfig({ testTimeout: 600_000 })

/** The inputs for which the work grows too fast. */
async function faultsOf({ parse, most }: Parser, hostile = HOSTILE): Promise<string[]> {
  const faults: string[] = []
  for (const [name, make] of hostile) {
    const growth = await growthOf(parse, make, most)
    if (growth > 16) faults.push(`${name}: ${growth.toFixed(1)}-fold`)
  }
  return faults
}

test('the measurement detects quadratic work and accepts linear work', async () => {
  const quadratic = (text: string) => text.split(/\s*;\s*/)
  const linear = (text: string) => text.split(';')
  const blanks: typeof HOSTILE = [['blanks', (size) => `a${' '.repeat(size)}b`]]
  expect(await faultsOf({ name: '', most: 8_000, parse: quadratic }, blanks)).toHaveLength(1)
  expect(await faultsOf({ name: '', most: 512_000, parse: linear }, blanks)).toEqual([])
})

test.each(PARSERS.map((parser) => [parser.name, parser] as const))(
  '%s is not quadratic',
  async (_, parser) => {
    expect(await faultsOf(parser)).toEqual([])
  },
)

test.each(SLOW_PARSERS.map((parser) => [parser.name, parser] as const))(
  '%s is not quadratic for unsorted combining marks',
  async (_, parser) => {
    expect(
      await faultsOf(
        parser,
        HOSTILE.filter(([name]) => name === 'marks in the wrong order'),
      ),
    ).toEqual([])
  },
)

/** Every schema of a form or an API request. */
const SCHEMAS = fs
  .readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      name.endsWith('.ts') && /export const \w+Schema = /.test(fs.readFileSync(`app/${name}`, 'utf8')),
  )

interface Schema {
  safeParseAsync(input: unknown): Promise<unknown>
  shape?: Record<string, unknown>
  def?: { in?: Schema }
}

test.each(SCHEMAS)('the schemas of %s are not quadratic', async (name) => {
  const module = (await import(/* @vite-ignore */ `../../app/${name}`)) as Record<string, Schema>
  const schemas = Object.entries(module).filter(([key]) => key.endsWith('Schema'))
  expect(schemas.length).toBeGreaterThan(0)
  for (const [key, schema] of schemas) {
    const fields = Object.keys(schema.shape ?? schema.def?.in?.shape ?? {})
    expect(`${key}: ${fields.length > 0}`).toBe(`${key}: true`)
    const parse = (text: string) =>
      schema.safeParseAsync(Object.fromEntries(fields.map((field) => [field, text])))
    expect(await faultsOf({ name: key, most: BODY, parse })).toEqual([])
  }
})

/** Modules that pass request data to listed parsers, or read only values of limited length. */
const HANDING_ON = [
  'app/api/refuse.server.ts',
  'app/api/serve.server.ts',
  'app/catalog/feeds/read-awin.server.ts',
  'app/catalog/search/suggestions.ts',
  'app/http/client-action.ts',
  'app/http/failed-form.server.ts',
  'app/http/join.server.ts',
  'app/http/session.server.ts',
  'app/shell/dialog-data.server.ts',
  'app/tracking/senders.server.ts',
  'app/tracking/tracking-url.ts',
  'server/answer.ts',
  'server/application.ts',
  'server/busy.ts',
  'server/cache/lifetime.ts',
  'server/cache/stored-page.ts',
  'server/cors.ts',
  'server/failures.ts',
  'server/images.ts',
  'environment/metrics/listen.ts',
  'server/note-failures.ts',
  'server/refuse.ts',
  'server/remix-handler.ts',
  'server/send-page.ts',
]

test('every module that reads requests is in the table or passes them on unparsed', () => {
  const table = fs.readFileSync('tests/cost/parsers.ts', 'utf8')
  const readers = [
    'app/http',
    'app/api',
    'app/shell',
    'app/catalog',
    'app/accounts',
    'app/tracking',
    'app/wallet',
    'server',
  ]
    .flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /(?:request|incoming)\.(?:headers|url|formData|text|json|body)\b|headers\.get\(|\.searchParams\b/.test(
        fs.readFileSync(file, 'utf8'),
      ),
    )
    .filter((file) => !HANDING_ON.includes(file))
  const missing = readers.filter((file) => {
    const module = file
      .replace(/^app\//, '~/')
      .replace(/^server\//, '../../server/')
      .replace(/\.ts$/, '')
    return !table.includes(`'${module}'`)
  })
  expect(missing).toEqual([])
})
