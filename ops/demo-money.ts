// Seeds the demo's money with the functions that real sales and withdrawals use.
import { and, eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { conversions } from '~/db/schema/conversions'
import { recordClick } from '~/tracking/clicks.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { recordCommand, recordCommandEnd } from '~/wallet/audit/command-log.server'
import { findPayoutDetails } from '~/wallet/details/find-payout-details.server'
import { saveBankDetails, saveUpiDetails } from '~/wallet/details/payout-details.server'
import { readOsAccount } from '~/operations/actor.server'
import { approveWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import type { DemoPerson } from './demo-people-seed'

/** Each sale with its commission; `status` is the final one. */
const PURCHASES = [
  {
    conversion_id: 'demo-1',
    who: 'Asha Verma',
    campaign: 'voltwala-1',
    sale_amount: '42990',
    payout: '3009.30',
    status: 'approved',
  },
  {
    conversion_id: 'demo-2',
    who: 'Asha Verma',
    campaign: 'dhaagalane-1',
    sale_amount: '3499',
    payout: '419.88',
    status: 'approved',
  },
  {
    conversion_id: 'demo-3',
    who: 'Asha Verma',
    campaign: 'jebfone-1',
    sale_amount: '17999',
    payout: '600',
    status: 'pending',
  },
  {
    conversion_id: 'demo-4',
    who: 'Asha Verma',
    campaign: 'nimbuleaf-1',
    sale_amount: '1250.50',
    payout: '225.09',
    status: 'pending',
  },
  {
    conversion_id: 'demo-5',
    who: 'Asha Verma',
    campaign: 'maidaangear-2',
    sale_amount: '2199',
    payout: '219.90',
    status: 'rejected',
  },
  {
    conversion_id: 'demo-6',
    who: 'Ravi Nair',
    campaign: 'laharferries-1',
    sale_amount: '12400',
    payout: '744',
    status: 'approved',
  },
  {
    conversion_id: 'demo-7',
    who: 'Ravi Nair',
    campaign: 'thalijunction-2',
    sale_amount: '860',
    payout: '129',
    status: 'pending',
  },
] as const

/** Asha's withdrawals; the request keys make seeding idempotent. The last one stays requested. */
const WITHDRAWALS = [
  {
    request_key: '0d2f6c1e-5b0a-4c3e-9a51-6f1d7c9e0001',
    method: 'bank',
    amount: '1500',
    utr: 'DEMO000000001',
  },
  { request_key: '0d2f6c1e-5b0a-4c3e-9a51-6f1d7c9e0002', method: 'upi', amount: '250', utr: null },
] as const

type People = ReadonlyMap<DemoPerson, number>

/** Idempotent. Returns the number of clicks created. */
export async function seedMoney(people: People, campaignOf: (externalId: string) => number): Promise<number> {
  let clicks = 0
  for (const purchase of PURCHASES)
    if (await buy(purchase, people.get(purchase.who)!, campaignOf(purchase.campaign))) clicks++
  await withdraw(people.get('Asha Verma')!)
  return clicks
}

/** False: the sale was already reported. */
async function buy(
  purchase: (typeof PURCHASES)[number],
  userId: number,
  campaignId: number,
): Promise<boolean> {
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
  for (const { utr, ...request } of WITHDRAWALS) {
    const requested = await requestWithdrawal(userId, request)
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
