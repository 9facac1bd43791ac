import { openSession } from '~/domain/accounts/sessions.server'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { newVisitor, type Visitor } from './app'

let serial = 0

export async function signedIn(
  facts: Partial<typeof users.$inferInsert> = {},
  { openedBy }: { openedBy?: 'password' | 'code' | 'sign-up' } = {},
): Promise<{ id: number; visitor: Visitor }> {
  serial += 1
  const [row] = await db
    .insert(users)
    .values({
      username: `Asha ${serial}`,
      phone_number: `+9198${String(serial).padStart(8, '0')}`,
      email: `asha${serial}@mail.example`,
      referral_code: `ASHA${serial}`,
      ...facts,
    })
    .returning()
  return { id: row!.id, visitor: await signInAs(row!.id, openedBy) }
}

/** A visitor with a session of this member. */
export async function signInAs(
  userId: number,
  openedBy: 'password' | 'code' | 'sign-up' = 'password',
): Promise<Visitor> {
  const { token } = await openSession({ userId, remember: false, kind: 'cookie', openedBy, agent: null })
  const visitor = newVisitor()
  visitor.cookies.set('token', token)
  return visitor
}
