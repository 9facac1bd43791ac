/** Every planted corruption. */
import { ADJUSTMENTS } from './adjustments'
import { CLAIMS } from './claims'
import { DROPPED_CONSTRAINTS } from './constraints'
import { FACTS } from './facts'
import { GUARDS } from './guards'
import { MISSED } from './missed'
import { MORE } from './more'
import { after, listOutcomes, type Corruption } from './plant'
import { OPERATORS } from './operators'
import { PERIODS } from './periods'
import { SEALED } from './sealed'
import { BANK, SETTLEMENTS } from './settlements'
import { SUMS } from './sums'

export const CORRUPTIONS: readonly Corruption[] = [
  ...SUMS,
  ...MISSED,
  ...GUARDS,
  ...DROPPED_CONSTRAINTS,
  ...SEALED,
  ...MORE,
  ...ADJUSTMENTS,
  ...CLAIMS,
  ...SETTLEMENTS,
  ...BANK,
  ...PERIODS,
  ...OPERATORS,
  ...FACTS,
]

export interface Outcomes {
  refused: number
  found: number
  /** Names of those that the database accepts and the audit misses. */
  missed: string[]
}

/** Plants each corruption by itself in the books of createSampleBooks() and undoes it. */
export async function plantAll(progress: (done: number) => void): Promise<Outcomes> {
  const outcomes: Outcomes = { refused: 0, found: 0, missed: [] }
  for (const [at, { name, plant }] of CORRUPTIONS.entries()) {
    const answer = await after(plant)
    if ('refused' in answer) outcomes.refused++
    else if (listOutcomes(answer).length > 0) outcomes.found++
    else outcomes.missed.push(name)
    progress(at + 1)
  }
  return outcomes
}
