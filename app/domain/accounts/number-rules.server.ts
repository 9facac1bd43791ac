import { and, eq, gt, sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { DAY_MS } from '~/platform/formats/dates'
import type { User } from './users.server'

const CONFIRMED_DAYS = 30
export const WAIT_HOURS = 72
export const HOLD_DAYS = 7

/** The address must be confirmed and unchanged for 30 days, with a password, and no change begun within a year. */
export async function mayChangeNumber(reader: Reader, user: User): Promise<boolean> {
  const { email, email_confirmed_at: confirmed, phone_number, password_hash, deleted_at } = user
  if (!email || !confirmed || !phone_number || !password_hash || deleted_at) return false
  if (confirmed.getTime() > Date.now() - CONFIRMED_DAYS * DAY_MS) return false
  const earlier = await reader
    .select({ id: numberChanges.id })
    .from(numberChanges)
    .where(
      and(eq(numberChanges.user_id, user.id), gt(numberChanges.created_at, sql`now() - interval '1 year'`)),
    )
    .limit(1)
  return earlier.length === 0
}
