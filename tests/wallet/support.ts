/** People with money, for the tests of the wallet. */
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns, clicks, conversions, users } from '~/db/schema'
import { paise } from '~/money'
import { creditWallet } from '~/wallet/credit.server'
import { houseAccount, lockWallets, moneyTransaction } from '~/wallet/ledger.server'
import { saveUpiDetails } from '~/wallet/payout-details.server'

let serial = 0

/** A member; `referredBy` is the id of a friend. */
export async function member(referredBy?: number): Promise<number> {
  const [row] = await db
    .insert(users)
    .values({ username: `Member ${++serial}`, referral_code: `CODE${serial}`, referred_by: referredBy })
    .returning()
  return row!.id
}

type CampaignFacts = Partial<typeof campaigns.$inferInsert>

/** A live campaign on trackier that pays 5 %, unless told otherwise. */
export async function campaign(facts: CampaignFacts = {}): Promise<typeof campaigns.$inferSelect> {
  const name = `shop-${++serial}`
  const [brand] = await db
    .insert(brands)
    .values({ source: 'test', external_id: name, coupon_code: name, name: `Shop ${serial}` })
    .returning()
  const [row] = await db
    .insert(campaigns)
    .values({
      source: 'test',
      external_id: name,
      row_hash: name,
      slug: name,
      title: `Deal ${serial}`,
      brand_id: brand!.id,
      payout_hundredths: 500n,
      url: `https://${name}.example/`,
      network: 'trackier',
      network_campaign_id: String(7000 + serial),
      ...facts,
    })
    .returning()
  return row!
}

/** A click of this person, with the rate of the campaign. */
export async function click(userId: number, of?: CampaignFacts): Promise<string> {
  const { id, network, payout_hundredths, payout_model, currency, cap_paise } = await campaign(of)
  const clickId = `CLICK${++serial}`
  await db.insert(clicks).values({
    id: clickId,
    user_id: userId,
    campaign_id: id,
    network,
    payout_hundredths,
    payout_model,
    currency,
    cap_paise,
    visitor_hash: 'visitor',
  })
  return clickId
}

/** Gives a member cashback the honest way: with a conversion behind it, so that the books balance. */
export async function earn(userId: number, amount: bigint): Promise<number> {
  const clickId = await click(userId)
  const [owner] = await db.execute<{ campaign_id: string }>(
    sql`SELECT campaign_id FROM clicks WHERE id = ${clickId}`,
  )
  return moneyTransaction(async (tx) => {
    const [conversion] = await tx
      .insert(conversions)
      .values({
        network: 'trackier',
        external_id: `earned-${clickId}`,
        click_id: clickId,
        user_id: userId,
        campaign_id: Number(owner!.campaign_id),
        status: 'approved',
        granted_paise: amount,
        revision: 1,
      })
      .returning()
    const [wallet] = await lockWallets(tx, [userId])
    await creditWallet(tx, wallet!, {
      reference: `conversion:${conversion!.id}:r1:cashback`,
      kind: 'cashback',
      against: houseAccount('cashback_expense'),
      amount: paise(amount),
      refType: 'conversion',
      refId: conversion!.id,
    })
    return conversion!.id
  })
}

/** The UPI ID of memberWith(): everybody's own, with the same end. */
export const upiOf = (userId: number) => `asha${userId}.rao@okbank`

/** A member with money and a UPI ID. */
export async function memberWith(amount: bigint): Promise<number> {
  const id = await member()
  if (amount > 0n) await earn(id, amount)
  await saveUpiDetails(id, { upi: upiOf(id) })
  return id
}
