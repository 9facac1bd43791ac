// Starts the slowest test files first, so that none runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of paths, the slowest first; `npm test` prints the times. */
const LONGEST = [
  'tests/routes/hostile',
  'tests/faults/faults',
  'tests/model/model',
  'tests/routes/database-down',
  'tests/model/faults',
  'tests/races/money',
  'tests/races/payout-worker',
  'tests/books/corruptions.test',
  'tests/server/embedded',
  'tests/server/crashes',
  'tests/routes/image-samples',
  'plans.test',
  'tests/server/workers',
  'tests/routes/desk-masks',
  'tests/routes/desk-pages',
  'tests/wallet/payouts',
  'tests/accounts/otp-providers',
  'tests/server/cache',
  'tests/routes/otp-providers',
  'tests/server/dev',
  'tests/api/fuzz',
  'tests/faults/',
  'tests/races/',
  'tests/routes/guard',
  'tests/operations/queue',
  'tests/routes/auth',
  'tests/model/',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((part) => moduleId.includes(part))
      return at < 0 ? LONGEST.length : at
    }
    return rest.toSorted((a, b) => rank(a) - rank(b))
  }
}
