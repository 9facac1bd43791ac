/** Invitations to the desk for operators who are there already; they also replace a lost password or second factor. */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { deskAccess, deskRecoveryCodes, deskSessions } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { hashToken } from '~/platform/tokens.server'
import { buildInvitationPath } from './invitation-path'
import { INVITE_HOURS, makeToken } from './invitation-token.server'
import type { Operator } from './operator.server'

export const buildInvitationLink = (token: string) => `${env().deskOrigin}${buildInvitationPath(token)}`

/** Ends password, second factor, recovery codes and sessions. The invitation's token is stored nowhere. */
export async function inviteToDesk(
  tx: Tx,
  { id, state }: Operator,
): Promise<Done<{ token: string }> | Refused<'invited' | 'disabled'>> {
  if (state !== 'active') return refused(state)
  const token = makeToken()
  const access = {
    password_hash: null,
    enrolled_at: null,
    new_codes: null,
    invite_hash: hashToken(token),
    invite_ends_at: sql`now() + make_interval(hours => ${INVITE_HOURS})`,
    updated_at: sql`now()`,
  }
  await tx
    .insert(deskAccess)
    .values({ operator_id: id, ...access })
    .onConflictDoUpdate({ target: deskAccess.operator_id, set: access })
  await tx.update(operators).set({ totp_secret: null, totp_step: null }).where(eq(operators.id, id))
  await tx.delete(deskRecoveryCodes).where(eq(deskRecoveryCodes.operator_id, id))
  await endSessionsAtDesk(tx, id)
  return done({ token })
}

/** `but`: the id of a session that stays. */
export async function endSessionsAtDesk(tx: Tx, operatorId: number, but?: number): Promise<void> {
  const others = but === undefined ? undefined : ne(deskSessions.id, but)
  await tx.delete(deskSessions).where(and(eq(deskSessions.operator_id, operatorId), others))
}
