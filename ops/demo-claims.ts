import { eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { claims } from '~/db/schema/claims'
import { campaigns } from '~/db/schema/catalogue'
import { clicks } from '~/db/schema/clicks'
import { paise } from '~/formats/money'
import { creditClaim } from '~/tracking/claims/credit-claim.server'
import { answerClaim, declineClaim, sendClaim } from '~/tracking/claims/decide-claim.server'
import { openClaim } from '~/tracking/claims/open-claim.server'
import { writeVisitNumber } from '~/tracking/visit-number'
import { logDemoCommand } from './demo-log'
import type { Act, Moment } from './demo-past'

interface DemoStep {
  at: Moment
  command: string
  take: (id: number) => Promise<{ ok: boolean }>
}

interface DemoClaim {
  campaign: string
  visited: Moment
  opened: Moment
  order: string
  rupees: bigint
  text: string
  steps: readonly DemoStep[]
}

const makeStep = (name: 'send' | 'answer' | 'decline' | 'credit', at: Moment, take: DemoStep['take']) => ({
  command: `claims ${name}`,
  at,
  take,
})
const makeSendStep = (...at: Moment) => makeStep('send', at, (id) => sendClaim(id))

const CLAIMS: readonly DemoClaim[] = [
  {
    campaign: 'voltwala-1',
    visited: [28, '20:40'],
    opened: [23, '21:05'],
    order: 'VW-240931',
    rupees: 2499n,
    text: 'I bought a speaker right after the visit, and nothing was tracked.',
    steps: [
      makeSendStep(22, '11:15'),
      makeStep('credit', [10, '12:20'], (id) =>
        creditClaim(id, { amount: paise(2499_00n), text: 'The store has confirmed your order.' }),
      ),
    ],
  },
  {
    campaign: 'dhaagalane-1',
    visited: [24, '13:10'],
    opened: [19, '20:30'],
    order: 'DL-77120',
    rupees: 1899n,
    text: 'The kurta came last week. Where is the cashback?',
    steps: [
      makeSendStep(18, '11:05'),
      makeStep('decline', [7, '11:45'], (id) =>
        declineClaim(id, 'code', 'The store says that a code of another site was used for this order.'),
      ),
    ],
  },
  {
    campaign: 'jebfone-1',
    visited: [17, '19:25'],
    opened: [12, '21:40'],
    order: 'JF-5550193',
    rupees: 15999n,
    text: 'My phone is not in the list of orders.',
    steps: [
      makeStep('answer', [9, '10:50'], (id) =>
        answerClaim(id, 'The store has found the order and reports it with its next batch.'),
      ),
    ],
  },
  {
    campaign: 'nimbuleaf-1',
    visited: [12, '22:10'],
    opened: [7, '20:15'],
    order: 'NL-20418',
    rupees: 640n,
    text: 'Tea for Rs. 640, paid by UPI.',
    steps: [makeSendStep(6, '11:10')],
  },
  {
    campaign: 'maidaangear-2',
    visited: [6, '18:35'],
    opened: [1, '21:20'],
    order: 'MG-881',
    rupees: 2199n,
    text: 'Shoes, ordered in the same browser.',
    steps: [],
  },
]

export async function listClaims(userId: number, findOffer: (externalId: string) => number): Promise<Act[]> {
  const [known] = await db.select({ id: claims.id }).from(claims).where(eq(claims.user_id, userId)).limit(1)
  return known ? [] : CLAIMS.flatMap((claim, n) => toActs(userId, findOffer(claim.campaign), n, claim))
}

function toActs(userId: number, campaignId: number, n: number, claim: DemoClaim): Act[] {
  const { visited, opened, order, rupees, text, steps } = claim
  let visit: string
  let id: number
  const open = async () => {
    const given = { kind: 'missing', text, orderNumber: order, amount: paise(rupees * 100n) } as const
    const answer = await openClaim(userId, { visit }, given)
    if (!answer.ok) throw new Error(`demo claim ${order}: ${answer.reason}`)
    id = answer.claim.id
  }
  return [
    { at: visited, act: async (at) => (visit = await addVisit(userId, campaignId, n, at)) },
    { at: opened, act: open },
    ...steps.map(({ at, command, take }) => ({
      at,
      act: (when: Date) => decideAsOperator(`${command} ${id}`, when, () => take(id)),
    })),
  ]
}

const decideAsOperator = (command: string, at: Date, take: () => Promise<{ ok: boolean }>) =>
  logDemoCommand(command, at, async () => {
    if (!(await take()).ok) throw new Error(`demo: ${command} was refused`)
  })

/** The visit has today's rate. Returns its number. */
async function addVisit(userId: number, campaignId: number, n: number, at: Date): Promise<string> {
  const [offer] = await db.select().from(campaigns).where(eq(campaigns.id, campaignId))
  const { network, payout_hundredths, payout_model, currency, cap_paise } = offer!
  const [click] = await db
    .insert(clicks)
    .values({
      id: `DEMOCLAIM${userId}N${n}`,
      user_id: userId,
      campaign_id: campaignId,
      network,
      payout_hundredths,
      payout_model,
      currency,
      cap_paise,
      visitor_hash: '',
      created_at: at,
    })
    .returning({ seq: clicks.seq })
  return writeVisitNumber(click!.seq)
}
