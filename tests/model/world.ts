// The application's side of the model's steps.
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { users } from '~/platform/db/schema/members'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise, zero } from '~/platform/formats/money'
import { recordClick } from '~/domain/tracking/clicks.server'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import { openAccounts } from '~/domain/wallet/ledger.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { newReference } from '~/domain/wallet/providers'
import { sendNow } from '~/domain/wallet/payout-worker.server'
import { receiveWebhook } from '~/domain/wallet/payout-webhooks.server'
import { rewrite } from '../support/rewrite'
import { typeCommands } from '../wallet/support'
import { answerAfter, burnBanks, findBank } from './banks'
import type { Manner, Provider, Rate, Turn } from './books'
import { currentMeeting } from './meeting'
import { NETWORKS } from './sending'

export interface World {
  people: Map<string, number>
  campaigns: Map<string, number>
  /** Click and withdrawal ids by the model's names. */
  clicks: Map<string, string>
  withdrawals: Map<string, number>
  /** Prefix of sale names, because worlds share a database. */
  prefix: string
  /** The networks' numbers of the sales; null: their names with the prefix. */
  numbers: { begin: string; bySale: Map<string, string> } | null
}

/** Creates members with a UPI ID each, and an offer per network. */
export async function makeWorld(
  members: Record<string, string | null>,
  rates: Rate[],
  { hasNumbers = false } = {},
): Promise<World> {
  await typeCommands('withdrawals', 'postbacks', 'conflicts', 'catalogue', 'claims credit')
  const prefix = randomUUID().slice(0, 13)
  const names = Object.keys(members)
  const rows = await db
    .insert(users)
    .values(names.map((name) => ({ username: name, referral_code: `${prefix}-${name}` })))
    .returning({ id: users.id })
  const people = new Map(names.map((name, i) => [name, rows[i]!.id]))
  for (const [name, referrer] of Object.entries(members))
    if (referrer !== null)
      await rewrite(
        sql`UPDATE users SET referred_by = ${people.get(referrer)!} WHERE id = ${people.get(name)!}`,
      )
  for (const id of people.values()) await saveUpiDetails(id, { upi: `p${id}@okbank` })
  const [store] = await db
    .insert(brands)
    .values({ source: 'model', external_id: prefix, coupon_code: prefix, name: `Shop ${prefix}` })
    .returning({ id: brands.id })
  const made = await db
    .insert(campaigns)
    .values(NETWORKS.map((network, i) => toOffer(`${prefix}-${network}`, network, store!.id, rates[i]!)))
    .returning({ id: campaigns.id })
  return {
    people,
    campaigns: new Map(NETWORKS.map((network, i) => [network, made[i]!.id])),
    clicks: new Map(),
    withdrawals: new Map(),
    prefix,
    numbers: hasNumbers ? { begin: String(randomInt(10_000_000, 100_000_000)), bySale: new Map() } : null,
  }
}

const toOffer = (name: string, network: string, store: number, rate: Rate) => ({
  source: 'model',
  external_id: name,
  row_hash: name,
  slug: name,
  title: name,
  brand_id: store,
  url: 'https://shop.example/',
  network,
  network_campaign_id: '1',
  tracking_url: 'https://track.example/click',
  guest_clicks: true,
  ...toPayout(rate),
})

const toPayout = (rate: Rate) =>
  rate === null
    ? { payout_hundredths: null, payout_model: 'percentage', currency: 'Rs.', cap_paise: null }
    : 'percent' in rate
      ? {
          payout_hundredths: rate.percent,
          payout_model: 'percentage',
          currency: 'Rs.',
          cap_paise: rate.cap,
        }
      : {
          payout_hundredths: rate.flat,
          payout_model: 'CPS',
          currency: rate.rupees ? 'INR' : 'EUR',
          cap_paise: rate.cap,
        }

/** As if the five minutes had passed in which clicks still lock a higher former rate (docs/rules.md#39). */
export async function reprice(world: World, network: string, rate: Rate): Promise<void> {
  const id = world.campaigns.get(network)!
  await db
    .update(campaigns)
    .set(toPayout(rate))
    .where(inArray(campaigns.id, [id]))
  await db.execute(sql`DELETE FROM offer_rates WHERE campaign_id = ${id}`)
}

/** Null `name`: a guest. */
export async function clickThrough(world: World, name: string | null, network: string, as: string) {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const userId = name === null ? null : world.people.get(name)!
  const made = await recordClick(world.campaigns.get(network)!, { userId, address, agent: 'model' })
  if (!made.ok) throw new Error(`no click: ${made.reason}`)
  world.clicks.set(as, made.clickId)
}

/** True if the click was assigned to the member. */
export const takeOver = async (world: World, name: string, click: string): Promise<boolean> =>
  (await claimGuestClicks(world.people.get(name)!, [world.clicks.get(click) ?? 'none'])) === 1

/** PostgreSQL parses 32 hexadecimal digits as a UUID. */
const requestKey = ({ prefix }: World, name: string, key: string) =>
  createHash('md5').update(`${prefix} ${name} ${key}`).digest('hex')

export async function ask(world: World, name: string, amount: bigint, key: string): Promise<string> {
  const request_key = requestKey(world, name, key)
  const answer = await requestWithdrawal(
    world.people.get(name)!,
    {
      amount: paise(amount),
      method: 'upi',
      request_key,
    },
    // The model has no withdrawal limits.
    { least: zero, dailyLimit: null },
  )
  if (!answer.ok) return answer.reason === 'over-balance' ? `over-balance: ${answer.balance}` : answer.reason
  world.withdrawals.set(`${name} ${key}`, answer.withdrawal.id)
  return 'done'
}

/** Records a withdrawal whose response was lost, if it was created. */
export async function findAsked(world: World, name: string, key: string): Promise<void> {
  const isIt = and(
    eq(withdrawals.user_id, world.people.get(name)!),
    eq(withdrawals.request_key, requestKey(world, name, key)),
  )
  const [row] = await db.select({ id: withdrawals.id }).from(withdrawals).where(isIt)
  if (row) world.withdrawals.set(`${name} ${key}`, row.id)
}

/** '' for a withdrawal that was never made. */
async function readReference(world: World, id: string): Promise<string> {
  const [row] = await db
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.id, world.withdrawals.get(id) ?? 0))
  return row ? newReference(row) : ''
}

/** Plans the manner and runs the worker. False: there was nothing to send. */
export async function askProvider(world: World, provider: Provider, id: string, manner: Manner) {
  const bank = await findBank(provider)
  const reference = await readReference(world, id)
  bank.plans.set(reference, manner)
  answerAfter(reference, currentMeeting())
  return sendNow(world.withdrawals.get(id) ?? 0)
}

export async function turnAt(world: World, provider: Provider, id: string, to: Turn): Promise<void> {
  const bank = await findBank(provider)
  const isPaid = to === 'paid' || to === 'paid quietly'
  bank.settle(
    await readReference(world, id),
    isPaid ? 'paid' : to,
    isPaid ? (to === 'paid' ? {} : { utr: null }) : { reason: 'The account is closed' },
  )
}

/** `place`: index of the state among those of the transfer. */
export async function deliver(world: World, provider: Provider, id: string, place: number): Promise<void> {
  const { headers, body } = (await findBank(provider)).webhook(await readReference(world, id), place)
  const received = await receiveWebhook(provider, new Headers(headers), body)
  if (received !== 'stored') throw new Error(`a report of ${provider} is ${received}`)
}

/** Empties the books and their owners with triggers disabled, and resets the providers; fixed rows stay. */
export async function burnBooks(): Promise<void> {
  await burnBanks()
  await rewrite(
    sql`TRUNCATE ledger_transfers, ledger_accounts, conversions, withdrawals, clicks, postback_inbox, payout_events, hold_steps,
                   notifications, upi_details, destination_saves, signal_members, signals, departures, adjustments, network_settlements, period_closes, month_corrections, payout_batches, shortlinks, campaigns, brands RESTART IDENTITY CASCADE`,
    sql`DELETE FROM users WHERE id > 1000`,
  )
  await db.transaction((tx) => openAccounts(tx, []))
}
