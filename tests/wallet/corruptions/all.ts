/** Every planted corruption. */
import { ACCOUNTS } from './accounts'
import { ADJUSTMENTS } from './adjustments'
import { CLAIMS } from './claims'
import { FORGERIES } from './forgeries'
import { GUARDS } from './guards'
import { OPERATORS } from './operators'
import { PERIODS } from './periods'
import { after, listOutcomes, type Corruption } from './plant'
import { REFUSED } from './refused'
import { ROW_STEPS } from './row-steps'
import { SALES } from './sales'
import { SEALED } from './sealed'
import { SETTLEMENTS } from './settlements'
import { TRANSFERS } from './transfers'
import { WITHDRAWALS } from './withdrawals'

export const CORRUPTIONS: readonly Corruption[] = [
  ...ACCOUNTS,
  ...TRANSFERS,
  ...SALES,
  ...WITHDRAWALS,
  ...ADJUSTMENTS,
  ...CLAIMS,
  ...SETTLEMENTS,
  ...PERIODS,
  ...OPERATORS,
  ...ROW_STEPS,
  ...FORGERIES,
  ...GUARDS,
  ...SEALED,
  ...REFUSED,
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
