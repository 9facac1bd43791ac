/** The stand-ins for the providers of payouts, started once a process and never in the way of its end. */
import { env } from '~/env.server'
import { startBanks, type Bank } from '../support/payout-providers'
import type { Provider } from './books'
import type { Meeting } from './meeting'

/** By the reference of an order: who has to be waited for before a provider answers. */
const meetings = new Map<string, Meeting>()

/** The provider answers to this order when the others of its group cannot get any further; undefined: at once. */
export function answerAfter(reference: string, meeting: Meeting | undefined): void {
  if (meeting?.whileAsked) meetings.set(reference, meeting)
  else meetings.delete(reference)
}

let started: Promise<Record<Provider, Bank>> | undefined

async function startAll(): Promise<Record<Provider, Bank>> {
  const banks = await startBanks(env())
  for (const bank of Object.values(banks)) {
    bank.unref()
    bank.before = (call) => meetings.get(call.split(' ')[1]!)?.arrive()
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
  meetings.clear()
  if (started) for (const bank of Object.values(await started)) bank.forget()
}
