import { InvalidArgumentError, type Command } from 'commander'
import { setHoldingDays } from '~/catalog/rates/holding-days.server'
import { noStore, WHICH_STORE } from './stores'
import { print } from './terminal'

const MOST_DAYS = 365

export function addHolding(group: Command): void {
  group
    .command('holding')
    .description('set a store’s holding period: days before confirmed cashback can be withdrawn')
    .argument('<store>', WHICH_STORE)
    .argument('<days>', `0 to ${MOST_DAYS}, or default for that of its network or HOLDING_DAYS`, readDays)
    .action(setHolding)
}

/** Null: the default period. */
function readDays(text: string): number | null {
  if (text === 'default') return null
  if (!/^\d{1,3}$/.test(text) || Number(text) > MOST_DAYS)
    throw new InvalidArgumentError(`It must be 0 to ${MOST_DAYS}, or default.`)
  return Number(text)
}

async function setHolding(which: string, days: number | null): Promise<void> {
  const set = await setHoldingDays(which, days)
  if (set.ok) {
    const waits = days === null ? 'the days of its network, or HOLDING_DAYS' : `${days} days`
    return print`Sales of ${set.store.name} that are approved from now on wait ${waits}. Those approved before keep their date.`
  }
  throw noStore(set, which)
}
