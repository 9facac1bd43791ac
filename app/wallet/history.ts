/** The words of a person's history. */

/** A movement of the wallet, by its kind and, for a hold, the state its withdrawal is in now. */
const MOVEMENTS: Record<string, string> = {
  pending: 'Cashback pending',
  rejected: 'Cashback rejected',
  cashback: 'Cashback confirmed',
  cashback_back: 'Cashback reversed',
  referral: 'Referral reward',
  referral_back: 'Referral reward reversed',
  repay: 'Amount owed repaid',
  refunded: 'Withdrawal refunded',
  cancelled: 'Withdrawal amount returned',
  returned: 'Withdrawal sent back by the bank',
}

const HOLDS: Record<string, string> = {
  requested: 'Withdrawal requested',
  processing: 'Withdrawal in progress',
  unknown: 'Withdrawal in progress',
  paid: 'Withdrawal paid',
  failed: 'Withdrawal failed',
  refunded: 'Withdrawal failed',
  cancelled: 'Withdrawal cancelled',
  returned: 'Withdrawal paid',
}

export function describeMovement(kind: string, withdrawalStatus: string | null): string {
  const words = kind === 'hold' ? HOLDS[withdrawalStatus ?? ''] : MOVEMENTS[kind]
  if (!words) throw new Error(`no words for ${kind} ${withdrawalStatus}`)
  return words
}

/** decisions.md 24: 'TXN00000012DD'. */
export const transactionId = (id: string) => `TXN${id.padStart(8, '0')}DD`
