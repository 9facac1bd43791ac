/** What can be wrong with the books: planted in a transaction that is rolled back. */
import { sql, type SQL } from 'drizzle-orm'
import { databaseError, db, type Tx } from '~/db/client.server'
import { conversions } from '~/db/schema/sales'
import { paise } from '~/formats/money'
import { settleCashback } from '~/wallet/ledger/cashback.server'
import { findDefects, type Defect } from '~/wallet/audit/audit.server'

/** 'refused': the database does not take it. Else the check that finds it. */
export type End = 'refused' | { found: string }

export interface Corruption {
  name: string
  /** Statements, or what a thief with the application's own code does. */
  plant: SQL[] | ((tx: Tx) => Promise<void>)
  end: End
}

/** What triggers and constraints of ours raise: anything else is a mistake in the corruption itself. */
const REFUSALS = new Set(['55000', '23514', '23505'])

/** With all triggers off, as whoever owns the database can do. */
export const off = sql`SET LOCAL session_replication_role = replica`

/** Plants it, and undoes it: what the audit said of it, or the database's refusal (its SQLSTATE). */
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

/** What came of it, in words: 'refused', the checks that found it, or 'nothing'. */
export function saidOf(answer: Awaited<ReturnType<typeof after>>): string[] {
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
    const held = await settleCashback(tx, {
      conversionId: Number(now!.id),
      revision,
      userId: Number(now!.user_id),
      referrerId: now!.referrer_id ? Number(now!.referrer_id) : null,
      from: {
        pending: paise(BigInt(now!.pending_paise!)),
        granted: paise(BigInt(now!.granted_paise!)),
        referral: paise(BigInt(now!.referral_paise!)),
      },
      to: { pending: paise(0n), granted: paise(to) },
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
