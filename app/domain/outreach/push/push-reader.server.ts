/** Strict parser of the subscription that a browser sends (W3C Push API, RFC 8291). */
import { createECDH } from 'node:crypto'
import { z } from 'zod/v4'
import { isListedHost } from '~/platform/outbound/hosts'

/** Host names of the push services of Chrome, Edge on Windows, Firefox and Safari. */
const SERVICES = [
  'fcm.googleapis.com',
  '*.notify.windows.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
]

/** The text must equal its normalized URL, so that no other parser reads a different host from it. */
export function isKnownEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  return (
    url.href === endpoint &&
    url.protocol === 'https:' &&
    !url.username &&
    !url.password &&
    !url.hash &&
    url.pathname.length > 1 &&
    isListedHost(url.host, SERVICES)
  )
}

/** Setting a point that is not on the curve throws. */
function isPublicKey(p256dh: string): boolean {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    return curve.computeSecret(p256dh, 'base64url').length === 32
  } catch {
    return false
  }
}

export const pushSchema = z.object({
  endpoint: z
    .string()
    .max(1000)
    .regex(/^[\x21-\x7e]+$/)
    .refine(isKnownEndpoint),
  p256dh: z
    .string()
    .regex(/^B[\w-]{86}$/)
    .refine(isPublicKey),
  auth: z.string().regex(/^[\w-]{21}[AQgw]$/),
})

export type PushAddress = z.output<typeof pushSchema>
