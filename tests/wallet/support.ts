/** Members with money, for tests. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { users } from '~/platform/db/schema/members'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { formatPlain, paise } from '~/platform/formats/money'
import type { NetworkName } from '~/platform/config/networks'
import { receivePostback } from '~/domain/tracking/inbox.server'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import type { PayoutMethod } from '~/domain/wallet/destinations'
import { creditWallet, takeFromWallet } from '~/domain/wallet/credits.server'
import { houseAccount, lockWallets, moneyTransaction } from '~/domain/wallet/ledger.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { readWithdrawalAmount } from '~/domain/wallet/withdrawals'

let serial = 0

/** `referredBy` is the referrer's id. */
export async function member(referredBy?: number): Promise<number> {
  const [row] = await db
    .insert(users)
    .values({ username: `Member ${++serial}`, referral_code: `CODE${serial}`, referred_by: referredBy })
    .returning()
  return row!.id
}

type OfferFacts = Partial<typeof campaigns.$inferInsert>

/** By default a live offer on trackier that pays 5 %. */
export async function makeOffer(facts: OfferFacts = {}): Promise<typeof campaigns.$inferSelect> {
  const name = `shop-${++serial}`
  const [store] = await db
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
      brand_id: store!.id,
      payout_hundredths: 500n,
      url: `https://${name}.example/`,
      network: 'trackier',
      network_campaign_id: String(7000 + serial),
      ...facts,
    })
    .returning()
  return row!
}

/** A click with the offer's rate; returns its id. */
export async function click(userId: number, of?: OfferFacts): Promise<string> {
  const { id, network, payout_hundredths, payout_model, currency, cap_paise } = await makeOffer(of)
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
    promise_days: 90,
  })
  return clickId
}

/** Receives a postback; an error while it is applied is thrown. */
export const receive = (raw: Record<string, string>, network: NetworkName = 'trackier') =>
  receivePostback({ network, method: 'GET', raw }, (error) => {
    throw error
  })

/** Credits cashback by a reported sale with a flat payout, so that the books balance; returns the sale's id. */
export async function earn(userId: number, amount: bigint): Promise<number> {
  const clickId = await click(userId, { payout_model: 'flat', payout_hundredths: amount })
  const [owner] = await db.execute<{ campaign_id: string }>(
    sql`SELECT campaign_id FROM clicks WHERE id = ${clickId}`,
  )
  return moneyTransaction(async (tx) => {
    const [conversion] = await tx
      .insert(conversions)
      .values({
        network: 'trackier',
        external_id: `earned-${clickId}`,
        conversion_id: `earned-${clickId}`,
        legacy: false,
        click_id: clickId,
        user_id: userId,
        campaign_id: Number(owner!.campaign_id),
        status: 'approved',
        granted_paise: amount,
        revision: 1,
      })
      .returning()
    const [report] = await tx
      .insert(postbackInbox)
      .values({
        network: 'trackier',
        method: 'GET',
        raw: { p1: clickId, conversion_id: `earned-${clickId}`, status: 'approved' },
        click_id: clickId,
        external_id: `earned-${clickId}`,
        report: 'approved',
        outcome: 'applied',
        conversion_id: conversion!.id,
        processed_at: sql`now()`,
      })
      .returning({ id: postbackInbox.id })
    await tx.execute(sql`UPDATE conversions SET report_id = ${report!.id} WHERE id = ${conversion!.id}`)
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

/** Requests a withdrawal, with a new key by default. */
export const sendRequest = (
  userId: number,
  amount: string,
  method: PayoutMethod = 'upi',
  request_key: string = randomUUID(),
) => requestWithdrawal(userId, { amount: readWithdrawalAmount(amount), method, request_key })

/** The UPI ID of memberWith(): unique, with a common ending. */
export const makeUpi = (userId: number) => `asha${userId}.rao@okbank`

/** Runs `work` as a command of this operator account, with an entry in the operator log. */
export async function byCommand<T>(command: string, osUser: string, work: () => Promise<T>): Promise<T> {
  const id = await recordCommand({ osUser }, command)
  const result = await work()
  await recordCommandEnd(id, 'done')
  return result
}

/** For tests that call what commands call: as if an operator were typing them all the time. */
export async function typeCommands(...commands: string[]): Promise<void> {
  for (const command of commands) await recordCommand({ osUser: 'test' }, command)
}

/** A member with money and a UPI ID. */
export async function memberWith(amount: bigint): Promise<number> {
  const id = await member()
  if (amount > 0n) await earn(id, amount)
  await saveUpiDetails(id, { upi: makeUpi(id) })
  return id
}

/** A member in debt with a requested withdrawal of the whole balance, as before reversals cancelled withdrawals. */
export async function memberInDebt(amount: bigint): Promise<{ userId: number; withdrawal: number }> {
  const userId = await member()
  const saleId = await earn(userId, amount)
  await saveUpiDetails(userId, { upi: makeUpi(userId) })
  const answer = await sendRequest(userId, formatPlain(amount))
  if (!answer.ok) throw new Error(answer.reason)
  await takeBack(userId, saleId, amount)
  return { userId, withdrawal: answer.withdrawal.id }
}

/** Reverses a sale without cancelling withdrawals, as before that rule; `meanwhile` runs before the commit. */
export async function takeBack(
  userId: number,
  saleId: number,
  amount: bigint,
  meanwhile = async () => {},
): Promise<void> {
  await moneyTransaction(async (tx) => {
    const [wallet] = await lockWallets(tx, [userId])
    await takeFromWallet(tx, wallet!, {
      reference: `conversion:${saleId}:r2:cashback`,
      kind: 'cashback_back',
      against: houseAccount('cashback_expense'),
      amount: paise(amount),
      refType: 'conversion',
      refId: saleId,
    })
    const [report] = await tx.execute<{ id: string }>(sql`
      INSERT INTO postback_inbox (network, method, raw, click_id, external_id, report, outcome, conversion_id, processed_at)
      SELECT network, method, jsonb_set(raw, '{status}', '"rejected"'), click_id, external_id, 'rejected', outcome,
             conversion_id, now()
        FROM postback_inbox WHERE conversion_id = ${saleId} RETURNING id`)
    await tx.execute(sql`
      UPDATE conversions SET status = 'reversed', granted_paise = 0, revision = 2, report_id = ${report!.id}
       WHERE id = ${saleId}`)
    await meanwhile()
  })
}
