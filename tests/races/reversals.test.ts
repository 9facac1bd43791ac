import { expect, test } from 'vitest'
import { proveReversalRace, REVERSAL_RACES } from './reversals'

test.each(Object.entries(REVERSAL_RACES))(
  '%s',
  async (_, race) => {
    await expect(proveReversalRace(race, 40)).resolves.toBeUndefined()
  },
  120_000,
)
