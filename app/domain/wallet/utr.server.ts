import { and, eq, ne, sql } from 'drizzle-orm'
import { databaseError, db, type Reader, type Tx } from '~/platform/db/client.server'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { isUsableId } from '~/platform/formats/identifiers'
import { refused, type Refused } from '~/platform/outcome'

export type UtrRefusal = Refused<'utr-used', { withdrawalId: number }>

/** Banks write these in the column of the reference, or as the name of one that they do not have. */
const STATUS_WORDS =
  /^(?:accepted|approved|awaited|cancell?ed|completed?|credited|debited|declined|done|error|fail(?:ed|ure)?|hold|initiated|in(?:process|valid)|not(?:available|done|paid)|onhold|paid|pending|processed|processing|queued|rejected|rejection|retur(?:n|ned)|reversal|reversed|submitted|success(?:ful)?|timeout|transferred|un(?:known|paid))$/i

const LEAST_DIGITS = 6

/** The reference of a payment by a bank (docs/rules.md#61); references that are stored already may be shorter. */
export const isUtr = (text: string): boolean =>
  /^[A-Za-z0-9/_-]{6,40}$/.test(text) &&
  isUsableId(text) &&
  text.replaceAll(/\D/g, '').length >= LEAST_DIGITS &&
  !STATUS_WORDS.test(text.replaceAll(/[^A-Za-z]/g, ''))

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
