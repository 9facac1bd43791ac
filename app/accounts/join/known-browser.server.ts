import { createHmac } from 'node:crypto'
import { derivedKey } from '~/config/env.server'
import type { Asker } from '../attempt-rules.server'
import { findUserByPhone, type User } from '../users.server'
import type { JoiningVisitor, Device } from './joining-visitor'

/** A new password changes it, so browsers that used the old one become strangers (docs/decisions/0017). */
export const passwordStamp = (passwordHash: string | null): string =>
  createHmac('sha256', derivedKey('password stamp'))
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16)

const isKnown = (device: Device | null | undefined, user: User | null): device is Device =>
  Boolean(device && user && device.stamps[user.id] === passwordStamp(user.password_hash))

export async function askerOf({ address, device }: JoiningVisitor, phone: string): Promise<Asker> {
  // Without the database nobody is known; the rate limiter reads it next and fails closed.
  const user = device ? await findUserByPhone(phone).catch(() => null) : null
  return { address, known: isKnown(device, user) ? `browser ${device.id}` : null }
}

/** Counted for each session, so that a stolen session uses up only its own attempts. */
export const askerOfSession = (address: string, tokenHash: string): Asker => ({
  address,
  known: `session ${tokenHash}`,
})
