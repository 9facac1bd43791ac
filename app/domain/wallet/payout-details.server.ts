import { findHiddenUntil } from '~/accounts/payout-hold.server'
import { db } from '~/platform/db/client.server'
import { refused, type Refused } from '~/platform/outcome'
import { errorFacts, log } from '~/platform/log.server'
import { readSettings } from '~/settings/settings.server'
import { toBankRow, findPayoutDetails, toUpiRow } from './destinations.server'
import type { BankDetails, PayoutMethod, UpiDetails } from './destinations'
import {
  storeDestination,
  type CompleteRow,
  type StoreOutcome,
} from './destinations/store-destination.server'

export type SaveOutcome =
  | StoreOutcome
  | Refused<'adding-failed' | 'changing-failed'>
  | Refused<'hidden' | 'too-many', { until: Date }>

interface SaveOptions {
  /** Of the session that saves, which stays when others end. */
  tokenHash?: string
  holds?: boolean
}

export const saveBankDetails = (
  userId: number,
  input: BankDetails,
  options?: SaveOptions,
): Promise<SaveOutcome> => save<never>(userId, 'bank', () => toBankRow(input), options)

export const editBankDetails = (
  userId: number,
  input: BankDetails,
  options?: SaveOptions,
): Promise<SaveOutcome | Refused<'number-missing'>> => {
  const complete = (earlier: string | null) => {
    const stored = earlier === null ? '' : (JSON.parse(earlier) as BankDetails).acc_number
    const acc_number = input.acc_number || stored
    return acc_number ? toBankRow({ ...input, acc_number }) : refused('number-missing')
  }
  return save(userId, 'bank', complete, options)
}

export const saveUpiDetails = (
  userId: number,
  input: UpiDetails,
  options?: SaveOptions,
): Promise<SaveOutcome> => save<never>(userId, 'upi', () => toUpiRow(input), options)

async function save<Reason extends string>(
  userId: number,
  method: PayoutMethod,
  complete: CompleteRow<Reason>,
  { holds = true, tokenHash = '' }: SaveOptions = {},
): Promise<SaveOutcome | Refused<Reason>> {
  try {
    return await db.transaction(async (tx) => {
      const hidden = await findHiddenUntil(userId, tx)
      if (hidden) return refused('hidden', { until: hidden })
      const hours = holds ? (await readSettings(tx)).PAYOUT_HOLD_HOURS : 0
      return storeDestination(tx, { userId, method, hours, tokenHash }, complete)
    })
  } catch (error) {
    log('error', 'payout details were not stored', { method, ...errorFacts(error) })
    const earlier = await findPayoutDetails(userId)
    return refused(earlier[method] ? 'changing-failed' : 'adding-failed')
  }
}
