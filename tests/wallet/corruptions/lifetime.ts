/** A bit of everything, made by the application: what the corruptions are planted in. */
import { randomUUID } from 'node:crypto'
import { receivePostback } from '~/tracking/postbacks.server'
import { correctUtr } from '~/wallet/correct-utr.server'
import { holdMember } from '~/wallet/holds.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from '~/wallet/payouts.server'
import { makeBatch, noteWritten } from '~/wallet/payout/batches.server'
import { saveUpiDetails } from '~/wallet/payout-details.server'
import { requestWithdrawal } from '~/wallet/withdrawals.server'
import { click, member } from '../support'

async function report(clickId: string, txn_id: string, status: string, sale_amount: string) {
  const raw = { p1: clickId, txn_id, status, sale_amount, payout: '600' }
  await receivePostback({ network: 'trackier', method: 'GET', raw }, (error) => {
    throw error
  })
}

async function ask(userId: number, amount: string): Promise<number> {
  const answer = await requestWithdrawal(userId, { amount, method: 'upi', request_key: randomUUID() })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.withdrawal.id
}

/**
 * A friend, on hold, who referred a shopper. Sales of the shopper: A approved, B pending, C rejected, D approved at its cap; the
 * guest's G. Withdrawals: one paid, one paid with a corrected UTR, one refunded, one waiting.
 */
export async function liveALife(): Promise<void> {
  const friend = await member()
  const shopper = await member(friend)
  const [clickId, capped, guests] = [
    await click(shopper),
    await click(shopper, { cap_paise: 5_000n }),
    await click(9),
  ]
  await saveUpiDetails(friend, { upi: 'ravi@okbank' })
  await saveUpiDetails(shopper, { upi: 'asha@okbank' })
  await report(guests, 'G', 'approved', '1000')
  await report(clickId, 'A', 'approved', '10000')
  await report(clickId, 'B', 'pending', '3000')
  await report(clickId, 'C', 'rejected', '10')
  await report(capped, 'D', 'approved', '1000')
  const [paid, failed] = [await ask(shopper, '100'), await ask(shopper, '50')]
  await approveWithdrawal(paid)
  await payWithdrawal(paid, 'UTR0000001')
  const corrected = await ask(shopper, '20')
  await approveWithdrawal(corrected)
  await payWithdrawal(corrected, 'UTR0000003')
  await correctUtr(corrected, 'UTR0000002', 'Mistyped')
  await approveWithdrawal(failed)
  const made = await makeBatch('test', 'bank.csv')
  if (!made.ok) throw new Error(made.reason)
  await noteWritten(made.batch.id)
  await failWithdrawal(failed, 'Closed')
  await ask(shopper, '30')
  await holdMember(friend, new Date('2099-01-01T00:00:00Z'), 'of a check of your last sales')
}
