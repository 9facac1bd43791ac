// Compares `ops catalogue import` of generated rows with a bare COPY into a table with the same indexes. A feed a tenth as
// long shows whether memory grows with the file.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { buildFolder } from '../scripts/build.mjs'
import { withBench, type Bench } from './database'
import { writeFeed } from './feed'

const TARGET = { rows: 100_000, seconds: 60 }

interface Measured {
  seconds: number
  /** User and system time of the importing process. */
  cpuSeconds: number
  /** Peak resident memory of the process. */
  megabytes: number
}

/** False: slower than the target, which exists for TARGET.rows only. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: { rows: { type: 'string', default: String(TARGET.rows) }, only: { type: 'string' } },
  })
  const rows = Number(values.rows)
  const encodings = ['json', 'csv'].filter((encoding) => (values.only ?? encoding) === encoding)
  if (!Number.isSafeInteger(rows) || rows < 10) throw new Error(`--rows ${values.rows}: not a number of rows`)
  if (!encodings.length) throw new Error(`--only ${values.only}: json or csv`)
  return withBench(async (bench) => {
    let slowest = 0
    for (const encoding of encodings) slowest = Math.max(slowest, await measure(bench, encoding, rows))
    if (rows !== TARGET.rows) return true
    console.log(`\nTarget: below ${TARGET.seconds} s. ${slowest < TARGET.seconds ? 'Reached.' : 'Missed.'}`)
    return slowest < TARGET.seconds
  })
}

async function measure(bench: Bench, encoding: string, rows: number): Promise<number> {
  const small = path.join(bench.folder, `small.${encoding}`)
  const big = path.join(bench.folder, `big.${encoding}`)
  await writeFeed(small, Math.round(rows / 10))
  await writeFeed(big, rows)
  const megabytes = Math.round(fs.statSync(big).size / 1e6)
  console.log(`\n${rows.toLocaleString('en')} rows of ${encoding.toUpperCase()}, ${megabytes} MB`)

  const little = await importFile(bench, await bench.makeDatabase(`small_${encoding}`), small, 'new')
  const url = await bench.makeDatabase(`big_${encoding}`)
  const first = await importFile(bench, url, big, 'new')
  print('import', rows, first)
  print('the same again', rows, await importFile(bench, url, big, 'unchanged'))
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

function print(what: string, rows: number, { seconds, cpuSeconds, megabytes }: Measured): void {
  const rate = Math.round(rows / seconds).toLocaleString('en')
  console.log(
    `  ${what.padEnd(16)} ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of CPU), ${rate} rows/s, peak RSS ${megabytes} MB`,
  )
}

/** Preloaded into the measured process. */
const REPORTER = `import fs from 'node:fs'
process.on('exit', () => fs.writeFileSync(process.env.BENCH_REPORT, JSON.stringify(process.resourceUsage())))`

/** Throws unless every row of the file is counted under `count`. */
async function importFile(
  bench: Bench,
  url: string,
  file: string,
  count: 'new' | 'unchanged',
): Promise<Measured> {
  const report = path.join(bench.folder, 'usage.json')
  const started = performance.now()
  const answer = await capture(
    [
      `--import=data:text/javascript,${encodeURIComponent(REPORTER)}`,
      path.join(buildFolder, 'node/ops.js'),
      'catalogue',
      'import',
      file,
      '--source=bench',
      '--json',
    ],
    { ...bench.environment(url), NODE_ENV: 'production', BENCH_REPORT: report },
  )
  const seconds = (performance.now() - started) / 1000
  const counts = JSON.parse(answer) as Record<string, number>
  const others = ['new', 'changed', 'unchanged', 'hidden', 'refused'].filter(
    (name) => name !== count && counts[name]! > 0,
  )
  if (others.length) throw new Error(`not all rows are ${count}: ${answer}`)
  const usage = JSON.parse(fs.readFileSync(report, 'utf8')) as NodeJS.ResourceUsage
  return {
    seconds,
    cpuSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    megabytes: Math.round(usage.maxRSS / 1024),
  }
}

function capture(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (part) => (output += String(part)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`the import ended with ${code}:\n${output}`)),
    )
  })
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
