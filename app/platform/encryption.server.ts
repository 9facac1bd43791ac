/** AES-256-GCM in one form, nonce, text and tag, for what is stored sealed and for what browsers bring back. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG = { authTagLength: 16 }

/** `secret`: 32 bytes. Only the same `place` decrypts it. */
export function encrypt(secret: Buffer, content: string | Buffer, place = ''): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, TAG).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(Buffer.from(content)), cipher.final(), cipher.getAuthTag()])
}

/** Null: changed, of another place, or encrypted with another secret. */
export function decrypt(secret: Buffer, bytes: Buffer, place = ''): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE_BYTES), TAG)
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG.authTagLength))
    const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG.authTagLength))
    return Buffer.concat([content, decipher.final()])
  } catch {
    return null
  }
}
