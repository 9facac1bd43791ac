import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../scripts/build.mjs'

/** A target of docs/speed.md with what was found: at most `most`, or at least `least`. */
export interface Verdict {
  /** Number of the target. */
  number: number
  what: string
  is: number
  most?: number
  least?: number
}

export const isReached = ({ is, most = Infinity, least = -Infinity }: Verdict) => is <= most && is >= least

export function describe(verdict: Verdict): string {
  const { what, is, most, least } = verdict
  const wanted = most === undefined ? `at least ${least}` : `at most ${most}`
  return `${isReached(verdict) ? 'reached' : 'MISSED '}  ${what}: ${is.toFixed(2)}, target ${wanted}`
}

/** Prints the verdicts, and writes them with `facts` to bench/results/NAME.json. False: a target was missed. */
export function conclude(name: string, verdicts: Verdict[], facts: object = {}): boolean {
  for (const verdict of verdicts) console.log(`  ${describe(verdict)}`)
  saveResults(name, { ...facts, verdicts })
  return verdicts.every(isReached)
}

/** Writes bench/results/NAME.json with the machine that measured it. */
export function saveResults(name: string, results: object): void {
  const file = path.join(root, 'bench/results', `${name}.json`)
  const machine = {
    cpu: os.cpus()[0]?.model,
    cores: os.availableParallelism(),
    node: process.version,
    load: os.loadavg()[0],
  }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), machine, ...results }, null, 2)}\n`,
  )
  console.log(`written to ${path.relative(root, file)}`)
}

/** The value at a share of the sorted values, such as 0.99; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
