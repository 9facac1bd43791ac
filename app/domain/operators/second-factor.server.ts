/** The second factor of operators. Most commands need none and do not load it. */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { db, type Tx } from '~/platform/db/client.server'
import { defineLimit, type RateLimit } from '~/platform/db/limits.server'
import { operators } from '~/platform/db/schema/operations'
import { seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { readGrouped } from '~/platform/formats/pasted'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { endSessionsAtDesk } from './desk-invitation.server'
import type { Operator } from './operator.server'

const place = (id: number): SealedPlace => `operators|totp_secret|${id}`
const PERIOD_SECONDS = 30

const makeTotp = (name: string, secret: Secret) =>
  new TOTP({ issuer: 'DealDwaar', label: name, secret, period: PERIOD_SECONDS })

/**
 * A new secret replaces the old one, and ends the operator's sessions at the desk except `but`. Returns the address
 * that authenticator apps read.
 */
export async function setSecondFactor(
  tx: Tx,
  { id, name }: Pick<Operator, 'id' | 'name'>,
  but?: number,
): Promise<string> {
  await endSessionsAtDesk(tx, id, but)
  const secret = new Secret({ size: 20 })
  await tx
    .update(operators)
    .set({ totp_secret: seal(secret.base32, place(id)), totp_step: null, updated_at: sql`now()` })
    .where(eq(operators.id, id))
  return makeTotp(name, secret).toString()
}

export const readSecondFactor = ({ id, name, totp_secret }: Operator): string | null =>
  totp_secret === null ? null : openTotp(id, name, totp_secret).toString()

const openTotp = (id: number, name: string, sealed: string) =>
  makeTotp(name, Secret.fromBase32(unseal(sealed, place(id))))

/** Wrong codes within 15 minutes; a right one ends the count. */
const MOST_WRONG = 5
let limit: RateLimit | undefined
const getCodeLimit = () => (limit ??= defineLimit('operator-code', MOST_WRONG, 15 * 60))

/** Counts an attempt; returns the wait after five wrong ones. */
export const countCodeAttempt = (id: number) => getCodeLimit().consume(String(id))

export const forgetCodeAttempts = (id: number) => getCodeLimit().clear(String(id))

/** Counts the attempt, then spends the code as spendCountedCode() does. `too-many`: five codes were wrong. */
export async function spendCode(
  operator: Operator,
  code: string,
): Promise<Done | Refused<'wrong'> | Refused<'too-many', { minutes: number }>> {
  if (operator.totp_secret === null) return refused('wrong')
  const wait = await countCodeAttempt(operator.id)
  if (wait) return refused('too-many', { minutes: wait.minutes })
  return (await spendCountedCode(operator, code)) ? done() : refused('wrong')
}

/** Accepts codes one step early or late, but none twice or older than the last one. Count the attempt before. */
export async function spendCountedCode({ id, name, totp_secret }: Operator, typed: string): Promise<boolean> {
  if (totp_secret === null) return false
  const code = readGrouped(typed)
  const timestamp = Date.now()
  const totp = openTotp(id, name, totp_secret)
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, window: 1, timestamp }) : null
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  const used = await db
    .update(operators)
    .set({ totp_step: step })
    .where(and(eq(operators.id, id), or(isNull(operators.totp_step), lt(operators.totp_step, step))))
    .returning({ id: operators.id })
  if (used.length) await forgetCodeAttempts(id)
  return used.length === 1
}

/** A code that would be accepted now; null: those of now and of the next step are used, or there is no secret. */
export function findUnusedCode({ id, name, totp_secret, totp_step }: Operator): string | null {
  if (totp_secret === null) return null
  const totp = openTotp(id, name, totp_secret)
  const now = totp.counter()
  const step = Math.max(now, (totp_step ?? 0) + 1)
  return step > now + 1 ? null : totp.generate({ timestamp: step * PERIOD_SECONDS * 1000 })
}
