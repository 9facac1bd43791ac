/** Who the operators are. Each change raises the version; at least one owner stays active once there are operators. */
import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { hashToken } from '~/platform/tokens.server'
import { DESK, formatOsAccount } from '~/domain/settings/person'
import { endSessionsAtDesk } from './desk-invitation.server'
import { INVITE_HOURS, makeToken } from './invitation-token.server'
import { findByAccount, findOperator, type Operator } from './operator.server'

export interface NewOperator {
  name: string
  role: Operator['role']
  email?: string | undefined
  invitedBy: number | null
}

/** The invitation's token is stored nowhere. `taken`: another operator has the name or the e-mail address. */
export async function inviteOperator(
  tx: Tx,
  { name, role, email, invitedBy }: NewOperator,
): Promise<Done<{ operator: Operator; token: string }> | Refused<'taken', { operator: Operator }>> {
  await lockOperators(tx)
  const same = await findSameOperator(tx, { name, email })
  if (same) return refused('taken', { operator: same })
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
  return done({ operator: operator!, token })
}

const FIRST_INVITATIONS = 3
const NEW_SHOP_DAYS = 30

/** How many people the only operator that a new shop has had may still invite with nobody else agreeing (docs/rules.md#63). */
export async function countFirstInvitations(reader: Reader, operatorId: number | null): Promise<number> {
  if (operatorId === null) return 0
  const [row] = await reader.execute<{ others: number; hasOther: boolean; isOld: boolean }>(sql`
    SELECT count(*)::int AS others, coalesce(bool_or(state <> 'invited'), false) AS "hasOther",
           EXISTS (SELECT 1 FROM operator_log
                    WHERE started_at < statement_timestamp() - make_interval(days => ${NEW_SHOP_DAYS})) AS "isOld"
      FROM operators WHERE id <> ${operatorId}`)
  return row!.hasOther || row!.isOld ? 0 : Math.max(0, FIRST_INVITATIONS - row!.others)
}

/** Changes of operators wait for each other until `tx` ends. */
export const lockOperators = (tx: Tx) => tx.execute(sql`LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE`)

async function findSameOperator(tx: Tx, { name, email }: Pick<NewOperator, 'name' | 'email'>) {
  const [same] = await tx
    .select()
    .from(operators)
    .where(
      or(
        eq(sql`lower(${operators.name})`, name.toLowerCase()),
        email === undefined ? undefined : eq(sql`lower(${operators.email})`, email.toLowerCase()),
      ),
    )
  return same
}

/** `bound`: the OS account belongs to that operator. */
type AcceptRefusal = Refused<'desk'> | Refused<'bound', { operator: Operator }> | Refused<'ended'>

export async function acceptInvite(
  tx: Tx,
  token: string,
  osAccount: string,
): Promise<Done<{ operator: Operator }> | AcceptRefusal> {
  if (osAccount === DESK) return refused('desk')
  await lockOperators(tx)
  const bound = await findByAccount(osAccount, tx)
  if (bound) return refused('bound', { operator: bound })
  const [invited] = await tx
    .select()
    .from(operators)
    .where(and(eq(operators.invite_hash, hashToken(token)), gt(operators.invite_ends_at, sql`now()`)))
  if (!invited) return refused('ended')
  const facts = { state: 'active', os_account: osAccount, invite_hash: null, invite_ends_at: null } as const
  return done({ operator: await update(tx, invited, facts) })
}

type Facts = Partial<
  Pick<
    Operator,
    'role' | 'email' | 'os_account' | 'former_accounts' | 'state' | 'invite_hash' | 'invite_ends_at'
  >
>

/** `desk`: no OS account has this name. `only-owner`: no active owner would be left. */
export type ChangeRefusal = Refused<'not-found' | 'desk'> | Refused<'only-owner', { operator: Operator }>

export async function changeOperator(
  tx: Tx,
  name: string,
  given: Facts,
): Promise<Done<{ before: Operator; after: Operator }> | ChangeRefusal> {
  const account = given.os_account
  const facts = account ? { ...given, os_account: formatOsAccount(account) } : given
  if (facts.os_account === DESK) return refused('desk')
  await lockOperators(tx)
  const before = await findOperator(name, tx)
  if (!before) return refused('not-found')
  const losesOwner =
    before.role === 'owner' &&
    before.state === 'active' &&
    ((facts.role ?? 'owner') !== 'owner' || (facts.state ?? 'active') !== 'active')
  if (losesOwner && !(await hasOtherOwner(tx, before.id))) return refused('only-owner', { operator: before })
  const left = before.os_account
  const isLeft = left !== null && facts.os_account !== undefined && facts.os_account !== left
  const former = isLeft ? { former_accounts: [...before.former_accounts, left] } : {}
  // Enabled again, the operator signs in again.
  if (facts.state === 'disabled') await endSessionsAtDesk(tx, before.id)
  return done({ before, after: await update(tx, before, { ...facts, ...former }) })
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
