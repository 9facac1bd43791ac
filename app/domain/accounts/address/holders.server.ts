/** An address that was not confirmed within 7 days goes to a member who confirms it. */
import { randomUUID } from 'node:crypto'
import { and, eq, or } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { maskEmail } from '~/platform/formats/email-address'
import { notify } from '~/domain/outreach/notifications.server'
import { editPaths } from '~/edit-paths'
import type { User } from '../users.server'
import { keepsAddress } from './keeps-address.server'
import { endLinks } from './links.server'

/** Locks the member and any other holder of `email` in the order of ids. Null: the account is deleted. */
export async function lockForAddress(
  tx: Tx,
  userId: number,
  email: string,
): Promise<{ user: User; holder: (User & { keeps: boolean }) | null } | null> {
  const rows = await tx
    .select({ user: users, keeps: keepsAddress() })
    .from(users)
    .where(or(eq(users.id, userId), eq(users.email, email)))
    .orderBy(users.id)
    .for('update')
  const own = rows.find(({ user }) => user.id === userId)
  if (!own || own.user.deleted_at) return null
  const other = rows.find(({ user }) => user.id !== userId)
  return { user: own.user, holder: other ? { ...other.user, keeps: other.keeps } : null }
}

export async function removeAddress(tx: Tx, holder: Pick<User, 'id' | 'email'>): Promise<void> {
  await tx.update(users).set({ email: null, email_stopped_at: null }).where(eq(users.id, holder.id))
  await endLinks(tx, holder.id, ['confirm'])
  await notify(tx, {
    userId: holder.id,
    topic: 'safety',
    reference: `email-removed:${randomUUID()}`,
    title: 'Your e-mail was removed',
    body: `Nobody had confirmed ${maskEmail(holder.email ?? '')} for you, and another member has. Please enter an address of yours.`,
    href: editPaths.details,
  })
}

export async function isAddressHeld(reader: Reader, email: string): Promise<boolean> {
  const rows = await reader.select({ keeps: keepsAddress() }).from(users).where(eq(users.email, email))
  return rows.some(({ keeps }) => !keeps)
}

/** Whether another account keeps the address. `userId` null: a person who signs up. */
export async function isAddressKept(reader: Reader, email: string, userId: number | null): Promise<boolean> {
  const [row] = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), keepsAddress()))
  return row !== undefined && row.id !== userId
}
