/** Who sends one-time codes and says whether they are right. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { derivedKey, env } from '~/env.server'

export interface CodeTarget {
  challengeId: string
  purpose: string
  /** +91XXXXXXXXXX */
  phone: string
}

/** What is kept of a code that was sent. */
export interface SentCode {
  /** Keyed hash; null where the provider keeps the code itself. */
  code_hash: string | null
  /** Readable, to be shown on the page: the demo provider alone. */
  demo_code: string | null
  provider_reference: string | null
}

export interface OtpProvider {
  name: string
  /** Sends a new code; throws when it could not. */
  send(target: CodeTarget): Promise<SentCode>
  /** Whether `code` is the one that was sent; throws when that cannot be said. */
  verify(target: CodeTarget, sent: SentCode, code: string): Promise<boolean>
}

/** Keyed, and bound to the challenge, its purpose and its phone. */
function hashCode({ challengeId, purpose, phone }: CodeTarget, code: string): string {
  return createHmac('sha256', derivedKey('otp'))
    .update([challengeId, purpose, phone, code].join('\0'))
    .digest('hex')
}

/** decisions.md 30: sends nothing; the code is shown on the OTP page and in the log. */
export const demoProvider: OtpProvider = {
  name: 'demo',
  async send(target) {
    const code = String(randomInt(10_000)).padStart(4, '0')
    const { purpose, phone } = target
    const time = new Date().toISOString()
    console.info(JSON.stringify({ time, level: 'info', message: 'demo code', purpose, phone, code }))
    return { code_hash: hashCode(target, code), demo_code: code, provider_reference: null }
  },
  async verify(target, sent, code) {
    if (!sent.code_hash) return false
    return timingSafeEqual(Buffer.from(sent.code_hash), Buffer.from(hashCode(target, code)))
  },
}

const providers: Record<ReturnType<typeof env>['otpProvider'], OtpProvider> = { demo: demoProvider }

export const otpProvider = (): OtpProvider => providers[env().otpProvider]

/** A provider's failure, by its kind alone: its words may hold the number. */
export function logFailure(message: string, error: unknown): void {
  const time = new Date().toISOString()
  const kind = error instanceof Error ? error.name : typeof error
  console.error(JSON.stringify({ time, level: 'error', message, error: kind }))
}
