import { arrayContains, eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { operators } from '~/platform/db/schema/operations'

export type Operator = typeof operators.$inferSelect

/** Null: the operator does not exist. Names are compared without case. */
export async function findOperator(name: string, reader: Reader = db): Promise<Operator | null> {
  const [found] = await reader
    .select()
    .from(operators)
    .where(eq(sql`lower(${operators.name})`, name.toLowerCase()))
  return found ?? null
}

/** Undefined: the OS account is bound to no operator. */
export async function findByAccount(osAccount: string, reader: Reader = db): Promise<Operator | undefined> {
  const [bound] = await reader.select().from(operators).where(eq(operators.os_account, osAccount))
  return bound
}

export async function findByFormerAccount(osAccount: string): Promise<Operator | undefined> {
  const [former] = await db
    .select()
    .from(operators)
    .where(arrayContains(operators.former_accounts, [osAccount]))
  return former
}

/** Locks the operator against changes until the transaction ends. Null: the operator does not exist. */
export async function lockOperator(name: string, reader: Reader): Promise<Operator | null> {
  const found = await findOperator(name, reader)
  if (!found) return null
  const [operator] = await reader.select().from(operators).where(eq(operators.id, found.id)).for('update')
  return operator!
}

/** The members who have the operator's e-mail address. */
export async function listOwnMembers(operatorId: number, reader: Reader): Promise<number[]> {
  const own = await reader
    .select({ id: users.id })
    .from(users)
    .innerJoin(operators, eq(sql`lower(${operators.email})`, sql`lower(${users.email})`))
    .where(eq(operators.id, operatorId))
  return own.map(({ id }) => id)
}

export const hasSameEmail = async (operatorId: number, userId: number, reader: Reader): Promise<boolean> =>
  (await listOwnMembers(operatorId, reader)).includes(userId)

/** When a command last changed the e-mail address, or null: it is that of the invitation. */
export async function findAddressChange(operatorId: number, reader: Reader): Promise<Date | null> {
  const [row] = await reader.execute<{ at: string | null }>(sql`
    SELECT (extract(epoch FROM max(finished_at)) * 1000)::float8 AS at FROM operator_log
     WHERE outcome = 'done'
       AND result @> jsonb_build_object('changed', jsonb_build_array(jsonb_build_object('subject', 'operator ' || ${operatorId}::text, 'field', 'email')))`)
  return row!.at === null ? null : new Date(Number(row!.at))
}
