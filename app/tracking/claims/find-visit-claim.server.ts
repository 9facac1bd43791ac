import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { claims } from '~/db/schema/claims'
import { listSalesOfClicks } from '../sales-of-clicks.server'
import type { Claim, ClaimState } from './claim'
import { findTiming, isAppealAbout } from './claim-rules'
import { findVisitSubject } from './find-subject.server'

export interface VisitClaim {
  id: number | null
  state: ClaimState | null
  from: Date | null
  isAppeal: boolean
  /** Why the member can only ask a question; null: a claim about the order is possible. */
  problem: 'tooLate' | 'storeTakesNone' | null
}

/** `id` null: there is no claim; `from` is when one becomes possible (null: now). Returns null if there is no visit. */
export async function findVisitClaim(userId: number, number: string): Promise<VisitClaim | null> {
  const visit = await findVisitSubject(db, userId, number)
  if (!visit) return null
  const [claim, sales] = await Promise.all([
    findNewest(userId, visit.clickId),
    listSalesOfClicks(db, [visit.clickId]),
  ])
  const isAppeal = isAppealAbout(sales)
  if (claim) return { id: claim.id, state: claim.state, from: null, isAppeal, problem: null }
  const { from, isEarly, isLate } = findTiming(visit, isAppeal)
  const problem = visit.takes_claims === false ? 'storeTakesNone' : isLate ? 'tooLate' : null
  return { id: null, state: null, from: problem === null && isEarly ? from : null, isAppeal, problem }
}

async function findNewest(userId: number, clickId: string): Promise<Claim | null> {
  const [row] = await db
    .select()
    .from(claims)
    .where(and(eq(claims.user_id, userId), eq(claims.click_id, clickId)))
    .orderBy(asc(sql`${claims.kind} = 'question'`), desc(claims.id))
    .limit(1)
  return row ?? null
}
