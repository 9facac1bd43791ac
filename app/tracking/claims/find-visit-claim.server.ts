import type { ClaimState } from './claim'
import { findClaimOfVisit } from './read-claims.server'
import { findVisitSubject } from './find-subject.server'
import { findWindow } from './claim-rules'
import { eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { conversions } from '~/db/schema/conversions'
import { isEnd } from '../conversion-states'

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
    findClaimOfVisit(userId, visit.clickId),
    db
      .select({ status: conversions.status })
      .from(conversions)
      .where(eq(conversions.click_id, visit.clickId)),
  ])
  const isAppeal = sales.length > 0 && sales.every(({ status }) => isEnd(status))
  if (claim) return { id: claim.id, state: claim.state, from: null, isAppeal, problem: null }
  const { from, until } = findWindow(visit.at, visit)
  const isLate = !isAppeal && Date.now() > until.getTime()
  const problem = visit.takes_claims === false ? 'storeTakesNone' : isLate ? 'tooLate' : null
  const isEarly = problem === null && Date.now() < from.getTime()
  return { id: null, state: null, from: isEarly ? from : null, isAppeal, problem }
}
