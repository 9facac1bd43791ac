// Every bench in turn, each in its own process, and one table of the targets of docs/speed.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/build.mjs'
import { describe, isReached, saveResults, type Verdict } from './verdicts'

/** In the order of the targets; the words of the short mode. */
const BENCHES: Record<string, string[]> = {
  pages: ['--seconds', '2', '--rounds', '3'],
  uncached: ['--requests', '100', '--rounds', '3'],
  catalogue: ['--rows', '100000'],
  money: ['--seconds', '8', '--transfers', '20000', '--members', '2000'],
  overload: [],
  memory: ['--minutes', '1'],
  desk: ['--seconds', '3', '--rounds', '3'],
  'desk-pages': ['--members', '2000', '--times', '1'],
}

/** False: a target was missed, or a bench failed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { short: { type: 'boolean', default: false } } })
  const started = new Date().toISOString()
  const verdicts: Verdict[] = []
  const failed: string[] = []
  for (const [name, short] of Object.entries(BENCHES)) {
    console.log(`\n${name}`)
    const code = await runOne([name, ...(values.short ? short : [])])
    const found = readVerdicts(name, started)
    verdicts.push(...(found ?? []))
    // A missed target ends a bench with 1, too.
    if (code !== 0 && (found ?? []).every(isReached)) failed.push(name)
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

/** Null: the bench did not come to its end. */
function readVerdicts(name: string, since: string): Verdict[] | null {
  const file = path.join(root, 'bench/results', `${name}.json`)
  if (!fs.existsSync(file)) return null
  const { at, verdicts } = JSON.parse(fs.readFileSync(file, 'utf8')) as { at: string; verdicts: Verdict[] }
  return at >= since ? verdicts : null
}
