// Runs the model test on the application with a planted fault. `npm test` uses one recorded seed per fault, which must
// reveal it every time; `npm run prove` searches many.
import fs from 'node:fs'
import path from 'node:path'
import recorded from './fault-seeds.json'
import { FAULTS, type Fault } from './faults'
import { importWith } from './load'

type ProveSeed = (seed: number) => Promise<void>

export const RECORDED: Record<string, number> = recorded

const SEARCH = 'npm run prove -- --only planted --record'

export async function proveWith(faults: Fault[]): Promise<ProveSeed> {
  const module = await importWith(faults)
  // One seed at a time, so that it does not depend on concurrent ones.
  return (from) => module.proveModel({ seeds: 1, from, abreast: 1, shrink: false })
}

/** The error of the model test; null: the fault was not detected. */
async function revealedBy(prove: ProveSeed, seed: number): Promise<string | null> {
  return prove(seed).then(
    () => null,
    (error: unknown) => String(error),
  )
}

/** Throws if the fault has no seed, or if the seed does not reveal it. */
export async function revealedByRecorded(name: string, seeds = RECORDED): Promise<string> {
  const seed = seeds[name]
  if (seed === undefined) throw new Error(`'${name}' has no seed in tests/model/fault-seeds.json: ${SEARCH}`)
  const said = await revealedBy(await proveWith([FAULTS[name]!]), seed)
  if (said === null)
    throw new Error(
      `Seed ${seed} no longer reveals '${name}'. If the steps of the model test have changed, search again: ${SEARCH}. ` +
        `If not, the model has become blind to this fault.`,
    )
  return said
}

/** Throws if none of `most` seeds reveals the fault. */
export async function countSeedsUntilFound(name: string, from: number, most: number): Promise<number> {
  const prove = await proveWith([FAULTS[name]!])
  for (let tried = 1; tried <= most; tried++)
    if ((await revealedBy(prove, from + tried - 1)) !== null) return tried
  throw new Error(`none of ${most} seeds from ${from} reveals '${name}'`)
}

/** The recorded seed, else the first from 1 that reveals the fault on every retry. Throws if none of `most` does. */
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

export function record(seeds: Record<string, number>): void {
  fs.writeFileSync(path.resolve('tests/model/fault-seeds.json'), `${JSON.stringify(seeds, null, 2)}\n`)
}
