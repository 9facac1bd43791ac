/** The real thing under the model's commands: people, campaigns, clicks, postbacks and withdrawals in the database. */
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns, users } from '~/db/schema'
import { zero } from '~/money'
import { recordClick } from '~/tracking/clicks.server'
import { claimGuestClicks } from '~/tracking/guest-claims.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { openAccounts } from '~/wallet/ledger.server'
import { saveUpiDetails } from '~/wallet/payout-details.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal, returnWithdrawal } from '~/wallet/payouts.server'
import { moveWithdrawal } from '~/wallet/withdrawal-moves.server'
import { cancelWithdrawal, requestWithdrawal } from '~/wallet/withdrawals.server'
import { sendNow } from '~/wallet/payout/send-due.server'
import { receiveWebhook } from '~/wallet/payout/webhooks.server'
import { rewrite } from '../support/rewrite'
import { answerAfter, burnBanks, findBank } from './banks'
import {
  SHARED_UTR,
  type Kind,
  type Manner,
  type Provider,
  type Rate,
  type Report,
  type Step,
  type Turn,
} from './books'
import { currentMeeting } from './meeting'

/** How each network spells a report: [click, sale, amount, words for each kind]. */
const SPELLING: Record<string, [string, string, string, Record<Kind, string[]>]> = {
  trackier: [
    'p1',
    'txn_id',
    'sale_amount',
    { pending: ['pending'], approved: ['approved'], rejected: ['rejected'], reversed: ['cancelled'] },
  ],
  tune: [
    'aff_click_id',
    'transaction_id',
    'sale_amount',
    { pending: ['pending'], approved: ['approved'], rejected: ['rejected'], reversed: ['rejected'] },
  ],
  impact: [
    'SubId1',
    'ActionId',
    'Amount',
    {
      pending: ['PENDING'],
      approved: ['APPROVED', 'LOCKED', 'PAID'],
      rejected: ['REVERSED'],
      reversed: ['REVERSED'],
    },
  ],
  admitad: [
    'subid',
    'admitad_id',
    'order_sum',
    {
      pending: ['pending', 'approved_but_stalled'],
      approved: ['approved'],
      rejected: ['declined'],
      reversed: ['declined'],
    },
  ],
  awin: [
    'clickRef',
    'transactionId',
    'saleAmount',
    { pending: ['pending'], approved: ['approved'], rejected: ['declined'], reversed: ['declined'] },
  ],
}

/** How it spells the commission. */
const PAYOUT: Record<string, string> = {
  trackier: 'payout',
  tune: 'payout',
  impact: 'Payout',
  admitad: 'payment_sum',
  awin: 'commission',
}

export const NETWORKS = Object.keys(SPELLING)

/** A sum in paise as a network or a person writes it. */
export const rupees = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

export interface World {
  /** Ids by the model's names. */
  people: Map<string, number>
  campaigns: Map<string, number>
  /** Click ids and withdrawal ids by the model's. */
  clicks: Map<string, string>
  withdrawals: Map<string, number>
  /** Set before the names of sales: worlds share a database. */
  prefix: string
}

/** New people, each with a UPI ID, and a campaign on each network; references between people as told. */
export async function makeWorld(members: Record<string, string | null>, rates: Rate[]): Promise<World> {
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
  const [brand] = await db
    .insert(brands)
    .values({ source: 'model', external_id: prefix, coupon_code: prefix, name: `Shop ${prefix}` })
    .returning({ id: brands.id })
  const made = await db
    .insert(campaigns)
    .values(NETWORKS.map((network, i) => campaignOf(`${prefix}-${network}`, network, brand!.id, rates[i]!)))
    .returning({ id: campaigns.id })
  return {
    people,
    campaigns: new Map(NETWORKS.map((network, i) => [network, made[i]!.id])),
    clicks: new Map(),
    withdrawals: new Map(),
    prefix,
  }
}

const campaignOf = (name: string, network: string, brand: number, rate: Rate) => ({
  source: 'model',
  external_id: name,
  row_hash: name,
  slug: name,
  title: name,
  brand_id: brand,
  url: 'https://shop.example/',
  network,
  network_campaign_id: '1',
  tracking_url: 'https://track.example/click',
  guest_clicks: true,
  ...payoutOf(rate),
})

const payoutOf = (rate: Rate) =>
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

/** From now on the campaign promises another rate. */
export async function reprice(world: World, network: string, rate: Rate): Promise<void> {
  await db
    .update(campaigns)
    .set(payoutOf(rate))
    .where(inArray(campaigns.id, [world.campaigns.get(network)!]))
}

/** A person, or a guest, goes to the shop. */
export async function clickThrough(world: World, name: string | null, network: string, as: string) {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const userId = name === null ? null : world.people.get(name)!
  const made = await recordClick(world.campaigns.get(network)!, { userId, address, agent: 'model' })
  if (!made.ok) throw new Error(`no click: ${made.reason}`)
  world.clicks.set(as, made.clickId)
}

/** A network reports; gives the verdict. `variant` chooses among its words. */
export async function send(world: World, of: Report, variant = 0): Promise<string> {
  const [click, sale, amount, words] = SPELLING[of.network]!
  const spelt = words[of.kind]
  const raw: Record<string, string> = {
    [click]: world.clicks.get(of.click) ?? `nobody-${world.prefix}`,
    [sale]: `${world.prefix}-${of.sale}`,
    [of.network === 'impact' ? 'Status' : 'status']: spelt[variant % spelt.length]!,
    ...(of.amount !== null && { [amount]: rupees(of.amount) }),
    ...(of.payout != null && { [PAYOUT[of.network]!]: rupees(of.payout) }),
  }
  const verdict = await receivePostback({ network: of.network, method: 'GET', raw }, (error) => {
    throw error
  })
  if (!verdict) throw new Error('the postback was stored and not applied')
  const { outcome, reason } = verdict
  return reason && outcome !== 'superseded' ? `${outcome}: ${reason}` : outcome
}

/** A person who was a guest keeps the click; gives whether it became his. */
export const takeOver = async (world: World, name: string, click: string): Promise<boolean> =>
  (await claimGuestClicks(world.people.get(name)!, [world.clicks.get(click) ?? 'none'])) === 1

/** A person asks for money; gives the answer. */
export async function ask(world: World, name: string, amount: bigint, key: string): Promise<string> {
  // PostgreSQL reads 32 hexadecimal digits as a UUID.
  const request_key = createHash('md5').update(`${world.prefix} ${name} ${key}`).digest('hex')
  const answer = await requestWithdrawal(
    world.people.get(name)!,
    {
      amount: rupees(amount),
      method: 'upi',
      request_key,
    },
    // Limits are no business of the books.
    { least: zero, aDay: null },
  )
  if (!answer.ok) return answer.reason === 'over-balance' ? `over-balance: ${answer.balance}` : answer.reason
  world.withdrawals.set(`${name} ${key}`, answer.withdrawal.id)
  return 'done'
}

/** Worlds share a database: the reference that several of a world's withdrawals are given is this world's. */
const utrOf = ({ prefix }: World, row: number, fact: string) =>
  fact === SHARED_UTR ? `${prefix}-${fact}` : `${prefix}-${row}-${fact}`

/** The operator, or for `cancelled` a person, takes a withdrawal on; gives the answer. */
export async function take(world: World, id: string, step: Step, fact: string, by: string): Promise<string> {
  const row = world.withdrawals.get(id) ?? 0
  const moved = await {
    processing: () => approveWithdrawal(row),
    unknown: () => moveWithdrawal(row, { to: 'unknown' }),
    paid: () => payWithdrawal(row, utrOf(world, row, fact)),
    refunded: () => failWithdrawal(row, fact),
    returned: () => returnWithdrawal(row, fact),
    cancelled: () => cancelWithdrawal(world.people.get(by)!, row),
  }[step]()
  if (moved.ok) return 'done'
  if (moved.reason === 'with-provider') return `with-provider: ${moved.provider}`
  return moved.reason === 'wrong-status' ? `wrong-status: ${moved.status}` : moved.reason
}

const referenceOf = (world: World, id: string) => `withdrawal-${world.withdrawals.get(id) ?? 0}`

/** The worker turns to a withdrawal; the provider takes an order to pay as told. False: there was nothing to ask. */
export async function askProvider(world: World, provider: Provider, id: string, manner: Manner) {
  const bank = await findBank(provider)
  bank.plans.set(referenceOf(world, id), manner)
  answerAfter(referenceOf(world, id), currentMeeting())
  return sendNow(world.withdrawals.get(id) ?? 0)
}

/** Something happens to a transfer at the provider. */
export async function turnAt(world: World, provider: Provider, id: string, to: Turn): Promise<void> {
  const bank = await findBank(provider)
  const isPaid = to === 'paid' || to === 'paid quietly'
  bank.settle(
    referenceOf(world, id),
    isPaid ? 'paid' : to,
    isPaid ? (to === 'paid' ? {} : { utr: null }) : { reason: 'The account is closed' },
  )
}

/** The provider reports one of the states of a transfer, by its place among them. */
export async function deliver(world: World, provider: Provider, id: string, place: number): Promise<void> {
  const { headers, body } = (await findBank(provider)).webhook(referenceOf(world, id), place)
  const received = await receiveWebhook(provider, new Headers(headers), body)
  if (received !== 'stored') throw new Error(`a report of ${provider} is ${received}`)
}

/** Empties all books and what the providers have, past the triggers that keep them, and their owners; the schema and its fixed rows stay. */
export async function burnBooks(): Promise<void> {
  await burnBanks()
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(
      sql`TRUNCATE ledger_transfers, ledger_accounts, conversions, withdrawals, clicks, postback_inbox, payout_events, hold_steps,
                   notifications, upi_details, shortlinks, campaigns, brands RESTART IDENTITY CASCADE`,
    )
    await tx.execute(sql`DELETE FROM users WHERE id > 1000`)
    await openAccounts(tx, [])
  })
}
