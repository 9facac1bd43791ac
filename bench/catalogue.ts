// The queries of guest pages on generated catalogues of two sizes: ratios of large to small and of last page to first.
import { parseArgs } from 'node:util'
import { loadModule } from './application'
import type * as Queries from './catalogue-queries'
import { withBench, type Bench } from './database'
import { conclude, type Verdict } from './verdicts'

const TARGET = { growth: 1.3, lastPage: 1.5, suggestions: 25 }
const TIMES = 100
const SUGGESTIONS = 1_000
const SMALL = 1_000

type Found = Record<string, Queries.Times>

/** False if a target is missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { rows: { type: 'string', default: '1000000' } } })
  const rows = Number(values.rows)
  if (!Number.isSafeInteger(rows) || rows < SMALL) throw new Error(`--rows ${values.rows}: at least ${SMALL}`)
  return withBench(
    async (bench) => {
      const small = await measure(bench, SMALL)
      const large = await measure(bench, rows)
      print(small.queries, large, rows)
      return conclude('catalogue', judge(small.queries, large), { rows: [SMALL, rows], small, large })
    },
    // A catalogue of this size has a server with memory for it.
    ['shared_buffers=1GB', 'max_wal_size=4GB'],
  )
}

function print(small: Found, { queries, suggestions }: Measured, rows: number): void {
  const cells = (...texts: string[]) => texts.map((text) => text.padStart(10)).join('')
  const times = ({ p50, p99, cpu, database }: Queries.Times) =>
    [p50, p99, cpu, database].map((ms) => ms.toFixed(2))
  console.log(
    `\n${''.padEnd(36)}${cells('p50, ms', 'p99', 'CPU', 'of PG')}${cells('p50, ms', 'p99', 'CPU', 'of PG')}`,
  )
  console.log(`${'offers'.padEnd(36)}${cells(String(SMALL)).padEnd(40)}${cells(String(rows))}`)
  for (const [name, after] of Object.entries(queries))
    console.log(`${name.padEnd(36)}${cells(...times(small[name]!))}${cells(...times(after))}`)
  console.log(`${'suggestions'.padEnd(76)}${cells(...times(suggestions))}\n`)
}

/** CPU time of both processes: unlike the wall clock, it holds on a busy machine. */
const spent = ({ cpu, database }: Queries.Times) => cpu + database

/** Target 9: home, category and detail; 8: last page against first; 7: suggestions. */
function judge(small: Found, { queries, suggestions }: Measured): Verdict[] {
  return [
    ...['home', 'category, first page', 'detail'].map((name) => ({
      number: 9,
      what: `${name}: CPU time, large to small`,
      is: spent(queries[name]!) / spent(small[name]!),
      most: TARGET.growth,
    })),
    ...['/Deals', '/Coupontopcodes', 'category', '/TopStores'].map((name) => ({
      number: 8,
      what: `${name}: CPU time, last page to first`,
      is: spent(queries[`${name}, last page`]!) / spent(queries[`${name}, first page`]!),
      most: TARGET.lastPage,
    })),
    {
      number: 7,
      what: `suggestions, p99 in ms (slowest: ‘${suggestions.slowest}’)`,
      is: suggestions.p99,
      most: TARGET.suggestions,
    },
  ]
}

interface Measured {
  seconds: Record<string, number>
  queries: Found
  suggestions: Queries.Times & { slowest: string }
}

async function measure(bench: Bench, rows: number): Promise<Measured> {
  const url = await bench.makeDatabase(`catalogue_${rows}`)
  const variables = { ...bench.environment(url), DATA_DIR: bench.folder }
  const queries = await loadModule<typeof Queries>('bench/catalogue-queries.ts', variables)
  const seconds = await queries.fill(rows)
  const said = Object.entries(seconds).map(([name, took]) => `${name} in ${took.toFixed(1)} s`)
  console.log(`${rows.toLocaleString('en')} offers: ${said.join(', ')}`)
  const found = await queries.measureQueries(TIMES)
  const suggestions = await queries.measureSuggestions(Math.min(rows, SUGGESTIONS))
  await queries.close()
  return { seconds, queries: found, suggestions }
}
