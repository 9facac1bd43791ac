// The application's side of the steps of claims.
import { and, eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { paise } from '~/platform/formats/money'
import { creditClaim } from '~/domain/tracking/claim-credits.server'
import { answerClaim, declineClaim, sendClaim } from '~/domain/tracking/claim-decisions.server'
import { openMemberClaim, appealClaim } from '~/domain/tracking/member-claims.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { rewrite } from '../support/rewrite'
import type { Books } from './books'
import type { Claim } from './claimed-sales'
import type { World } from './world'

/** As a member writes it; networks spell it otherwise. */
const makeOrder = ({ prefix }: World, click: string) => `${prefix}-o-${click}`

const SPELLINGS: ((order: string) => string)[] = [
  (order) => order,
  (order) => order.toUpperCase(),
  (order) => `# ${order.replaceAll('-', '')}`,
]

export const spellOrder = (world: World, click: string, variant: number): string =>
  SPELLINGS[variant % SPELLINGS.length]!(makeOrder(world, click))

const words = (answer: { ok: boolean; reason?: string }) => (answer.ok ? 'done' : answer.reason!)

async function findClaim(world: World, click: string) {
  const [row] = await db
    .select({ id: claims.id, owner: claims.user_id })
    .from(claims)
    .where(and(eq(claims.click_id, world.clicks.get(click) ?? 'none')))
  return row ?? { id: 0, owner: 0 }
}

export async function open(world: World, of: Books, click: string, kind: Claim['kind']): Promise<string> {
  const id = world.clicks.get(click)!
  // Claims are of visits of some days ago.
  await rewrite(
    sql`UPDATE clicks SET created_at = now() - interval '4 days' WHERE id = ${id} AND created_at > now() - interval '1 day'`,
  )
  const [visit] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, id))
  const orderNumber = kind === 'missing' ? makeOrder(world, click) : undefined
  const owner = world.people.get(of.clicks.get(click)!.owner!)!
  return words(
    await openMemberClaim(
      owner,
      { visit: formatVisitNumber(visit!.seq) },
      { kind, text: 'It is wrong', orderNumber },
    ),
  )
}

export async function decide(world: World, click: string, to: 'sent' | 'answered' | 'declined') {
  const { id } = await findClaim(world, click)
  const answer = await (to === 'sent'
    ? sendClaim(id)
    : to === 'answered'
      ? answerClaim(id, 'We look')
      : declineClaim(id, null, 'No'))
  return !answer.ok && answer.reason === 'other-state' ? `other-state: ${answer.claim.state}` : words(answer)
}

export async function appeal(world: World, click: string): Promise<string> {
  const { id, owner } = await findClaim(world, click)
  return words(await appealClaim(owner, id, 'It was not'))
}

/** `wrong`: the sale whose amount is wrong. */
export async function credit(
  world: World,
  click: string,
  amount: bigint,
  wrong: string | null,
  isAnother: boolean,
) {
  const { id } = await findClaim(world, click)
  const [sale] =
    wrong === null
      ? []
      : await db
          .select({ id: conversions.id })
          .from(conversions)
          .where(eq(conversions.conversion_id, `${world.prefix}-${wrong}`))
  const answer = await creditClaim(id, {
    amount: paise(amount),
    saleId: sale?.id,
    isAnotherOrder: isAnother,
    text: 'Confirmed',
  })
  if (answer.ok) return 'done'
  switch (answer.reason) {
    case 'other-state':
      return `other-state: ${answer.claim.state}`
    case 'sale-ended':
      return `sale-ended: ${answer.sale.status}`
    case 'not-applied':
      return `not-applied: ${answer.because}`
    default:
      return answer.reason
  }
}
