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
  'tests/server/lifecycle',
  'tests/server/workers',
  'tests/wallet/payouts',
  'tests/wallet/payout-webhooks',
  'tests/routes/otp-providers',
  'tests/catalog-pages/plans',
  'tests/routes/profile-image',
  'tests/server/dev',
  'tests/api/fuzz',
  'tests/faults/',
  'tests/races/',
  'tests/accounts/otp-providers',
  'tests/routes/auth',
  'tests/ops/networks',
  'tests/model/',
  'tests/server/cache',
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
