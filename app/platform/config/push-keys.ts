import { createECDH, generateKeyPairSync } from 'node:crypto'

export interface PushKeys {
  VAPID_PUBLIC_KEY: string
  VAPID_PRIVATE_KEY: string
}

/** Makes a pair of keys for VAPID (RFC 8292), in base64url. */
export function makePushKeys(): PushKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]
  return { VAPID_PUBLIC_KEY: Buffer.concat(point).toString('base64url'), VAPID_PRIVATE_KEY: d! }
}

export function isPair({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: PushKeys): boolean {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(Buffer.from(VAPID_PRIVATE_KEY, 'base64url'))
  } catch {
    return false
  }
  return curve.getPublicKey('base64url') === VAPID_PUBLIC_KEY
}
