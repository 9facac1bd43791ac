/** Who the operators are. Each change raises the version; at least one owner stays active once there are operators. */
import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/db/client.server'
import { operators } from '~/db/schema/operations'
import { hashToken } from '~/runtime/tokens.server'
import { writeOsAccount } from '~/settings/person'
import { refuseDesk, requireOperator, type Operator } from '../actor.server'
import { Refused } from '../refusal'
import type { Role } from '../roles'
import { endSessionsAtDesk } from './desk-invitation.server'
import { INVITE_HOURS, makeToken } from './invitation-token.server'

/** The operator, whom nobody else changes until the transaction ends. Throws Refused if there is none. */
export async function lockOperator(name: string, reader: Reader): Promise<Operator> {
  const { id } = await requireOperator(name, reader)
  const [operator] = await reader.select().from(operators).where(eq(operators.id, id)).for('update')
  return operator!
}

export interface NewOperator {
  name: string
  role: Role
  email?: string | undefined
  invitedBy: number | null
}

/** Returns the operator with the token of the invitation, which is stored nowhere. */
export async function inviteOperator(
  tx: Tx,
  { name, role, email, invitedBy }: NewOperator,
): Promise<{ operator: Operator; token: string }> {
  await lockOperators(tx)
  await requireFree(tx, { name, email })
  const token = makeToken()
  const [operator] = await tx
    .insert(operators)
    .values({
      name,
      role,
      email: email ?? null,
      state: 'invited',
      invited_by: invitedBy,
      invite_hash: hashToken(token),
      invite_ends_at: sql`now() + make_interval(hours => ${INVITE_HOURS})`,
    })
    .returning()
  return { operator: operator!, token }
}

const lockOperators = (tx: Tx) => tx.execute(sql`LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE`)

async function requireFree(tx: Tx, { name, email }: Pick<NewOperator, 'name' | 'email'>): Promise<void> {
  const [taken] = await tx
    .select()
    .from(operators)
    .where(
      or(
        eq(sql`lower(${operators.name})`, name.toLowerCase()),
        email === undefined ? undefined : eq(sql`lower(${operators.email})`, email.toLowerCase()),
      ),
    )
  if (taken)
    throw new Refused(
      `${taken.name}, ${taken.role}, has this name or e-mail address.`,
      taken.name.toLowerCase() === name.toLowerCase() ? 'name' : 'email',
    )
}

/** Binds the invited operator to the OS account. Throws Refused for an ended invitation and a bound account. */
export async function acceptInvite(tx: Tx, token: string, osAccount: string): Promise<Operator> {
  refuseDesk(osAccount)
  await lockOperators(tx)
  const [bound] = await tx.select().from(operators).where(eq(operators.os_account, osAccount))
  if (bound) throw new Refused(`The OS account ${osAccount} is that of ${bound.name} already.`)
  const [invited] = await tx
    .select()
    .from(operators)
    .where(and(eq(operators.invite_hash, hashToken(token)), gt(operators.invite_ends_at, sql`now()`)))
  if (!invited)
    throw new Refused('The invitation has ended, was used, or is mistyped. Ask for another one.', 'token')
  return update(tx, invited, {
    state: 'active',
    os_account: osAccount,
    invite_hash: null,
    invite_ends_at: null,
  })
}

type Facts = Partial<
  Pick<
    Operator,
    'role' | 'email' | 'os_account' | 'former_accounts' | 'state' | 'invite_hash' | 'invite_ends_at'
  >
>

/** Throws Refused where no active owner would be left. */
export async function changeOperator(
  tx: Tx,
  name: string,
  given: Facts,
): Promise<{ before: Operator; after: Operator }> {
  const account = given.os_account
  const facts = account ? { ...given, os_account: writeOsAccount(account) } : given
  if (facts.os_account) refuseDesk(facts.os_account, 'osAccount')
  await lockOperators(tx)
  const before = await requireOperator(name, tx)
  const losesOwner =
    before.role === 'owner' &&
    before.state === 'active' &&
    ((facts.role ?? 'owner') !== 'owner' || (facts.state ?? 'active') !== 'active')
  if (losesOwner && !(await hasOtherOwner(tx, before.id)))
    throw new Refused(`${before.name} is the only active owner: make another one first.`)
  const left = before.os_account
  const isLeft = left !== null && facts.os_account !== undefined && facts.os_account !== left
  const former = isLeft ? { former_accounts: [...before.former_accounts, left] } : {}
  // Enabled again, the operator signs in again.
  if (facts.state === 'disabled') await endSessionsAtDesk(tx, before.id)
  return { before, after: await update(tx, before, { ...facts, ...former }) }
}

async function hasOtherOwner(tx: Tx, id: number): Promise<boolean> {
  const [other] = await tx
    .select({ id: operators.id })
    .from(operators)
    .where(and(eq(operators.role, 'owner'), eq(operators.state, 'active'), ne(operators.id, id)))
    .limit(1)
  return other !== undefined
}

async function update(tx: Tx, { id, version }: Operator, facts: Facts): Promise<Operator> {
  const [row] = await tx
    .update(operators)
    .set({ ...facts, version: version + 1, updated_at: sql`now()` })
    .where(and(eq(operators.id, id), eq(operators.version, version)))
    .returning()
  return row!
}
