/** Encryption at rest of payout details: AES-256-GCM under DATA_KEY, bound to the place where the text is stored. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { env } from '~/env.server'

/** First part of every sealed text; a second key would be a second id. */
const KEY_ID = 'k1'

/** A key of its own for each use, derived from DATA_KEY. */
function dataKey(use: 'seal' | 'blind index'): Buffer {
  const key = env().DATA_KEY
  if (!key) throw new Error('DATA_KEY: not set')
  return Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), 'dealdwaar', use, 32))
}

/** Seals `text` for one place, 'table|column|user id': moved to another row it does not open. */
export function seal(text: string, place: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', dataKey('seal'), nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${KEY_ID}.${sealed.toString('base64url')}`
}

/** Opens what seal() made for the same place; throws when it was changed, moved or sealed under another key. */
export function unseal(sealed: string, place: string): string {
  const [keyId, body] = sealed.split('.')
  if (keyId !== KEY_ID || !body) throw new Error(`sealed under an unknown key: ${keyId}`)
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', dataKey('seal'), bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

/** A keyed hash by which equal values can be found without being readable. */
export function blindIndex(value: string): string {
  return createHmac('sha256', dataKey('blind index')).update(value).digest('hex')
}
