import { and, eq, ne, sql } from 'drizzle-orm'
import { databaseError, db, type Reader, type Tx } from '~/db/client.server'
import { withdrawals } from '~/db/schema/withdrawals'
import { refused, type Refused } from '~/outcome'
import { referenceKey } from '../reference-key'

export type UtrRefusal = Refused<'utr-used', { withdrawalId: number }>

export const isUtr = (text: string) => /^[A-Za-z0-9/_-]{4,40}$/.test(text) && referenceKey(text) !== ''

export async function refuseUsedUtr(reader: Reader, id: number, utr: string): Promise<UtrRefusal | null> {
  const [other] = await reader
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.utr_key, sql`utr_key_of(${utr})`), ne(withdrawals.id, id)))
  return other ? refused('utr-used', { withdrawalId: other.id }) : null
}

/** A concurrent use of the UTR becomes a refusal. Within the caller's transaction it throws: that has failed. */
export async function withOwnUtr<T>(
  id: number,
  utr: string,
  work: () => Promise<T>,
  within?: Tx,
): Promise<T | UtrRefusal> {
  if (within) return work()
  try {
    return await work()
  } catch (error) {
    if (databaseError(error)?.constraint !== 'withdrawals_utr') throw error
    const used = await refuseUsedUtr(db, id, utr)
    if (!used) throw error
    return used
  }
}
