import { and, eq } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { claims } from '~/platform/db/schema/claims'
import type { Candidate } from '../sales/identify-sale'

/** Call it when a report replaces a claim's credit: later reports are then read as those of any sale. */
export async function endClaimedCredit(tx: Tx, { id, claimedOrder }: Candidate): Promise<void> {
  if (typeof claimedOrder !== 'string') return
  await tx
    .update(claims)
    .set({ awaits_report: false })
    .where(and(eq(claims.conversion_id, id), eq(claims.awaits_report, true)))
}
