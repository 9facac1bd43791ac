import { beforeAll, expect, test } from 'vitest'
import { proveReversalRace, REVERSAL_RACES } from './reversals'
import { typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('withdrawals'))

test.each(Object.entries(REVERSAL_RACES))(
  '%s',
  async (_, race) => {
    await expect(proveReversalRace(race, 40)).resolves.toBeUndefined()
  },
  120_000,
)
