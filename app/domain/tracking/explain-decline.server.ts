import { eq } from 'drizzle-orm'
import { inTransaction, type Tx } from '~/platform/db/client.server'
import type { DeclineReason } from '~/platform/config/network'
import { conversions } from '~/platform/db/schema/conversions'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import type { Conversion } from './conversion'
import { isEnd } from './conversions'

export const explainDecline = (
  id: number,
  reason: DeclineReason | null,
  within?: Tx,
): Promise<Done<{ before: Conversion }> | Refused<'not-found' | 'not-declined'>> =>
  inTransaction(async (tx) => {
    const [before] = await tx.select().from(conversions).where(eq(conversions.id, id)).for('update')
    if (!before) return refused('not-found')
    if (!isEnd(before.status)) return refused('not-declined')
    await tx.update(conversions).set({ decline_reason: reason }).where(eq(conversions.id, id))
    return done({ before })
  }, within)
