/** An operator may be a member, too. Only the e-mail address says so: operators have no mobile number here. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { operators } from '~/db/schema/operations'
import type { Context } from './operation'
import { Refused } from './refusal'

/** Throws Refused if the person who acts would pay or credit the own account. */
export async function requireNoGain(
  { operatorId }: Pick<Context, 'operatorId'>,
  userId: number,
  reader: Reader,
): Promise<void> {
  if (operatorId === null) return
  const [own] = await reader
    .select({ id: users.id })
    .from(users)
    .innerJoin(operators, eq(sql`lower(${operators.email})`, sql`lower(${users.email})`))
    .where(and(eq(users.id, userId), eq(operators.id, operatorId), isNotNull(operators.email)))
  if (own) throw new Refused(`Member ${userId} has your e-mail address: somebody else has to do this.`)
}
