// A claim in each state, with the functions that members and operators use.
import { eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { claims } from '~/db/schema/claims'
import { campaigns } from '~/db/schema/catalogue'
import { clicks } from '~/db/schema/clicks'
import { DAY_MS } from '~/formats/dates'
import { paise } from '~/formats/money'
import { readOsAccount } from '~/operations/actor.server'
import { creditClaim } from '~/tracking/claims/credit-claim.server'
import { answerClaim, declineClaim, sendClaim } from '~/tracking/claims/decide-claim.server'
import { openClaim } from '~/tracking/claims/open-claim.server'
import { writeVisitNumber } from '~/tracking/visit-number'
import { recordCommand, recordCommandEnd } from '~/wallet/audit/command-log.server'

interface DemoClaim {
  campaign: string
  daysAgo: number
  order: string
  rupees: bigint
  text: string
  command: string | null
  decide: (id: number) => Promise<{ ok: boolean }>
}

const nothing = () => Promise.resolve({ ok: true })

const CLAIMS: readonly DemoClaim[] = [
  {
    campaign: 'voltwala-1',
    daysAgo: 21,
    order: 'VW-240931',
    rupees: 2499n,
    text: 'I bought a speaker right after the visit, and nothing was tracked.',
    command: 'claims credit',
    decide: (id) => creditClaim(id, { amount: paise(2499_00n), text: 'The store has confirmed your order.' }),
  },
  {
    campaign: 'dhaagalane-1',
    daysAgo: 18,
    order: 'DL-77120',
    rupees: 1899n,
    text: 'The kurta came last week. Where is the cashback?',
    command: 'claims decline',
    decide: (id) =>
      declineClaim(id, 'code', 'The store says that a code of another site was used for this order.'),
  },
  {
    campaign: 'jebfone-1',
    daysAgo: 12,
    order: 'JF-5550193',
    rupees: 15999n,
    text: 'My phone is not in the list of orders.',
    command: 'claims answer',
    decide: (id) => answerClaim(id, 'The store has found the order and reports it with its next batch.'),
  },
  {
    campaign: 'nimbuleaf-1',
    daysAgo: 9,
    order: 'NL-20418',
    rupees: 640n,
    text: 'Tea for Rs. 640, paid by UPI.',
    command: 'claims send',
    decide: (id) => sendClaim(id),
  },
  {
    campaign: 'maidaangear-2',
    daysAgo: 5,
    order: 'MG-881',
    rupees: 2199n,
    text: 'Shoes, ordered in the same browser.',
    command: null,
    decide: nothing,
  },
]

/** Idempotent: a member with claims keeps them. Returns the number of visits created. */
export async function seedClaims(
  userId: number,
  campaignOf: (externalId: string) => number,
): Promise<number> {
  const [known] = await db.select({ id: claims.id }).from(claims).where(eq(claims.user_id, userId)).limit(1)
  if (known) return 0
  for (const [at, claim] of CLAIMS.entries()) await seedClaim(userId, campaignOf(claim.campaign), at, claim)
  return CLAIMS.length
}

async function seedClaim(userId: number, campaignId: number, at: number, claim: DemoClaim): Promise<void> {
  const { order, rupees, text, command, decide } = claim
  const opened = await openClaim(
    userId,
    { visit: await addVisit(userId, campaignId, at, claim.daysAgo) },
    { kind: 'missing', text, orderNumber: order, amount: paise(rupees * 100n) },
  )
  if (!opened.ok) throw new Error(`demo claim ${order}: ${opened.reason}`)
  if (command === null) return
  const line = await recordCommand({ osUser: readOsAccount() }, `${command} ${opened.claim.id}`)
  const { ok } = await decide(opened.claim.id)
  if (!ok) throw new Error(`demo claim ${order} could not be decided`)
  await recordCommandEnd(line, 'done')
}

/** In the past, with the rate of today: no command makes old visits. Returns its number. */
async function addVisit(userId: number, campaignId: number, at: number, daysAgo: number): Promise<string> {
  const [offer] = await db.select().from(campaigns).where(eq(campaigns.id, campaignId))
  const { network, payout_hundredths, payout_model, currency, cap_paise } = offer!
  const [click] = await db
    .insert(clicks)
    .values({
      id: `DEMOCLAIM${userId}N${at}`,
      user_id: userId,
      campaign_id: campaignId,
      network,
      payout_hundredths,
      payout_model,
      currency,
      cap_paise,
      visitor_hash: '',
      created_at: new Date(Date.now() - daysAgo * DAY_MS - at * 3_700_000),
    })
    .returning({ seq: clicks.seq })
  return writeVisitNumber(click!.seq)
}
