/** What the audit says of defects, and when it runs. corruptions.test.ts has what it finds. */
import { sql, type SQL } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { auditIfDue, countDefects, findDefects } from '~/domain/books/audit.server'
import { readLastAudit } from '~/domain/books/last-audit.server'
import type { Defect } from '~/domain/books/audit'
import { SEAL_CHECK } from '~/domain/books/audit/step-seals.server'
import { rewrite } from '../support/rewrite'
import { createSampleBooks } from './corruptions/lifetime'
import { after } from './corruptions/plant'
import { WITHDRAWALS } from './corruptions/withdrawals'

beforeAll(createSampleBooks)

async function defectsAfter(statements: SQL[]): Promise<Defect[]> {
  const answer = await after(statements)
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`)
  return answer.defects
}

describe('the audit', () => {
  test('reports nothing when the books balance', async () => {
    expect(await findDefects()).toEqual([])
  })

  test('names a payout in conflict until it is resolved', async () => {
    const planted = WITHDRAWALS.find(({ name }) => name === 'a provider status that contradicts ours')!
      .plant as SQL[]
    const [defect] = await defectsAfter(planted)
    expect(defect!.detail).toMatch(
      /^cashfree says SUCCESS, Rs\. 50\.00: paid after it was refunded \(conflicts show \d+\)$/,
    )
    const resolved = sql`UPDATE payout_conflicts SET resolved_at = now(), resolution = 'The member sent it back'`
    const left = await defectsAfter([...planted, resolved])
    expect(left.filter(({ check }) => check !== SEAL_CHECK)).toEqual([])
  })

  test('reports whether a guard trigger is missing, disabled or changed', async () => {
    const defects = await defectsAfter([
      sql`DROP TRIGGER checkpoints_append_only ON checkpoints`,
      sql`ALTER TABLE clicks DISABLE TRIGGER clicks_guard`,
      sql`ALTER TABLE operator_log ENABLE ALWAYS TRIGGER operator_log_kept`,
    ])
    expect(new Map(defects.map(({ subject, detail }) => [subject, detail]))).toEqual(
      new Map([
        ['trigger checkpoints_append_only on checkpoints', 'is missing'],
        ['trigger clicks_guard on clicks', 'is disabled'],
        ['trigger operator_log_kept on operator_log', 'fires in mode A'],
      ]),
    )
  })

  test('names the constraint, index or column that was changed, with its table', async () => {
    const defects = await defectsAfter([
      sql`ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_amount,
            ADD CONSTRAINT withdrawals_amount CHECK (amount_paise > 0) NOT VALID`,
      sql`DROP INDEX payout_batch_items_one`,
      sql`ALTER TABLE ledger_transfers ALTER COLUMN kind DROP NOT NULL`,
    ])
    expect(new Map(defects.map(({ subject, detail }) => [subject, detail]))).toEqual(
      new Map([
        ['constraint withdrawals_amount on withdrawals', 'is now CHECK (amount_paise > 0) NOT VALID'],
        [
          'unique index payout_batch_items_one on payout_batch_items',
          'is missing: UNIQUE INDEX USING btree (withdrawal_id) WHERE left_at IS NULL',
        ],
        ['column kind of ledger_transfers', 'takes NULL, or is missing'],
      ]),
    )
  })

  test('ignores constraints of tables that the application does not own', async () => {
    const own = sql`CREATE TABLE notes_of_the_operator (id int PRIMARY KEY, note text NOT NULL UNIQUE CHECK (note <> ''))`
    expect(await defectsAfter([own])).toEqual([])
  })

  test('leaves no changes behind', async () => {
    expect(await findDefects()).toEqual([])
  })

  test('counts all defects of a check and names three', async () => {
    const lying = sql`INSERT INTO postback_inbox (network, method, raw, received_at)
      SELECT 'trackier', 'GET', '{}', now() - interval '6 minutes' FROM generate_series(1, 7)`
    const defects = await defectsAfter([lying])
    expect(defects.map(({ check, count }) => [check, count])).toEqual(
      ['postback left lying', SEAL_CHECK].flatMap((check) => Array.from({ length: 3 }, () => [check, 7])),
    )
    expect(countDefects(defects)).toBe(14)
  })
})

describe('scheduled audit', () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const lines = () => said.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('books'))
  afterEach(() => said.mockClear())

  test('runs in one of several processes, logs the result and stores it for a gauge', async () => {
    const before = Date.now()
    const results = await Promise.all(Array.from({ length: 5 }, () => auditIfDue()))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', message: 'the books balance', defects: 0 },
    ])
    const last = await readLastAudit()
    expect(last!.result).toMatchObject({ defects: 0, checks: [] })
    expect(last!.at.getTime()).toBeGreaterThan(before - 1000)
    expect(await auditIfDue()).toBeNull()
  })

  test('runs again after an hour, and logs an error when the books do not balance', async () => {
    await db.execute(sql`UPDATE jobs SET started_at = now() - interval '59 minutes'`)
    expect(await auditIfDue()).toBeNull()
    await db.execute(sql`UPDATE jobs SET started_at = now() - interval '61 minutes'`)
    await db.execute(sql`INSERT INTO postback_inbox (network, method, raw, received_at)
      VALUES ('trackier', 'GET', '{}', now() - interval '6 minutes')`)
    expect(await auditIfDue()).toMatchObject({ defects: 1, checks: ['postback left lying'] })
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', message: 'the books do not balance', defects: 1, checks: 'postback left lying' },
    ])
    expect((await readLastAudit())!.result.defects).toBe(1)
    await rewrite(sql`DELETE FROM postback_inbox WHERE raw = '{}'`)
  })
})
