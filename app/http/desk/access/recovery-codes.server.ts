/** Codes for an operator whose phone is lost. They are displayed until the operator confirms having kept them. */
import { randomInt } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { deskAccess, deskRecoveryCodes } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { blindIndex, seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { readGrouped } from '~/platform/formats/pasted'
import { mailAccess } from '~/desk/operator-mails.server'

const HOW_MANY = 10
const DIGITS = 12

const hashCode = (operatorId: number, digits: string) => blindIndex(`recovery code:${operatorId}:${digits}`)
const place = (operatorId: number): SealedPlace => `desk_access|new_codes|${operatorId}`

const formatCode = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1-')

export async function makeRecoveryCodes(tx: Tx, operatorId: number): Promise<void> {
  const codes = new Set<string>()
  while (codes.size < HOW_MANY) codes.add(String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'))
  await tx.delete(deskRecoveryCodes).where(eq(deskRecoveryCodes.operator_id, operatorId))
  await tx
    .insert(deskRecoveryCodes)
    .values(
      [...codes].map((digits) => ({ operator_id: operatorId, code_hash: hashCode(operatorId, digits) })),
    )
  await tx
    .update(deskAccess)
    .set({ new_codes: seal([...codes].join(' '), place(operatorId)), updated_at: sql`now()` })
    .where(eq(deskAccess.operator_id, operatorId))
}

export const replaceRecoveryCodes = (operatorId: number): Promise<void> =>
  db.transaction(async (tx) => {
    await makeRecoveryCodes(tx, operatorId)
    const [operator] = await tx.select().from(operators).where(eq(operators.id, operatorId))
    await mailAccess(tx, [operator!], { by: operator!.name, what: 'the recovery codes were replaced' })
  })

/** `fresh` null: nothing to show, they were kept. `left`: how many are not used. */
export async function readRecoveryCodes(
  operatorId: number,
): Promise<{ fresh: string[] | null; left: number }> {
  const [[access], [unused]] = await Promise.all([
    db.select({ codes: deskAccess.new_codes }).from(deskAccess).where(eq(deskAccess.operator_id, operatorId)),
    db
      .select({ left: count() })
      .from(deskRecoveryCodes)
      .where(and(eq(deskRecoveryCodes.operator_id, operatorId), isNull(deskRecoveryCodes.used_at))),
  ])
  const sealed = access?.codes ?? null
  return {
    fresh: sealed === null ? null : unseal(sealed, place(operatorId)).split(' ').map(formatCode),
    left: unused!.left,
  }
}

export async function confirmRecoveryCodes(operatorId: number): Promise<void> {
  await db.update(deskAccess).set({ new_codes: null }).where(eq(deskAccess.operator_id, operatorId))
}

/** With or without dashes and spaces; null for anything but twelve digits. */
export function readRecoveryCode(typed: string): string | null {
  const digits = readGrouped(typed)
  return digits.length === DIGITS && /^\d+$/.test(digits) ? digits : null
}

/** True once for each code. The caller counts attempts. */
export async function spendRecoveryCode(operatorId: number, digits: string): Promise<boolean> {
  const used = await db
    .update(deskRecoveryCodes)
    .set({ used_at: sql`now()` })
    .where(
      and(
        eq(deskRecoveryCodes.operator_id, operatorId),
        eq(deskRecoveryCodes.code_hash, hashCode(operatorId, digits)),
        isNull(deskRecoveryCodes.used_at),
      ),
    )
    .returning({ id: deskRecoveryCodes.id })
  return used.length === 1
}
