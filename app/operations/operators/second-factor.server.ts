/** The second factor of operators. Most commands need none and do not load it. */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { db, type Tx } from '~/db/client.server'
import { defineLimit, type RateLimit } from '~/db/limits.server'
import { operators } from '~/db/schema/operations'
import { seal, unseal } from '~/db/seal.server'
import type { Operator } from '../actor.server'
import { Refused } from '../refusal'

const place = (id: number) => `operators|totp_secret|${id}`
const PERIOD_SECONDS = 30

const makeTotp = (name: string, secret: Secret) =>
  new TOTP({ issuer: 'DealDwaar', label: name, secret, period: PERIOD_SECONDS })

/** A new secret replaces the old one. Returns the address that authenticator apps read. */
export async function setSecondFactor(tx: Tx, { id, name }: Pick<Operator, 'id' | 'name'>): Promise<string> {
  const secret = new Secret({ size: 20 })
  await tx
    .update(operators)
    .set({ totp_secret: seal(secret.base32, place(id)), totp_step: null, updated_at: sql`now()` })
    .where(eq(operators.id, id))
  return makeTotp(name, secret).toString()
}

/** Wrong codes within 15 minutes; a right one ends the count. */
const MOST_WRONG = 5
let limit: RateLimit | undefined
const limitOfCodes = () => (limit ??= defineLimit('operator-code', MOST_WRONG, 15 * 60))

/**
 * True for a code of now or of the step before or after, once: no step is accepted again, nor an earlier one. Throws
 * Refused after five wrong ones.
 */
export async function spendCode({ id, name, totp_secret }: Operator, code: string): Promise<boolean> {
  if (totp_secret === null) return false
  const wait = await limitOfCodes().consume(String(id))
  if (wait) throw new Refused(`Too many wrong codes of ${name}: try again in ${wait.minutes} minutes.`)
  const timestamp = Date.now()
  const totp = makeTotp(name, Secret.fromBase32(unseal(totp_secret, place(id))))
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, window: 1, timestamp }) : null
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  const used = await db
    .update(operators)
    .set({ totp_step: step })
    .where(and(eq(operators.id, id), or(isNull(operators.totp_step), lt(operators.totp_step, step))))
    .returning({ id: operators.id })
  if (used.length) await limitOfCodes().clear(String(id))
  return used.length === 1
}
