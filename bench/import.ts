// Compares `ops catalogue import` of generated rows with a bare COPY into a table with the same indexes. A feed a tenth as
// long shows whether memory grows with the file.
import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { withBench, type Bench } from './database'
import { writeFeed } from './feed'
import { measureCommand, type Measured } from './measure-command'

const ROWS = 100_000
/** In seconds. */
const TARGET = 60

/** False: slower than the target. */
export async function run(): Promise<boolean> {
  return withBench(async (bench) => {
    const slowest = Math.max(await measure(bench, 'json'), await measure(bench, 'csv'))
    console.log(`\nTarget: below ${TARGET} s. ${slowest < TARGET ? 'Reached.' : 'Missed.'}`)
    return slowest < TARGET
  })
}

/** Seconds of the first import of the whole feed. */
async function measure(bench: Bench, encoding: string): Promise<number> {
  const small = path.join(bench.folder, `small.${encoding}`)
  const big = path.join(bench.folder, `big.${encoding}`)
  await writeFeed(small, ROWS / 10)
  await writeFeed(big, ROWS)
  const megabytes = Math.round(fs.statSync(big).size / 1e6)
  console.log(`\n${ROWS.toLocaleString('en')} rows of ${encoding.toUpperCase()}, ${megabytes} MB`)

  const little = importFile(bench, await bench.makeDatabase(`small_${encoding}`), small, 'new')
  const url = await bench.makeDatabase(`big_${encoding}`)
  const first = importFile(bench, url, big, 'new')
  print('import', first)
  print('the same again', importFile(bench, url, big, 'unchanged'))
  const bare = await copy(url)
  console.log(
    `  bare COPY        ${bare.toFixed(1)} s: the import takes ${(first.seconds / bare).toFixed(1)} times as long`,
  )
  console.log(
    `  memory           ${little.megabytes} MB for a tenth of the rows, ${first.megabytes} MB for all of them`,
  )
  fs.rmSync(big)
  return first.seconds
}

function print(what: string, { seconds, cpuSeconds, megabytes }: Measured): void {
  const rate = Math.round(ROWS / seconds).toLocaleString('en')
  console.log(
    `  ${what.padEnd(16)} ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of CPU), ${rate} rows/s, peak RSS ${megabytes} MB`,
  )
}

/** Throws unless every row of the file is counted under `count`. */
function importFile(bench: Bench, url: string, file: string, count: 'new' | 'unchanged'): Measured {
  const words = ['catalogue', 'import', file, '--source=bench', '--json']
  const measured = measureCommand(bench, bench.environment(url), words)
  const counts = JSON.parse(measured.output) as Record<string, number>
  const others = ['new', 'changed', 'unchanged', 'hidden', 'refused'].filter(
    (name) => name !== count && counts[name]! > 0,
  )
  if (others.length) throw new Error(`not all rows are ${count}: ${measured.output}`)
  return measured
}

/** Seconds for the copy alone, without parsing, cleaning and ranking. */
async function copy(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [server] = await sql<{ folder: string }[]>`SELECT current_setting('data_directory') AS folder`
    const file = `'${server!.folder}/rows.copy'`
    await sql`CREATE TABLE bare (LIKE campaigns INCLUDING ALL)`
    await sql.unsafe(`COPY campaigns TO ${file}`)
    const started = performance.now()
    const { count } = await sql.unsafe(`COPY bare FROM ${file}`)
    if (!count) throw new Error('COPY brought no rows')
    return (performance.now() - started) / 1000
  } finally {
    await sql.end()
  }
}
