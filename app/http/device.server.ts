/**
 * Which members have been signed in in this browser: a sign-in of anybody else is one from a new device, and the person
 * is told. The cookie says nothing to anybody but us and opens nothing; without it there is only one notification more.
 */
import { sealedCookie } from './cookies.server'

const cookie = sealedCookie<{ members: number[] }>('device')

/** A family's shared phone has few; the longest ago go first. */
const MOST = 8

/** Their ids, the latest last. */
export const readDeviceMembers = (request: Request): number[] => cookie.read(request)?.members ?? []

/** The Set-Cookie value that adds this member; null where the browser knows them. */
export function rememberMember(request: Request, userId: number): string | null {
  const members = readDeviceMembers(request)
  return members.includes(userId) ? null : cookie.write({ members: [...members, userId].slice(-MOST) })
}
