/** From an invitation to a sign-in: a password, then the second factor, then recovery codes. */
import { and, eq, gt, or, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { findPasswordProblem, hashUnlessBusy, type PasswordProblem } from '~/domain/accounts/passwords.server'
import { DESK_PASSWORD_SHORTEST } from '~/domain/accounts/rules'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { deskAccess } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { hashToken } from '~/platform/tokens.server'
import { accountMessages } from '~/messages/account'
import type { Operator } from '~/domain/operators/operator.server'
import { setSecondFactor } from '~/domain/operators/second-factor.server'
import { mailAccess } from '~/desk/operator-mails.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { formatPerson } from '~/domain/settings/person'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import { acceptCode, type DeskCodeRefusal } from './code.server'
import { makeRecoveryCodes } from './recovery-codes.server'
import { openDeskSession, renewDeskSession, type DeskSession } from './sessions.server'
import type { Caller } from './sign-in.server'

const { missing } = accountMessages.fields

export const newPasswordSchema = z.object({
  new_password: z.string({ error: missing.new_password }).min(1, missing.new_password),
  confirm_password: z.string({ error: missing.confirm_password }).min(1, missing.confirm_password),
})

export type NewPassword = z.output<typeof newPasswordSchema>

export type NewPasswordRefusal = Refused<PasswordProblem | 'mismatch' | 'busy'>

/** Finds the operator by the token of `operators invite` or `operators desk`. Null: it has ended, was used, or there is none. */
export async function findInvited(token: string, reader: Reader = db): Promise<Operator | null> {
  const hash = hashToken(token)
  const [row] = await reader
    .select({ operator: operators })
    .from(operators)
    .leftJoin(deskAccess, eq(deskAccess.operator_id, operators.id))
    .where(
      or(
        and(
          eq(operators.state, 'invited'),
          eq(operators.invite_hash, hash),
          gt(operators.invite_ends_at, sql`now()`),
        ),
        and(
          eq(operators.state, 'active'),
          eq(deskAccess.invite_hash, hash),
          gt(deskAccess.invite_ends_at, sql`now()`),
        ),
      ),
    )
  return row?.operator ?? null
}

export async function hashNewPassword(
  { name, email }: Pick<Operator, 'name' | 'email'>,
  { new_password, confirm_password }: NewPassword,
  address: string,
): Promise<Done<{ passwordHash: string }> | NewPasswordRefusal> {
  if (new_password !== confirm_password) return refused('mismatch')
  const person = { username: name, phone_number: '', email: email ?? '' }
  const problem = findPasswordProblem(new_password, person, DESK_PASSWORD_SHORTEST)
  if (problem) return refused(problem)
  const passwordHash = await hashUnlessBusy(new_password, address)
  return passwordHash ? done({ passwordHash }) : refused('busy')
}

/** Returns the token of a session in which the second factor is set up; until then the invitation stays good. */
export async function choosePassword(
  token: string,
  input: NewPassword,
  { address, agent }: Caller,
): Promise<Done<{ token: string }> | NewPasswordRefusal | Refused<'ended'>> {
  const invited = await findInvited(token)
  if (!invited) return refused('ended')
  const hashed = await hashNewPassword(invited, input, address)
  if (!hashed.ok) return hashed
  const logId = await recordAcceptance(invited)
  const opened = await db.transaction(async (tx) => {
    await tx.select().from(operators).where(eq(operators.id, invited.id)).for('update')
    const operator = await findInvited(token, tx)
    if (!operator) return refused('ended')
    const access = { password_hash: hashed.passwordHash, enrolled_at: null, updated_at: sql`now()` }
    await tx
      .insert(deskAccess)
      .values({ operator_id: operator.id, ...access })
      .onConflictDoUpdate({ target: deskAccess.operator_id, set: access })
    await setSecondFactor(tx, operator)
    await endAcceptance(logId, operator, { field: 'second factor', before: '…', after: '…' }, tx)
    return done({ token: await openDeskSession({ operatorId: operator.id, stage: 'set-up', agent }, tx) })
  })
  if (!opened.ok) await recordCommandEnd(logId, 'refused')
  return opened
}

const recordAcceptance = ({ id, name }: Operator): Promise<number> =>
  recordCommand({ osUser: formatPerson(name, null), operatorId: id, source: 'desk' }, 'operators accept …')

const endAcceptance = (
  logId: number,
  { id }: Operator,
  change: { field: string; before: string; after: string },
  tx: Tx,
): Promise<void> =>
  recordCommandEnd(logId, 'done', { result: { changed: [{ subject: `operator ${id}`, ...change }] }, tx })

/** The first code shows that the app has the secret: the invitation is used, and the session is open under a new token. */
export async function finishSetUp(
  session: DeskSession,
  code: string,
): Promise<Done<{ token: string }> | DeskCodeRefusal> {
  const { operator } = session
  const accepted = await acceptCode(operator, code)
  if (!accepted.ok) return accepted
  const logId = await recordAcceptance(operator)
  const token = await db.transaction(async (tx) => {
    const renewed = await renewDeskSession(session, tx)
    if (renewed === null) return null
    await enroll(tx, operator)
    await endAcceptance(logId, operator, { field: 'desk', before: 'invited', after: 'open' }, tx)
    await mailAccess(tx, [operator], {
      by: operator.name,
      what: 'the invitation was accepted, with a new password and second factor',
    })
    return renewed
  })
  if (token !== null) return done({ token })
  await recordCommandEnd(logId, 'refused')
  return refused('ended')
}

async function enroll(tx: Tx, { id, state }: Operator): Promise<void> {
  if (state === 'invited')
    await tx
      .update(operators)
      .set({
        state: 'active',
        invite_hash: null,
        invite_ends_at: null,
        version: sql`${operators.version} + 1`,
        updated_at: sql`now()`,
      })
      .where(and(eq(operators.id, id), eq(operators.state, 'invited')))
  await tx
    .update(deskAccess)
    .set({ enrolled_at: sql`now()`, invite_hash: null, invite_ends_at: null, updated_at: sql`now()` })
    .where(eq(deskAccess.operator_id, id))
  await makeRecoveryCodes(tx, id)
}
