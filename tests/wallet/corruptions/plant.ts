/** Plants corruptions of the books in transactions that are rolled back. */
import { sql, type SQL } from 'drizzle-orm'
import { databaseError, db, type Tx } from '~/db/client.server'
import { conversions } from '~/db/schema/conversions'
import { paise, computeReferral } from '~/formats/money'
import { settleCashback } from '~/wallet/ledger/cashback.server'
import { NOTHING } from '~/wallet/ledger/grant'
import { findDefects } from '~/wallet/audit/audit.server'
import type { Defect } from '~/wallet/audit/defect'

/** 'refused' by the database, or the check that finds it. */
export type End = 'refused' | { found: string }

export interface Corruption {
  name: string
  /** Statements, or code of an attacker who can call the application. */
  plant: SQL[] | ((tx: Tx) => Promise<void>)
  end: End
}

/** SQLSTATEs of our triggers and constraints; any other is a mistake in the corruption itself. */
const REFUSALS = new Set(['55000', '23514', '23505'])

/** Disables all triggers, as the database owner can. */
export const off = sql`SET LOCAL session_replication_role = replica`

/** Plants it and rolls back; returns the audit's defects or the SQLSTATE of the refusal. */
export async function after(
  plant: Corruption['plant'],
): Promise<{ refused: string } | { defects: Defect[] }> {
  let defects: Defect[] = []
  try {
    await db.transaction(async (tx) => {
      if (typeof plant === 'function') await plant(tx)
      else for (const statement of plant) await tx.execute(statement)
      await tx.execute(sql`SET LOCAL session_replication_role = origin`)
      defects = await findDefects(tx)
      tx.rollback()
    })
  } catch (error) {
    const refusal = databaseError(error)
    if (refusal && REFUSALS.has(refusal.code)) return { refused: refusal.code }
    if (!(error instanceof Error && error.message === 'Rollback')) throw error
  }
  return { defects }
}

/** The outcome as text: 'refused', the checks that found it, or 'nothing'. */
export function listOutcomes(answer: Awaited<ReturnType<typeof after>>): string[] {
  if ('refused' in answer) return ['refused']
  return [...new Set(answer.defects.map(({ check }) => check))]
}

/** The sale that was reported as `externalId`. */
export const sale = (externalId: string) =>
  sql`(SELECT id FROM conversions WHERE external_id = ${externalId})`

/** Sets what a sale grants as the application would: row, transfers and sums agree. */
export const grant =
  (externalId: string, to: bigint, facts: Partial<typeof conversions.$inferInsert> = {}) =>
  async (tx: Tx): Promise<void> => {
    const [now] = await tx.execute<Record<string, string>>(
      sql`SELECT *, id::text AS id FROM conversions WHERE external_id = ${externalId}`,
    )
    const revision = Number(now!.revision) + 1
    const referrerId = now!.referrer_id ? Number(now!.referrer_id) : null
    const referral = referrerId === null ? paise(0n) : computeReferral(paise(to), 2000n)
    const held = { ...NOTHING, granted: paise(to), referral }
    await settleCashback(tx, {
      conversionId: Number(now!.id),
      revision,
      userId: Number(now!.user_id),
      referrerId,
      from: {
        pending: paise(BigInt(now!.pending_paise!)),
        granted: paise(BigInt(now!.granted_paise!)),
        referral: paise(BigInt(now!.referral_paise!)),
        waiting: paise(0n),
      },
      to: held,
    })
    await tx
      .update(conversions)
      .set({
        status: 'approved',
        pending_paise: held.pending,
        granted_paise: held.granted,
        referral_paise: held.referral,
        revision,
        ...facts,
      })
      .where(sql`id = ${now!.id}`)
  }
