/** Whether whoever tries is known to be the member: by the browser's cookie, or by the session. */
import { createHmac } from 'node:crypto'
import { derivedKey } from '~/env.server'
import type { Asker } from './attempt-limits.server'
import type { Visitor } from './sign-up.server'
import { findUserByPhone, type User } from './users.server'

/** A browser, and the stamp of the password that each member had when last signed in there, by id. */
export interface Device {
  id: string
  stamps: Record<number, string>
}

/** A new password makes every browser unknown in which the old one was the last: it may have been in wrong hands there. */
export const passwordStamp = (passwordHash: string | null): string =>
  createHmac('sha256', derivedKey('password stamp'))
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16)

const isKnown = (device: Device | null | undefined, user: User | null): device is Device =>
  Boolean(device && user && device.stamps[user.id] === passwordStamp(user.password_hash))

/** Who tries to get in with this number. Only a browser with the cookie costs a look-up. */
export async function askerOf({ address, device }: Visitor, phone: string): Promise<Asker> {
  // Without the database nobody is known; what counts next reads it too, and fails closed.
  const user = device ? await findUserByPhone(phone).catch(() => null) : null
  return { address, known: isKnown(device, user) ? `browser ${device.id}` : null }
}

/** Who types a password within a session: somebody with a stolen one shuts out nobody but that session. */
export const askerOfSession = (address: string, tokenHash: string): Asker => ({
  address,
  known: `session ${tokenHash}`,
})
