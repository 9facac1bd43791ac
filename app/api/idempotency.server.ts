import { createHash, randomUUID } from 'node:crypto'
import { apiMessages } from '~/messages/api'
import { refuseApi } from './refuse.server'

/** Returns the same key for one Idempotency-Key of a member, else a random one. Throws 422. */
export function withdrawalKey(userId: number, given: string | null): string {
  if (given === null) return randomUUID()
  if (!/^[\x21-\x7e]{1,255}$/.test(given)) throw refuseApi(422, apiMessages.api.badKey, { error: 'invalid' })
  const hash = createHash('sha256').update(`withdrawal\0${userId}\0${given}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
