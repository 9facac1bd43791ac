import { openSession } from '~/domain/accounts/sessions.server'

/** The token of a new session of this member, as after a sign-in by password. */
export async function openSessionToken(userId: number): Promise<string> {
  const { token } = await openSession({
    userId,
    remember: false,
    kind: 'cookie',
    openedBy: 'password',
    agent: null,
  })
  return token
}
