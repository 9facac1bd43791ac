import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '~/platform/config/env.server'
import type { CodeTarget } from './port'

export function hashCode({ challengeId, purpose, phone }: CodeTarget, code: string): string {
  return createHmac('sha256', deriveKey('otp'))
    .update([challengeId, purpose, phone, code].join('\0'))
    .digest('hex')
}

export const matchesCode = (hash: string, target: CodeTarget, code: string) =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashCode(target, code)))
