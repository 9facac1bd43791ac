import { randomUUID } from 'node:crypto'
import type { Tx } from '~/platform/db/client.server'
import type { Done } from '~/platform/outcome'
import { notify } from '~/domain/outreach/notifications.server'
import { watchBrowser } from '~/domain/signals/people.server'
import { stopNumberChange } from './stop-number-change.server'
import { describeDevice } from './agents'
import { findRepeated, openSession, openUnlessOpen, type NewSession } from './sessions.server'
import type { ClientContext } from './client-context'
import { buildSignInNotice } from './member-session/sign-in-notice'

export type MemberSession = Done<{ userId: number; token: string; remember: boolean }>

interface SessionRequest extends Pick<NewSession, 'userId' | 'remember' | 'openedBy'> {
  given?: string | undefined
}

export async function openMemberSession(
  { agent, members, kind = 'cookie' }: ClientContext,
  { userId, remember, openedBy, given }: SessionRequest,
  tx: Tx,
) {
  const session = { userId, remember, kind, openedBy, agent }
  const opened = given && (await openUnlessOpen({ ...session, token: given }, tx))
  if (given && !opened && (await findRepeated(given, tx))) return { userId, token: given, remember }
  const { token } = opened || (await openSession(session, tx))
  await stopNumberChange(tx, userId, 'sign-in')
  if (!members.includes(userId)) {
    await notify(
      tx,
      buildSignInNotice(userId, randomUUID(), { device: describeDevice(session), at: new Date() }),
    )
    await watchBrowser(tx, userId, members)
  }
  return { userId, token, remember }
}
