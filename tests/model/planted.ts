/**
 * Whether the model test tells the books with a planted fault from the books as they are. In the test command each fault is
 * looked for with one recorded seed, which has to reveal it every time; the long run searches with many.
 */
import fs from 'node:fs'
import path from 'node:path'
import { runnerImport } from 'vite'
import { aliases } from '../../scripts/driver.mjs'
import recorded from './fault-seeds.json'
import { FAULTS, plant, type Fault } from './faults'
import type * as Proof from './run'

type ProveSeed = (seed: number) => Promise<void>

/** By the name of a fault: a seed that reveals it. */
export const RECORDED: Record<string, number> = recorded

/** How the seeds are found anew. */
export const SEARCH = 'npm run prove -- --only planted --record'

/** The model test of one seed on a copy of the whole application of its own, with faults in it. */
export async function proveWith(faults: Fault[]): Promise<ProveSeed> {
  const { module } = await runnerImport<typeof Proof>(path.resolve('tests/model/run.ts'), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: aliases() },
    plugins: faults.map(plant),
  })
  // One at a time: what happens at the same instant is then this seed's alone.
  return (from) => module.proveModel({ seeds: 1, from, abreast: 1, shrink: false })
}

/** What the model says of the fault with this seed; null: it does not see it. */
async function revealedBy(prove: ProveSeed, seed: number): Promise<string | null> {
  return prove(seed).then(
    () => null,
    (error: unknown) => String(error),
  )
}

/** What the model says of the fault with the recorded seed. Throws when there is none, or when it does not see the fault. */
export async function revealedByRecorded(name: string, seeds = RECORDED): Promise<string> {
  const seed = seeds[name]
  if (seed === undefined) throw new Error(`'${name}' has no seed in tests/model/fault-seeds.json: ${SEARCH}`)
  const said = await revealedBy(await proveWith([FAULTS[name]!]), seed)
  if (said === null)
    throw new Error(
      `Seed ${seed} no longer reveals '${name}'. If the steps of the model test have changed, search anew: ${SEARCH}. ` +
        `If not, the model has become blind to this fault.`,
    )
  return said
}

/** How many seeds from `from` it takes to reveal the fault. Throws when none of `most` does. */
export async function seedsUntilFound(name: string, from: number, most: number): Promise<number> {
  const prove = await proveWith([FAULTS[name]!])
  for (let tried = 1; tried <= most; tried++)
    if ((await revealedBy(prove, from + tried - 1)) !== null) return tried
  throw new Error(`none of ${most} seeds from ${from} reveals '${name}'`)
}

/**
 * A seed that reveals the fault each time that it is tried again: the recorded one, else the first from 1. Throws when none
 * of `most` does.
 */
export async function findSeed(name: string, most: number): Promise<number> {
  const prove = await proveWith([FAULTS[name]!])
  const before = RECORDED[name]
  if (before !== undefined && (await revealsAlways(prove, before))) return before
  for (let seed = 1; seed <= most; seed++) if (await revealsAlways(prove, seed)) return seed
  throw new Error(`none of ${most} seeds reveals '${name}' each time`)
}

async function revealsAlways(prove: ProveSeed, seed: number): Promise<boolean> {
  for (let again = 0; again < 10; again++) if ((await revealedBy(prove, seed)) === null) return false
  return true
}

/** Writes the seeds down for the test command. */
export function record(seeds: Record<string, number>): void {
  fs.writeFileSync(path.resolve('tests/model/fault-seeds.json'), `${JSON.stringify(seeds, null, 2)}\n`)
}
