import { openSession } from '~/accounts/sessions/sessions.server'
import { db } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { newVisitor } from '../support/app'

/** A browser with a new member signed in. */
export async function signedIn() {
  const [user] = await db.insert(users).values({ username: 'Asha Verma' }).returning()
  const { token } = await openSession({
    userId: user!.id,
    remember: false,
    kind: 'cookie',
    openedBy: 'password',
    agent: null,
  })
  const visitor = newVisitor()
  visitor.cookies.set('token', token)
  return visitor
}
