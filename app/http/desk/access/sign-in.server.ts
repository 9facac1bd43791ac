import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { consumePasswordAttempt, type TooMany } from '~/domain/accounts/attempt-limits.server'
import { checkPassword, hashPassword, PasswordsBusy } from '~/domain/accounts/passwords.server'
import { db } from '~/platform/db/client.server'
import { deskAccess } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { deskMessages } from '~/messages/desk'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { log } from '~/platform/log.server'
import { openDeskSession } from './sessions.server'
import { logFailedSignIn } from './sign-in-log.server'

const { missing } = deskMessages

const makeRequiredText = (absent: string) =>
  z.string({ error: absent }).trim().min(1, absent).max(200, absent)

export const deskSignInSchema = z.object({
  name: makeRequiredText(missing.name),
  password: z.string({ error: missing.password }).min(1, missing.password),
})

export interface Caller {
  address: string
  agent: string | null
}

/**
 * Returns a session that a code must still open. An unknown name causes the same work, and a count of its text: who has used up a name's
 * count learns whether an e-mail address belongs to it.
 */
export async function signInAtDesk(
  { name, password }: z.output<typeof deskSignInSchema>,
  { address, agent }: Caller,
): Promise<Done<{ token: string }> | Refused<'wrong' | 'busy'> | TooMany> {
  const typed = name.toLowerCase()
  const found = await findByName(typed)
  // Name and e-mail address are of one person, who has one count.
  const whose = found ? `desk:${found.operator_id}` : `desk ${typed}`
  const count = await consumePasswordAttempt(whose, { address, known: null })
  if (!count.ok) return count
  try {
    const { right, outdated } = await checkPassword(found?.password_hash ?? null, password, address)
    if (!right || !found) {
      log('warn', 'desk sign-in refused', { operator: found?.operator_id ?? null })
      if (found) logFailedSignIn({ id: found.operator_id, name: found.name }, 'wrong password')
      return refused('wrong')
    }
    if (outdated) await renewHash(found.operator_id, password, address)
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.refund()
    return refused('busy')
  }
  await count.refund()
  return done({ token: await openDeskSession({ operatorId: found.operator_id, stage: 'code', agent }) })
}

async function findByName(typed: string) {
  const isName = eq(sql`lower(${operators.name})`, typed)
  const [row] = await db
    .select({ access: deskAccess, name: operators.name })
    .from(deskAccess)
    .innerJoin(operators, eq(operators.id, deskAccess.operator_id))
    .where(
      and(
        or(isName, eq(sql`lower(${operators.email})`, typed)),
        eq(operators.state, 'active'),
        isNotNull(deskAccess.enrolled_at),
      ),
    )
    .orderBy(asc(sql`NOT ${isName}`))
    .limit(1)
  return row && { ...row.access, name: row.name }
}

async function renewHash(operatorId: number, password: string, address: string): Promise<void> {
  const password_hash = await hashPassword(password, address)
  await db.update(deskAccess).set({ password_hash }).where(eq(deskAccess.operator_id, operatorId))
}
