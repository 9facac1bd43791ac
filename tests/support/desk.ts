/** Operators who can sign in at the desk. */
import { eq } from 'drizzle-orm'
import { hashToken } from '~/platform/tokens.server'
import { findDeskSession } from '~/http/desk/access/sessions.server'
import { choosePassword, finishSetUp } from '~/http/desk/access/set-up.server'
import { confirmRecoveryCodes } from '~/http/desk/access/recovery-codes.server'
import { db } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import type { Operator } from '~/domain/operators/operator.server'
import { inviteOperator } from '~/domain/operators/rules.server'
import { findUnusedCode } from '~/domain/operators/second-factor.server'
import type { Role } from '~/desk/roles'
import { newVisitor, type Visitor } from './app'

export const DESK_PASSWORD = 'a long word of the tests'

let serial = 0

export async function readOperator(id: number): Promise<Operator> {
  const [row] = await db.select().from(operators).where(eq(operators.id, id))
  return row!
}

export async function inviteForDesk(role: Role = 'owner', name = `Desk Person ${++serial}`) {
  const invited = await db.transaction((tx) => inviteOperator(tx, { name, role, invitedBy: null }))
  if (!invited.ok) throw new Error(invited.reason)
  return invited
}

const caller = { address: '', agent: null }

/** Invited, set up, and signed in: `token` is the session's. */
export async function makeDeskOperator(
  role: Role = 'owner',
  name?: string,
): Promise<{ operator: Operator; token: string }> {
  const { operator, token } = await inviteForDesk(role, name)
  const input = { new_password: DESK_PASSWORD, confirm_password: DESK_PASSWORD }
  const chosen = await choosePassword(token, input, caller)
  if (!chosen.ok) throw new Error(chosen.reason)
  const session = await findDeskSession(hashToken(chosen.token))
  const finished = await finishSetUp(session!, (await nextCode(operator.id))!)
  if (!finished.ok) throw new Error(finished.reason)
  await confirmRecoveryCodes(operator.id)
  await forgetSteps(operator.id)
  return { operator: await readOperator(operator.id), token: finished.token }
}

/** A browser in which such an operator is signed in. */
export async function signedInAtDesk(
  role: Role = 'owner',
  name?: string,
): Promise<{ operator: Operator; visitor: Visitor }> {
  const { operator, token } = await makeDeskOperator(role, name)
  const visitor = newVisitor()
  visitor.cookies.set('desk', token)
  return { operator, visitor }
}

/** A code that is accepted now. */
export async function nextCode(id: number): Promise<string> {
  const code = findUnusedCode(await readOperator(id))
  if (code === null) throw new Error('no code is left: forgetSteps() first')
  return code
}

/** So that a test need not wait for the next step: codes of now work again. */
export async function forgetSteps(id: number): Promise<void> {
  await db.update(operators).set({ totp_step: null }).where(eq(operators.id, id))
}
