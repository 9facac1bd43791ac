import { clicks } from '~/platform/db/schema/clicks'
import { db } from '~/platform/db/client.server'
import { type NetworkName, networks } from '~/platform/config/networks'
import type { makeOffer } from '../wallet/support'
import { sendReport } from './reports'

export type Offer = Awaited<ReturnType<typeof makeOffer>>

let serial = 0

/** With the current rate of the offer. User 9 is the guest. */
export async function clickOn(offer: Offer, userId: number): Promise<string> {
  const id = `CLICK-ON-${++serial}`
  const { network, payout_hundredths, payout_model, currency, cap_paise } = offer
  await db.insert(clicks).values({
    id,
    user_id: userId,
    campaign_id: offer.id,
    network,
    payout_hundredths,
    payout_model,
    currency,
    cap_paise,
    visitor_hash: 'visitor',
  })
  return id
}

export interface Report {
  click: string
  sale: string
  status: string
  amount: string
  commission?: string
}

/** Sends a postback of this network through the inbox and returns the result. */
export async function report(network: NetworkName, { click, sale, status, amount, commission }: Report) {
  const { postback } = networks[network]
  const raw = {
    [postback.click[0]!]: click,
    [postback.conversion[0]!]: sale,
    [postback.status[0]!]: status,
    [postback.sale[0]!]: amount,
    ...(commission !== undefined && { [postback.payout[0]!]: commission }),
  }
  return (await sendReport(raw, network)).outcome
}
