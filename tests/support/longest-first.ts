// Starts the slowest test files first, so that none runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = [
  'tests/routes/hostile',
  'tests/model/model',
  'tests/faults/',
  'tests/races/money',
  'tests/model/faults',
  'tests/api/anything',
  'tests/races/',
  'tests/tracking/plans',
  'tests/wallet/plans',
  'tests/wallet/statement',
  'tests/model/',
  'tests/server/lifecycle',
  'tests/ops/',
  'tests/routes/names',
  'tests/routes/otp-providers',
  'tests/routes/live',
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
