// The fakes of the payout providers, started once per process and unref'd.
import { env } from '~/platform/config/env.server'
import { startBanks, type Bank } from '../support/payout-providers'
import type { Provider } from './books'
import type { Meeting } from './meeting'

/** By order reference: the meeting to wait for before the provider responds. */
const meetings = new Map<string, Meeting>()

/** The provider responds to this order once no other step of its group can proceed; undefined: immediately. */
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

/** Null: the operator pays by hand. */
export async function payBy(provider: Provider | null): Promise<void> {
  if (provider) await findBank(provider)
  env().PAYOUT_PROVIDER = provider ?? 'manual'
}

/** Withdrawal ids are reused after the books are emptied, so the providers' data are deleted. */
export async function burnBanks(): Promise<void> {
  meetings.clear()
  if (started) for (const bank of Object.values(await started)) bank.forget()
}
