// The queries of guest pages on generated catalogues of two sizes: ratios of large to small and of last page to first.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { root } from '../scripts/build.mjs'
import { aliases } from '../scripts/driver.mjs'
import type * as Queries from './catalogue-queries'
import { withBench, type Bench } from './database'

const TARGET = { growth: 1.3, lastPage: 1.5, suggestions: 25 }
const TIMES = 15
const SUGGESTIONS = 1_000
const SMALL = 1_000

type Medians = Record<string, number>

/** False if a target is missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { rows: { type: 'string', default: '1000000' } } })
  const rows = Number(values.rows)
  if (!Number.isSafeInteger(rows) || rows < SMALL) throw new Error(`--rows ${values.rows}: at least ${SMALL}`)
  return withBench(async (bench) => {
    const small = await measure(bench, SMALL)
    const large = await measure(bench, rows)
    console.log(
      `\n${'median, ms'.padEnd(36)}${String(SMALL).padStart(10)}${String(rows).padStart(10)}     ratio`,
    )
    for (const [name, after] of Object.entries(large.medians))
      console.log(line(name, small.medians[name]!, after))
    return judge(small.medians, large)
  })
}

const line = (name: string, before: number, after: number) =>
  `${name.padEnd(36)}${before.toFixed(2).padStart(10)}${after.toFixed(2).padStart(10)}${(after / before).toFixed(2).padStart(10)}`

/** Target 9: home, category and detail; 8: last page against first; 7: suggestions. */
function judge(small: Medians, large: Awaited<ReturnType<typeof measure>>): boolean {
  const { medians, suggestions } = large
  const results = [
    ...['home', 'category, first page', 'detail'].map((name) => ({
      what: `${name}: large to small`,
      is: medians[name]! / small[name]!,
      most: TARGET.growth,
    })),
    ...['/Deals', '/Coupontopcodes', 'category', '/TopStores'].map((name) => ({
      what: `${name}: last page to first`,
      is: medians[`${name}, last page`]! / medians[`${name}, first page`]!,
      most: TARGET.lastPage,
    })),
    {
      what: `suggestions, p99 in ms (slowest: ${suggestions.slowest})`,
      is: suggestions.p99,
      most: TARGET.suggestions,
    },
  ]
  console.log('')
  for (const { what, is, most } of results)
    console.log(`  ${is <= most ? 'reached' : 'MISSED '}  ${what}: ${is.toFixed(2)}, target ${most}`)
  return results.every(({ is, most }) => is <= most)
}

async function measure(bench: Bench, rows: number) {
  const url = await bench.makeDatabase(`catalogue_${rows}`)
  const queries = await queriesOn(bench, url)
  const seconds = await queries.fill(rows)
  const said = Object.entries(seconds).map(([name, took]) => `${name} in ${took.toFixed(1)} s`)
  console.log(`${rows.toLocaleString('en')} offers: ${said.join(', ')}`)
  const medians = await queries.measureQueries(TIMES)
  const suggestions = await queries.measureSuggestions(Math.min(rows, SUGGESTIONS))
  await queries.close()
  return { medians, suggestions }
}

/** Loads the application into this process. */
async function queriesOn(bench: Bench, url: string): Promise<typeof Queries> {
  Object.assign(process.env, bench.environment(url), { DATA_DIR: bench.folder })
  delete process.env.DATABASE_URL
  delete (globalThis as { __database?: unknown }).__database
  const file = path.join(root, 'bench/catalogue-queries.ts')
  return (await runnerImport<typeof Queries>(file, { configFile: false, resolve: { alias: aliases() } }))
    .module
}
