// Every bench in turn, each in a process of its own, and one table of the targets of docs/speed.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/build.mjs'
import { saveResults } from './results'
import { describe, isReached, type Verdict } from './verdicts'

/** In the order of the targets; the words of the short mode. */
const BENCHES: Record<string, string[]> = {
  pages: ['--seconds', '2', '--rounds', '3'],
  uncached: ['--requests', '100', '--rounds', '3'],
  catalogue: ['--rows', '100000'],
  money: ['--seconds', '8', '--transfers', '20000'],
  overload: [],
  memory: ['--minutes', '1'],
}

/** False: a target was missed, or a bench failed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { short: { type: 'boolean', default: false } } })
  const started = new Date().toISOString()
  const verdicts: Verdict[] = []
  const failed: string[] = []
  for (const [name, short] of Object.entries(BENCHES)) {
    if (!fs.existsSync(path.join(root, 'bench', `${name}.ts`))) continue
    console.log(`\n${name}`)
    const code = await runOne([name, ...(values.short ? short : [])])
    const results = readResults(name, started)
    if (results) verdicts.push(...verdictsOf(results))
    // A missed target ends a bench with 1, too.
    if (code !== 0 && (!results || verdictsOf(results).every(isReached))) failed.push(name)
  }
  console.log('\nTargets of docs/speed.md')
  for (const verdict of verdicts.toSorted((a, b) => a.number - b.number))
    console.log(`${String(verdict.number).padStart(4)}  ${describe(verdict)}`)
  for (const name of failed) console.log(`      FAILED   ${name}`)
  saveResults('all', { short: values.short, verdicts, failed })
  return verdicts.every(isReached) && failed.length === 0
}

async function runOne(words: string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/bench.mjs'), ...words], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

interface Results {
  at: string
  verdicts?: Verdict[]
  [name: string]: unknown
}

/** Null: the bench did not come to its end. */
function readResults(name: string, since: string): Results | null {
  const file = path.join(root, 'bench/results', `${name}.json`)
  if (!fs.existsSync(file)) return null
  const results = JSON.parse(fs.readFileSync(file, 'utf8')) as Results
  return results.at >= since ? results : null
}

/** The benches of pages have figures only. */
function verdictsOf(results: Results): Verdict[] {
  if (results.verdicts) return results.verdicts
  const cached = ['home, brotli', 'home, 304'].flatMap((kind): Verdict[] => {
    const found = results[kind] as { percentOfCpu: number; percentOfRate: number } | undefined
    if (!found) return []
    return [
      {
        number: 1,
        what: `${kind}: percent of bare node:http, by CPU time`,
        is: found.percentOfCpu,
        least: 95,
      },
      { number: 1, what: `${kind}: percent of bare node:http, by rate`, is: found.percentOfRate, least: 90 },
    ]
  })
  const least: Record<string, number> = { home: 130, list: 150, detail: 180, wallet: 170 }
  const [rendered = {}] = Object.values(
    (results.results ?? {}) as Record<string, Record<string, { server: number }>>,
  )
  const uncached = Object.entries(rendered).map(([page, { server }]) => ({
    number: 2,
    what: `${page} without the cache: answers a second of one core's time`,
    is: 1000 / server,
    least: least[page] ?? 0,
  }))
  return [...cached, ...uncached]
}
