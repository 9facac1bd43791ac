import { createHmac } from 'node:crypto'
import { deriveKey } from '~/platform/config/env.server'
import type { RateLimitSubject } from './attempt-limits.server'
import { findUserByPhone, type User } from './users.server'
import type { ClientContext, Device } from './client-context'

/** A new password changes the stamp, so browsers that used the old one become strangers (docs/decisions/0017). */
export const hashPasswordStamp = (passwordHash: string | null): string =>
  createHmac('sha256', deriveKey('password stamp'))
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16)

const isKnownBrowser = (device: Device | null | undefined, user: User | null): device is Device =>
  Boolean(device && user && device.stamps[user.id] === hashPasswordStamp(user.password_hash))

export async function identifySubject(
  { address, device }: ClientContext,
  phone: string,
): Promise<RateLimitSubject> {
  const user = device ? await findUserByPhone(phone).catch(() => null) : null
  return { address, known: isKnownBrowser(device, user) ? `browser ${device.id}` : null }
}

/** Counts by session, so that a stolen session uses up only its own attempts. */
export const identifySessionSubject = (address: string, tokenHash: string): RateLimitSubject => ({
  address,
  known: `session ${tokenHash}`,
})
