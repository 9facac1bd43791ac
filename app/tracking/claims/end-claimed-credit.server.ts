import { and, eq } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { claims } from '~/db/schema/claims'
import type { Candidate } from '../identify-sale'

/** Call when a report replaces the credit of a claim: later reports are read as those of any sale. */
export async function endClaimedCredit(tx: Tx, { id, claimedOrder }: Candidate): Promise<void> {
  if (typeof claimedOrder !== 'string') return
  await tx
    .update(claims)
    .set({ awaits_report: false })
    .where(and(eq(claims.conversion_id, id), eq(claims.awaits_report, true)))
}
