/** AES-256-GCM under DATA_KEY, bound to the place of storage. DATA_KEYS_OLD still decrypt. */
import { createHmac, hkdfSync } from 'node:crypto'
import { env } from '~/platform/config/env.server'
import { decrypt, encrypt } from '~/platform/encryption.server'
import { requireKnownPlace, type SealedPlace } from './sealed-columns'

/** The key id of texts sealed before keys had ids; all keys are tried on them. */
export const LEGACY_KEY_ID = 'k1'

interface Key {
  id: string
  secret: Buffer
}

const derive = (key: string, use: 'seal' | 'blind index' | 'key id', length = 32) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), 'dealdwaar', use, length))

const derived = new Map<string, Key>()

function findKey(key: string): Key {
  const known = derived.get(key)
  if (known) return known
  const created = { id: derive(key, 'key id', 4).toString('hex'), secret: derive(key, 'seal') }
  derived.set(key, created)
  return created
}

function currentKey(): Key {
  const { DATA_KEY } = env()
  if (!DATA_KEY) throw new Error('DATA_KEY: not set')
  return findKey(DATA_KEY)
}

export const listKeyIds = (): string[] => [
  currentKey().id,
  ...env().DATA_KEYS_OLD.map((key) => findKey(key).id),
]

export class SealError extends Error {
  override name = 'SealError'
}

/** `place` is 'table|column|key values' (sealed-columns.ts); the text cannot be decrypted for another place. */
export function seal(text: string, place: SealedPlace): string {
  requireKnownPlace(place)
  const { id, secret } = currentKey()
  return `${id}.${encrypt(secret, text, place).toString('base64url')}`
}

/** Throws SealError. */
export function unseal(sealed: string, place: string): string {
  const [id = '', body] = sealed.split('.')
  const keys = [currentKey(), ...env().DATA_KEYS_OLD.map(findKey)]
  const fitting = keys.filter((key) => id === LEGACY_KEY_ID || key.id === id)
  if (!body || !fitting.length)
    throw new SealError(
      `sealed under an unknown key: ${id.slice(0, 8)}. It is not in DATA_KEY and DATA_KEYS_OLD.`,
    )
  for (const { secret } of fitting) {
    const text = decrypt(secret, Buffer.from(body, 'base64url'), place)
    if (text !== null) return text.toString()
  }
  throw new SealError(
    'A sealed text does not authenticate: it was changed or moved, or sealed under a key that is not in DATA_KEY and DATA_KEYS_OLD.',
  )
}

let indexKey: { of: string; secret: Buffer } | undefined

/** Its key must not change with DATA_KEY, because some of the hashed values are no longer known. */
export function blindIndex(value: string): string {
  const key = env().INDEX_KEY ?? env().DATA_KEY
  if (!key) throw new Error('DATA_KEY: not set')
  if (indexKey?.of !== key) indexKey = { of: key, secret: derive(key, 'blind index') }
  return createHmac('sha256', indexKey.secret).update(value).digest('hex')
}
