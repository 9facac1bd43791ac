/** Plants corruptions of the books in transactions that are rolled back. */
import { SQL, sql } from 'drizzle-orm'
import { databaseError, db, type Reader, type Tx } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { blindIndex } from '~/platform/db/seal.server'
import { paise, computeReferral } from '~/platform/formats/money'
import { postGrant } from '~/domain/wallet/grants.server'
import { NOTHING } from '~/domain/wallet/grants'
import { findDefects } from '~/domain/books/audit.server'
import { checks } from '~/domain/books/audit/checks'
import type { Defect } from '~/domain/books/audit'
import { COMMAND_CHECK, findForgedCommands } from '~/domain/books/audit/forged-commands.server'
import { findSealedDefects, sealedChecks } from '~/domain/books/audit/sealed.server'
import { findSecondPersonDefects, SECOND_PERSON_CHECK } from '~/domain/books/audit/second-persons.server'
import { findSettingDefects } from '~/domain/books/audit/settings.server'
import { findUnsealedSteps, LOG_END_CHECK, SEAL_CHECK } from '~/domain/books/audit/step-seals.server'
import { sums } from '~/domain/books/audit/sums'

export interface Corruption {
  name: string
  /** Statements, or code of an attacker who can call the application. */
  plant: SQL[] | ((tx: Tx) => Promise<void>)
  /** 'refused' by the database, or the check that finds it. */
  end: string
}

/** SQLSTATEs of our triggers and constraints; any other is a mistake in the corruption itself. */
const REFUSALS = new Set(['55000', '23514', '23505'])

/** Disables all triggers, as the database owner can. */
export const off = sql`SET LOCAL session_replication_role = replica`

/** From here on the transaction is one of SQL alone, which has no key to seal its steps with. */
export const withoutKey = sql`SELECT set_config('dealdwaar.step_key', '', true)`

/** Statements or code by end and name. */
type Plants = Record<string, Record<string, SQL | Corruption['plant']>>

export const corruptions = (plants: Plants): Corruption[] =>
  Object.entries(plants).flatMap(([end, named]) =>
    Object.entries(named).map(([name, plant]) => ({
      name,
      plant: plant instanceof SQL ? [plant] : plant,
      end,
    })),
  )

export const corruptionsWithoutTriggers = (plants: Plants): Corruption[] =>
  corruptions(plants).map(({ name, plant, end }) => ({
    name: `triggers off: ${name}`,
    plant: async (tx) => {
      await tx.execute(off)
      await execute(tx, plant)
    },
    end,
  }))

async function execute(tx: Tx, plant: Corruption['plant']): Promise<void> {
  if (typeof plant === 'function') await plant(tx)
  else for (const statement of plant) await tx.execute(statement)
}

type Find = (reader: Reader, examples: number) => Promise<Defect[]>

const FINDERS: Record<string, Find> = {
  'setting by a command': findSettingDefects,
  [SECOND_PERSON_CHECK]: findSecondPersonDefects,
  [COMMAND_CHECK]: findForgedCommands,
  [SEAL_CHECK]: findUnsealedSteps,
  [LOG_END_CHECK]: findUnsealedSteps,
  ...Object.fromEntries(sealedChecks.map((check) => [check, findSealedDefects])),
}

/** Every check of the audit. */
export const CHECKS: readonly string[] = [...Object.keys(checks), ...Object.keys(FINDERS)]

/** What this check of the audit finds, without the others. */
export async function findBy(check: string, reader: Reader): Promise<Defect[]> {
  const finder = FINDERS[check]
  if (finder) return finder(reader, 3)
  const { query, next } = checks[check]!
  const rows = await reader.execute<Record<'subject' | 'detail', string>>(
    sql.raw(`WITH ${sums} SELECT subject::text, detail::text FROM (${query}) defects`),
  )
  return rows.map((row) => ({ check, count: rows.length, next, ...row }))
}

/** Plants it and rolls back; returns the audit's defects, or those of one of its checks, or the SQLSTATE of the refusal. */
export async function after(
  plant: Corruption['plant'],
  find: (reader: Reader) => Promise<Defect[]> = findDefects,
): Promise<{ refused: string } | { defects: Defect[] }> {
  let defects: Defect[] = []
  try {
    await db.transaction(async (tx) => {
      await tx.execute(withoutKey)
      await execute(tx, plant)
      await tx.execute(sql`SET LOCAL session_replication_role = origin`)
      defects = await find(tx)
      tx.rollback()
    })
  } catch (error) {
    const refusal = databaseError(error)
    if (refusal && REFUSALS.has(refusal.code)) return { refused: refusal.code }
    if (!(error instanceof Error && error.message === 'Rollback')) throw error
  }
  return { defects }
}

/** 'refused', or the checks that found it. */
export function listOutcomes(answer: Awaited<ReturnType<typeof after>>): string[] {
  if ('refused' in answer) return ['refused']
  return [...new Set(answer.defects.map(({ check }) => check))]
}

// Rows of createSampleBooks() by what they are, because ids are not known when the corruptions are evaluated.

/** The sale that was reported as `externalId`. */
export const sale = (externalId: string) =>
  sql`(SELECT id FROM conversions WHERE external_id = ${externalId})`
export const shopper = sql`(SELECT max(user_id) FROM conversions WHERE external_id = 'A')`
export const friend = sql`(SELECT min(id) FROM users WHERE id > 1000)`
export const requested = sql`(SELECT min(id) FROM withdrawals WHERE status = 'requested')`
export const paid = sql`(SELECT min(id) FROM withdrawals WHERE status = 'paid')`

/** Two members with a UPI ID; the second one has a withdrawal waiting. */
export const [thief, victim] = ['ravi@okbank', 'asha@okbank'].map(
  (upi) => sql`(SELECT user_id FROM upi_details WHERE blind_index = ${blindIndex(`upi:${upi}`)})`,
) as [SQL, SQL]

/** An account of the house or of the shopper. */
export const account = (code: string) =>
  sql`(SELECT id FROM ledger_accounts WHERE code = ${code} AND user_id IN (0, ${shopper}))`

/** A transfer that bypasses transfer(): the row and consistent sums. */
export const forged = (debit: string, credit: string, refType: string, refId: SQL, kind = 'forged') => [
  sql`INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
      VALUES (${`forged:${debit}`}, ${kind}, ${account(debit)}, ${account(credit)}, 100, ${refType}, ${refId}, 2)`,
  sql`UPDATE ledger_accounts SET debits_paise = debits_paise + 100 WHERE id = ${account(debit)} AND floor_paise IS NOT NULL`,
  sql`UPDATE ledger_accounts SET credits_paise = credits_paise + 100 WHERE id = ${account(credit)} AND floor_paise IS NOT NULL`,
]

export const setStatus = (from: string, to: string) =>
  sql`UPDATE withdrawals SET status = ${to} WHERE status = ${from}`

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
    const from = {
      pending: paise(BigInt(now!.pending_paise!)),
      granted: paise(BigInt(now!.granted_paise!)),
      referral: paise(BigInt(now!.referral_paise!)),
      waiting: paise(0n),
    }
    const sale = { id: Number(now!.id), revision, user_id: Number(now!.user_id), referrer_id: referrerId }
    await postGrant(tx, sale, { from, to: held, added: [], lowered: [] })
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
