// Seeds the demo's money with the functions that real sales and withdrawals use.
import { and, eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { conversions } from '~/db/schema/conversions'
import money from '~/db/seed/demo-money.json'
import { recordClick } from '~/tracking/clicks.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { recordCommand, recordCommandEnd } from '~/wallet/audit/command-log.server'
import type { PayoutMethod } from '~/wallet/details/payout-details'
import { findPayoutDetails } from '~/wallet/details/find-payout-details.server'
import { saveBankDetails, saveUpiDetails } from '~/wallet/details/payout-details.server'
import { readOsAccount } from '~/operations/actor.server'
import { approveWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import type { DemoPerson } from './demo-people-seed'

/** Each sale has its commission; `status` is the final one. The request keys of withdrawals make seeding idempotent. */
const { purchases, withdrawals } = money

type Purchase = (typeof purchases)[number]

type People = ReadonlyMap<DemoPerson, number>

/** Idempotent. Returns the number of clicks created. */
export async function seedMoney(people: People, campaignOf: (externalId: string) => number): Promise<number> {
  let clicks = 0
  for (const purchase of purchases)
    if (await buy(purchase, people.get(purchase.who as DemoPerson)!, campaignOf(purchase.campaign))) clicks++
  await withdraw(people.get('Asha Verma')!)
  return clicks
}

/** False: the sale was already reported. */
async function buy(purchase: Purchase, userId: number, campaignId: number): Promise<boolean> {
  const { conversion_id, sale_amount, payout, status } = purchase
  const [known] = await db
    .select({ id: conversions.id })
    .from(conversions)
    .where(and(eq(conversions.network, 'trackier'), eq(conversions.external_id, conversion_id)))
  if (known) return false
  const click = await recordClick(campaignId, { userId, address: '127.0.0.1', agent: 'demo seed' })
  if (!click.ok) throw new Error(`demo click ${conversion_id}: ${click.reason}`)
  const reports = status === 'pending' ? ['pending'] : ['pending', status]
  for (const word of reports)
    await receivePostback(
      {
        network: 'trackier',
        method: 'GET',
        raw: { p1: click.clickId, conversion_id, sale_amount, payout, status: word },
      },
      (error) => {
        throw error
      },
    )
  return true
}

async function withdraw(userId: number): Promise<void> {
  const details = await findPayoutDetails(userId)
  if (!details.bank)
    await saveBankDetails(
      userId,
      {
        acc_number: '000123456789',
        acc_holder_name: 'Asha Verma',
        ifsc_code: 'DEMO0000001',
        bank_name: '',
      },
      { holds: false },
    )
  if (!details.upi) await saveUpiDetails(userId, { upi: 'asha.verma@demobank' }, { holds: false })
  for (const { utr, method, ...request } of withdrawals) {
    const requested = await requestWithdrawal(userId, { ...request, method: method as PayoutMethod })
    // A user of the demo may have spent the money in the meantime.
    if (!requested.ok) continue
    const { id, status } = requested.withdrawal
    if (utr === null) continue
    if (status === 'requested' || status === 'processing') await payAsOperator(id, status, utr)
  }
}

/** With a line in the operator log, like the command. */
async function payAsOperator(id: number, status: 'requested' | 'processing', utr: string): Promise<void> {
  const line = await recordCommand({ osUser: readOsAccount() }, `withdrawals paid ${id}`)
  if (status === 'requested') await approveWithdrawal(id)
  await payWithdrawal(id, utr)
  await recordCommandEnd(line, 'done')
}
