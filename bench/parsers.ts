// How the CPU time of each parser of untrusted input grows with its input, with hostile input of n and 8n characters.
import fs from 'node:fs'
import { loadModule } from './application'
import { measureGrowth, HOSTILE } from './growth'
import type * as Table from './parsers-table'
import { saveResults } from './verdicts'

/** Eight times the input may take at most so many times as long; quadratic work takes 64. */
const TARGET = 16

const VARIABLES = {
  SESSION_SECRET: 'a secret of the bench, 32 characters long',
  DATA_KEY: '0123456789abcdef'.repeat(4),
  PUBLIC_ORIGIN: 'http://localhost:3000',
  // No parser asks it.
  EMBEDDED_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
}

type Hostile = typeof HOSTILE

/** False: the work of a parser grows faster than its input. */
export async function run(): Promise<boolean> {
  const { PARSERS, SLOW_PARSERS, BODY } = await loadModule<typeof Table>('bench/parsers-table.ts', VARIABLES)
  const schemas = await Promise.all(
    listSchemaFiles().map(async (file) => listSchemas(await loadModule(file, {}), file, BODY)),
  )
  const marks = HOSTILE.filter(([name]) => name === 'marks in the wrong order')
  const all: [Table.Parser, Hostile][] = [
    [PLANTED, [blanks]],
    ...[...PARSERS, ...schemas.flat()].map((parser): [Table.Parser, Hostile] => [parser, HOSTILE]),
    ...SLOW_PARSERS.map((parser): [Table.Parser, Hostile] => [parser, marks]),
  ]
  const worst: Record<string, { growth: number; input: string }> = {}
  for (const [parser, hostile] of all) worst[parser.name] = await measure(parser, hostile)
  const slow = Object.entries(worst).filter(([, { growth }]) => growth > TARGET)
  for (const [name, { growth, input }] of slow)
    console.log(`${growth.toFixed(0).padStart(6)}  ${name}: ${input}`)
  console.log(`${all.length} parsers; growth above ${TARGET} for 8 times the input: ${slow.length}`)
  saveResults('parsers', { target: TARGET, worst })
  return slow.length === 1 && slow[0]![0] === PLANTED.name
}

const splitSlowly = (text: string) => text.split(new RegExp('\\s*;\\s*'))
const PLANTED = { name: 'a split that is quadratic, which must be found', most: 8_000, parse: splitSlowly }
const blanks: Hostile[number] = ['blanks', (size) => `a${' '.repeat(size)}b`]

async function measure({ parse, most }: Table.Parser, hostile: Hostile) {
  let worst = { growth: 0, input: '' }
  for (const [input, make] of hostile) {
    const growth = await measureGrowth(parse, make, most)
    if (growth > worst.growth) worst = { growth, input }
  }
  return worst
}

/** Every module with a schema of a form or an API request. */
function listSchemaFiles(): string[] {
  return fs
    .readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `app/${name}`)
    .filter((file) => /export const \w+Schema = /.test(fs.readFileSync(file, 'utf8')))
}

interface Schema {
  safeParseAsync(input: unknown): Promise<unknown>
  shape?: Record<string, unknown>
  def?: { in?: Schema }
}

function listSchemas(module: Record<string, Schema>, file: string, most: number): Table.Parser[] {
  return Object.entries(module)
    .filter(([name]) => name.endsWith('Schema'))
    .map(([name, schema]) => {
      const fields = Object.keys(schema.shape ?? schema.def?.in?.shape ?? {})
      if (!fields.length) throw new Error(`${file}: ${name} has no fields`)
      const parse = (text: string) =>
        schema.safeParseAsync(Object.fromEntries(fields.map((field) => [field, text])))
      return { name: `schema: ${file} ${name}`, most, parse }
    })
}
