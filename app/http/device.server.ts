/**
 * Which members have been signed in in this browser. A sign-in of anybody else is one from a new device, and the person is
 * told; and what strangers try does not count against a browser that knows the member (accounts/known-browser). The cookie
 * is encrypted, so nobody else can make one, and opens nothing.
 */
import { randomUUID } from 'node:crypto'
import type { Device } from '~/accounts/known-browser.server'
import { sealedCookie } from './cookies.server'

interface Stored {
  id: string
  /** The longest ago first. */
  members: [id: number, stamp: string][]
}

const cookie = sealedCookie<Stored>('device')

/** A family's shared phone has few; the longest ago go first. */
const MOST = 8

/** Null for none. */
function read(request: Request): Stored | null {
  const stored = cookie.read(request)
  return stored?.id ? stored : null
}

/** Their ids, the latest last. */
export const readDeviceMembers = (request: Request): number[] =>
  read(request)?.members.map(([id]) => id) ?? []

/** The browser, and the stamps of its members' passwords; null where nobody has been signed in. */
export function readDevice(request: Request): Device | null {
  const stored = read(request)
  return stored && { id: stored.id, stamps: Object.fromEntries(stored.members) }
}

/** The Set-Cookie value that adds a member, or the new stamp; null where the browser knows both. */
export function rememberMember(request: Request, userId: number, stamp: string): string | null {
  const { id = randomUUID(), members = [] } = read(request) ?? {}
  if (members.some(([member, known]) => member === userId && known === stamp)) return null
  const others = members.filter(([member]) => member !== userId)
  return cookie.write({ id, members: [...others, [userId, stamp] as [number, string]].slice(-MOST) })
}
