import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'

export function isHmac(
  given: string | null,
  encoding: 'hex' | 'base64',
  secret: string,
  text: string,
): boolean {
  const made = createHmac('sha256', secret).update(text).digest()
  const bytes = Buffer.from(given ?? '', encoding)
  return bytes.length === made.length && timingSafeEqual(bytes, made)
}

/** Identifies an event by its signed body, because ids in headers are not signed. */
export const digestBody = (body: string) => createHash('sha256').update(body).digest('hex')

export function tryToRead<Said>(read: () => Said): Said | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProviderFailure) return null
    throw error
  }
}

export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
