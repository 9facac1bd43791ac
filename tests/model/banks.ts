/** The stand-ins for the providers of payouts, started once a process and never in the way of its end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '~/env.server'
import { startBanks, type Bank } from '../support/payout-providers'
import type { Provider } from './books'

/** How long a provider thinks about an order to pay, in ms: another worker finds the time to come by. */
const PAUSE = 15

let started: Promise<Record<Provider, Bank>> | undefined

async function startAll(): Promise<Record<Provider, Bank>> {
  const banks = await startBanks(env())
  for (const bank of Object.values(banks)) {
    bank.unref()
    bank.before = (call) => (call.startsWith('POST ') ? sleep(PAUSE) : undefined)
  }
  return banks
}

export const findBank = async (provider: Provider): Promise<Bank> =>
  (await (started ??= startAll()))[provider]

/** Who pays what is approved from now on, in this process; null: the operator. */
export async function payBy(provider: Provider | null): Promise<void> {
  if (provider) await findBank(provider)
  env().PAYOUT_PROVIDER = provider ?? 'manual'
}

/** Numbers of withdrawals may come again: what the providers had under them is gone. */
export async function burnBanks(): Promise<void> {
  if (started) for (const bank of Object.values(await started)) bank.forget()
}
