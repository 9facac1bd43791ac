import { eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { prepared } from '~/platform/db/prepared.server'
import { bankDetails, upiDetails } from '~/platform/db/schema/payout-details'
import { blindIndex, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import {
  type BankDetails,
  maskBankAccount,
  maskUpiIdAsBefore,
  type PayoutMethod,
  type UpiDetails,
  maskUpiId,
} from './destinations'

export interface PayoutHint {
  hint: string
  updated_at: Date
}

export const TABLES = { bank: bankDetails, upi: upiDetails }

const prepareHint = (method: PayoutMethod) =>
  prepared((reader) => {
    const { hint, updated_at, user_id } = TABLES[method]
    return reader
      .select({ hint, updated_at })
      .from(TABLES[method])
      .where(eq(user_id, sql.placeholder('userId')))
  })

const selectHint = { bank: prepareHint('bank'), upi: prepareHint('upi') }

export async function findPayoutHint(userId: number, method: PayoutMethod): Promise<PayoutHint | null> {
  const [row] = await selectHint[method](db, { userId })
  return row ?? null
}

export async function findPayoutDetails(
  userId: number,
): Promise<{ bank: PayoutHint | null; upi: PayoutHint | null }> {
  const [bank, upi] = await Promise.all([findPayoutHint(userId, 'bank'), findPayoutHint(userId, 'upi')])
  return { bank, upi }
}

const prepareSealed = (method: PayoutMethod) =>
  prepared((reader) => {
    const { sealed, hint, blind_index: index, user_id } = TABLES[method]
    return reader
      .select({ sealed, hint, index })
      .from(TABLES[method])
      .where(eq(user_id, sql.placeholder('userId')))
  })

const selectSealed = { bank: prepareSealed('bank'), upi: prepareSealed('upi') }

/** Decrypts the details: use it for payouts only. */
export async function findPayoutDestination(
  reader: Reader,
  userId: number,
  method: PayoutMethod,
): Promise<{ details: string; hint: string; index: string } | null> {
  const [row] = await selectSealed[method](reader, { userId })
  return row ? { ...row, details: unseal(row.sealed, sealContext(method, userId)) } : null
}

export async function findMaskedBankDetails(userId: number): Promise<BankDetails | null> {
  const found = await findPayoutDestination(db, userId, 'bank')
  if (!found) return null
  const details = JSON.parse(found.details) as BankDetails
  return { ...details, acc_number: found.hint }
}

export const toBankRow = (input: BankDetails): DestinationRow => ({
  details: JSON.stringify(input),
  hint: maskBankAccount(input),
  account: `bank:${input.ifsc_code}:${input.acc_number}`,
})

export const toUpiRow = (input: UpiDetails): DestinationRow => ({
  details: JSON.stringify(input),
  hint: maskUpiId(input),
  account: `upi:${input.upi}`,
})

/** `hints`: the current format, then that of earlier releases. */
export function describeDestination(
  method: PayoutMethod,
  details: string,
): { hints: string[]; index: string } {
  if (method === 'bank') {
    const { hint, account } = toBankRow(JSON.parse(details) as BankDetails)
    return { hints: [hint], index: blindIndex(account) }
  }
  const upi = JSON.parse(details) as UpiDetails
  const { hint, account } = toUpiRow(upi)
  return { hints: [hint, maskUpiIdAsBefore(upi)], index: blindIndex(account) }
}

export const sealContext = (method: PayoutMethod, userId: number): SealedPlace =>
  `${method}_details|sealed|${userId}`

export interface DestinationRow {
  details: string
  hint: string
  account: string
}
