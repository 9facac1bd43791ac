import { db } from '~/platform/db/client.server'
import { refused, type Refused } from '~/platform/outcome'
import type { Claim } from './claim'
import {
  findEarlier,
  findVisitProblem,
  isAppealAbout,
  listVisitKinds,
  type VisitProblem,
} from './claim-rules'
import { findVisitFacts } from './claims/find-subject.server'
import { hasMostOpen } from './open-claim.server'

export interface VisitClaim {
  /** The claim about the order, or the question where no such claim can be opened. */
  claim: Pick<Claim, 'id' | 'state'> | null
  isAppeal: boolean
  /** Why a claim of the usual kind cannot be opened; null: it can. */
  problem: VisitProblem | Refused<'too-many-open'> | null
}

/** Null if there is no visit. */
export async function findVisitClaim(userId: number, number: string): Promise<VisitClaim | null> {
  const [about, isAtLimit] = await Promise.all([findVisitFacts(db, userId, number), hasMostOpen(db, userId)])
  if (!about) return null
  const [usual] = listVisitKinds(about.sales)
  const problem = findVisitProblem(usual!, about) ?? (isAtLimit ? refused('too-many-open') : null)
  const claim = findEarlier(usual!, about.earlier) ?? (problem && findEarlier('question', about.earlier))
  return { claim: claim ?? null, isAppeal: isAppealAbout(about.sales), problem }
}
