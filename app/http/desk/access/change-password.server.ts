import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { consumePasswordAttempt, type TooMany } from '~/domain/accounts/attempt-limits.server'
import { checkPassword, PasswordsBusy } from '~/domain/accounts/passwords.server'
import { db } from '~/platform/db/client.server'
import { deskAccess, deskSessions } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { deskMessages } from '~/messages/desk'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { mailAccess } from '~/desk/operator-mails.server'
import { OWN_PASSWORD } from '~/domain/settings/independence.server'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import type { Desk } from './require.server'
import { renewDeskSession } from './sessions.server'
import { hashNewPassword, newPasswordSchema, type NewPasswordRefusal } from './set-up.server'
import type { Caller } from './sign-in.server'

const { missing } = deskMessages

export const changeDeskPasswordSchema = newPasswordSchema.extend({
  password: z.string({ error: missing.password }).min(1, missing.password),
})

type Refusal = NewPasswordRefusal | Refused<'wrongPassword'> | TooMany

/** The operator's other sessions end. Returns this one's new token. */
export async function changeDeskPassword(
  { actor, sessionId, tokenHash }: Desk,
  { password, ...input }: z.output<typeof changeDeskPasswordSchema>,
  { address }: Caller,
): Promise<Done<{ token: string }> | Refusal> {
  const [row] = await db
    .select({ operator: operators, passwordHash: deskAccess.password_hash })
    .from(operators)
    .innerJoin(deskAccess, eq(deskAccess.operator_id, operators.id))
    .where(eq(operators.id, actor.operatorId))
  const checked = await checkOwnPassword(row?.passwordHash ?? null, password, { address, tokenHash })
  if (!checked.ok) return checked
  const hashed = await hashNewPassword(row!.operator, input, address)
  if (!hashed.ok) return hashed
  const logId = await recordCommand(
    { osUser: actor.by, operatorId: actor.operatorId, source: 'desk' },
    OWN_PASSWORD,
  )
  const renewed = await db.transaction(async (tx) => {
    const changed = await tx
      .update(deskAccess)
      .set({ password_hash: hashed.passwordHash, updated_at: sql`now()` })
      .where(
        and(eq(deskAccess.operator_id, actor.operatorId), eq(deskAccess.password_hash, row!.passwordHash!)),
      )
      .returning({ id: deskAccess.operator_id })
    const token = changed.length ? await renewDeskSession({ tokenHash, stage: 'open' }, tx) : null
    if (token === null) return refused('wrongPassword')
    await tx
      .delete(deskSessions)
      .where(and(eq(deskSessions.operator_id, actor.operatorId), ne(deskSessions.id, sessionId)))
    await mailAccess(tx, [row!.operator], { by: actor.name, what: 'the password was changed' })
    const changedField = {
      subject: `operator ${actor.operatorId}`,
      field: 'password',
      before: '…',
      after: '…',
    }
    await recordCommandEnd(logId, 'done', { result: { changed: [changedField] }, tx })
    return done({ token })
  })
  if (!renewed.ok) await recordCommandEnd(logId, 'refused')
  return renewed
}

/** Counted for this session, so that wrong passwords of strangers do not matter. */
async function checkOwnPassword(
  passwordHash: string | null,
  password: string,
  { address, tokenHash }: { address: string; tokenHash: string },
): Promise<Done | Refused<'wrongPassword' | 'busy'> | TooMany> {
  const count = await consumePasswordAttempt('desk password', { address, known: tokenHash })
  if (!count.ok) return count
  try {
    const { right } = await checkPassword(passwordHash, password, address)
    if (!right) return refused('wrongPassword')
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.refund()
    return refused('busy')
  }
  await count.refund()
  return done()
}
