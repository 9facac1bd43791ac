/** Members who signed in with this browser; for any other member the device counts as new (docs/decisions/0017). */
import { randomUUID } from 'node:crypto'
import type { Device } from '~/domain/accounts/client-context'
import { createSealedCookie } from './cookies.server'

interface StoredDevice {
  id: string
  members: [id: number, stamp: string][]
}

const cookie = createSealedCookie<StoredDevice>('device')

const MAX_MEMBERS = 8

function read(request: Request): StoredDevice | null {
  const stored = cookie.read(request)
  return stored?.id ? stored : null
}

export const readDeviceMembers = (request: Request): number[] =>
  read(request)?.members.map(([id]) => id) ?? []

export function readDevice(request: Request): Device | null {
  const stored = read(request)
  return stored && { id: stored.id, stamps: Object.fromEntries(stored.members) }
}

export function rememberMember(request: Request, userId: number, stamp: string): string | null {
  const { id = randomUUID(), members = [] } = read(request) ?? {}
  if (members.some(([member, previousStamp]) => member === userId && previousStamp === stamp)) return null
  const others = members.filter(([member]) => member !== userId)
  return cookie.write({ id, members: [...others, [userId, stamp] as [number, string]].slice(-MAX_MEMBERS) })
}
