import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { claimMessages, claims } from '~/platform/db/schema/claims'
import { DAY_MS, midnightInIndia } from '~/platform/formats/dates'
import { done, refused, type Done } from '~/platform/outcome'
import { readSettings } from '~/settings/settings.server'
import { checkSubject, type NewClaim, type OpenRefusal, type Subject } from './claims/check-subject.server'
import type { Claim } from './claim'
import { MAX_OPEN_CLAIMS } from './claim-rules'
import { lockMember } from './claims/lock-member.server'
import { refuseOrder } from './claims/refuse-order.server'

export const openClaim = (
  userId: number,
  subject: Subject,
  given: NewClaim,
): Promise<Done<{ claim: Claim }> | OpenRefusal> =>
  inTransaction(async (tx) => {
    if (!(await lockMember(tx, userId))) return refused('not-found')
    const about = await checkSubject(tx, userId, subject, given)
    if (!about.ok) return about
    const { isAppeal = false, ...facts } = about.facts
    if (await hasMostOpen(tx, userId)) return refused('too-many-open')
    const [claim] = await tx
      .insert(claims)
      .values({
        user_id: userId,
        kind: given.kind,
        amount_paise: given.amount ?? null,
        answer_by: await findAnswerDay(tx),
        appealed_at: isAppeal ? sql`now()` : null,
        ...facts,
      })
      .onConflictDoNothing()
      .returning()
    if (!claim) return (await refuseOrder(tx, userId, facts)) ?? refused('order-taken')
    await tx
      .insert(claimMessages)
      .values({ claim_id: claim.id, author: 'member', step: 'received', body: given.text })
    return done({ claim })
  })

export async function hasMostOpen(reader: Reader, userId: number): Promise<boolean> {
  const [open] = await reader
    .select({ n: count() })
    .from(claims)
    .where(and(eq(claims.user_id, userId), inArray(claims.state, ['received', 'sent'])))
  return open!.n >= MAX_OPEN_CLAIMS
}

/** The promised day of the answer ends at this midnight in India. */
export async function findAnswerDay(tx: Tx): Promise<Date> {
  const { CLAIM_ANSWER_DAYS } = await readSettings(tx)
  return midnightInIndia(new Date(Date.now() + CLAIM_ANSWER_DAYS * DAY_MS))
}
