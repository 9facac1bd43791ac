/** Every planted corruption. */
import { ACCOUNTS } from './accounts'
import { ADJUSTMENTS } from './adjustments'
import { CLAIMS } from './claims'
import { FORGERIES } from './forgeries'
import { OPEN } from './open'
import { GUARDS } from './guards'
import { OPERATORS } from './operators'
import { PERIODS } from './periods'
import { after, CHECKS, findBy, listOutcomes, type Corruption } from './plant'
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
  /** Known ones that the audit does not notice. */
  open: number
  /** Names of the others that the database accepts and the audit misses. */
  missed: string[]
}

/** The first of each kind of end shows that the check is one of the audit's; for the others the check is enough. */
export async function plantOne({ plant, end }: Corruption) {
  const isFirst = CORRUPTIONS.find((one) => one.end === end)!.plant === plant
  return after(plant, isFirst || !CHECKS.includes(end) ? undefined : (reader) => findBy(end, reader))
}

/** Plants each corruption by itself in the books of createSampleBooks() and undoes it. */
export async function plantAll(progress: (done: number) => void): Promise<Outcomes> {
  const outcomes: Outcomes = { refused: 0, found: 0, open: OPEN.length, missed: [] }
  for (const [at, corruption] of CORRUPTIONS.entries()) {
    const answer = await plantOne(corruption)
    if ('refused' in answer) outcomes.refused++
    else if (listOutcomes(answer).length > 0) outcomes.found++
    else outcomes.missed.push(corruption.name)
    progress(at + 1)
  }
  return outcomes
}
