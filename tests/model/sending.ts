import { asc, inArray, like } from 'drizzle-orm'
import { db, isDatabaseAway } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import type { Postback } from '~/domain/tracking/inbox-row.server'
import { applyPostback, receivePostback, storePostback } from '~/domain/tracking/inbox.server'
import type { Kind, Report } from './books'
import { spellOrder } from './claiming'
import type { World } from './world'

/** Parameter names and status words of each network: [click, sale, amount, commission, words for each kind]. */
const SPELLING: Record<string, [string, string, string, string, Record<Kind, string[]>]> = {
  trackier: [
    'p1',
    'conversion_id',
    'sale_amount',
    'payout',
    { pending: ['pending'], approved: ['approved'], rejected: ['rejected'], reversed: ['cancelled'] },
  ],
  tune: [
    'aff_click_id',
    'transaction_id',
    'sale_amount',
    'payout',
    { pending: ['pending'], approved: ['approved'], rejected: ['rejected'], reversed: ['rejected'] },
  ],
  impact: [
    'SubId1',
    'ActionId',
    'Amount',
    'Payout',
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
    'payment_sum',
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
    'commission',
    { pending: ['pending'], approved: ['approved'], rejected: ['declined'], reversed: ['declined'] },
  ],
}

export const NETWORKS = Object.keys(SPELLING)

export const rupees = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** The network's id of a sale. As a number it has 18 digits, or 10 and zeros in front: a spreadsheet spoils both. */
export function spellSale({ prefix, numbers }: World, sale: string): string {
  if (!numbers) return `${prefix}-${sale}`
  const { begin, bySale } = numbers
  const place = bySale.size
  const number =
    place % 2
      ? `00${begin}${String(place).padStart(2, '0')}`
      : `${begin}${String((1_234_567_891 * (place + 1)) % 10_000_000_000).padStart(10, '0')}`
  bySale.set(sale, bySale.get(sale) ?? number)
  return bySale.get(sale)!
}

/** `variant` selects one of the network's words. */
function buildPostback(world: World, of: Report, variant: number): Postback {
  const [click, sale, amount, commission, words] = SPELLING[of.network]!
  const spelt = words[of.kind]
  const raw: Record<string, string> = {
    [click]: world.clicks.get(of.click) ?? `nobody-${world.prefix}`,
    [sale]: spellSale(world, of.sale),
    [of.network === 'impact' ? 'Status' : 'status']: spelt[variant % spelt.length]!,
    ...(of.amount !== null && { [amount]: rupees(of.amount) }),
    ...(of.order !== undefined && { txn_id: spellOrder(world, of.order, variant) }),
    ...(of.commission != null && { [commission]: rupees(of.commission) }),
  }
  return { network: of.network, method: 'GET', raw }
}

/** Returns the verdict, or that the report is only stored. */
export async function send(world: World, of: Report, variant = 0): Promise<string> {
  const verdict = await receivePostback(buildPostback(world, of, variant), (error) => {
    if (!isDatabaseAway(error)) throw error
  })
  return verdict ? describeOutcome(verdict) : 'stored'
}

export const store = (world: World, of: Report, variant = 0): Promise<number> =>
  storePostback(buildPostback(world, of, variant))

/** `place`: index among the reports of this world, in order of receipt. */
export async function applyAt(world: World, place: number): Promise<string> {
  const verdict = await applyPostback((await listReports(world))[place]!.id, { wait: true })
  return describeOutcome(verdict!)
}

export const listReports = ({ prefix, numbers }: World) =>
  db
    .select()
    .from(postbackInbox)
    .where(
      numbers
        ? inArray(postbackInbox.external_id, ['', ...numbers.bySale.values()])
        : like(postbackInbox.external_id, `${prefix}-%`),
    )
    .orderBy(asc(postbackInbox.id))

/** The former reason for the quarantine of a superseded report is ignored. */
export const describeOutcome = ({ outcome, reason }: { outcome: string; reason?: string | null }): string =>
  reason && outcome === 'quarantined' ? `${outcome}: ${reason}` : outcome
