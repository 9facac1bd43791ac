/** Checkpoints reveal history that was rewritten with the triggers disabled. */
import fs from 'node:fs'
import path from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findLastNight } from '~/platform/formats/dates'
import { db } from '~/platform/db/client.server'
import { checkpointIfDue, makeCheckpoint, findRewrites } from '~/domain/books/checkpoints.server'
import { hashRange, RECORDED } from '~/domain/books/recorded.server'
import { rewrite } from '../support/rewrite'
import { createSampleBooks } from './corruptions/lifetime'
import { off } from './corruptions/plant'
import { earn, member } from '../wallet/support'

const folder = () => path.join(process.env.DATA_DIR!, 'checkpoints')
const details = async () => (await findRewrites()).map(({ subject, detail }) => `${subject}: ${detail}`)

/** The findings after these statements, which are rolled back. */
async function foundAfter(...statements: SQL[]): Promise<string[]> {
  let found: string[] = []
  await db
    .transaction(async (tx) => {
      await tx.execute(off)
      for (const statement of statements) await tx.execute(statement)
      found = (await findRewrites(tx)).map(({ detail }) => detail)
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'Rollback')) throw error
    })
  return found
}

beforeAll(createSampleBooks)

test('checkpoints record every append-only table about money except themselves', async () => {
  // Bits of tgtype: 1 for each row, 8 DELETE, 16 UPDATE.
  const rows = await db.execute<{ name: string }>(sql`
    SELECT DISTINCT t.tgrelid::regclass::text AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE p.proname = 'refuse_change' AND t.tgtype & 25 = 25`)
  const names = rows.map(({ name }) => name)
  expect(names).toContain('ledger_transfers')
  const left = names.filter((name) => !(RECORDED as string[]).includes(name))
  // What a store paid once is shown, and decides nothing.
  expect(left.toSorted()).toEqual(['checkpoints', 'store_rates'])
})

describe('checkpoints', () => {
  beforeAll(async () => {
    await rewrite(
      sql`INSERT INTO operator_log (os_user, command, finished_at, outcome, seal, end_seal) VALUES ('asha', 'stats', now(), 'done', '1', '1')`,
    )
    await makeCheckpoint()
    await earn(await member(), 500n)
    await makeCheckpoint()
  })
  beforeEach(async () => {
    if ((await findRewrites()).length) throw new Error('the history was rewritten before')
  })

  const REWRITES: [string, SQL, RegExp][] = [
    [
      'a kind',
      sql`UPDATE ledger_transfers SET kind = 'referral' WHERE kind = 'cashback'`,
      /^ledger_transfers, .*others$/,
    ],
    [
      'a time',
      sql`UPDATE ledger_transfers SET created_at = created_at + interval '1 microsecond' WHERE kind = 'paid'`,
      /^ledger_transfers, .*others$/,
    ],
    [
      'an amount',
      sql`UPDATE ledger_transfers SET amount_paise = amount_paise + 1 WHERE kind = 'paid'`,
      /^ledger_transfers, /,
    ],
    [
      'a reference',
      sql`UPDATE ledger_transfers SET reference = reference || 'x' WHERE kind = 'paid'`,
      /^ledger_transfers, /,
    ],
    [
      'a deleted transfer',
      sql`DELETE FROM ledger_transfers WHERE kind = 'paid'`,
      /^ledger_transfers, .* rows then, \d+ now$/,
    ],
    [
      'a UTR in a step',
      sql`UPDATE withdrawal_steps SET utr = NULL WHERE utr IS NOT NULL`,
      /^withdrawal_steps, /,
    ],
    [
      'deleted steps',
      sql`DELETE FROM withdrawal_steps`,
      /^withdrawal_steps, ids 0 < id <= \d+: \d+ rows then, 0 now$/,
    ],
    [
      'the text of a report',
      sql`UPDATE postback_inbox SET raw = raw || '{"sale_amount": "1"}'`,
      /^postback_inbox, /,
    ],
    ['the time of a report', sql`UPDATE postback_inbox SET received_at = now()`, /^postback_inbox, /],
    ['a record of a hold', sql`DELETE FROM hold_steps`, /^hold_steps, /],
    ['an adjustment', sql`UPDATE adjustments SET reason = 'Another'`, /^adjustments, /],
    [
      'a TDS',
      sql`UPDATE network_settlements SET tds_paise = tds_paise + 1, gst_paise = gst_paise + 1 WHERE kind = 'payment'`,
      /^network_settlements, /,
    ],
    [
      'the day of a payment',
      sql`UPDATE network_settlements SET paid_on = paid_on - 1`,
      /^network_settlements, /,
    ],
    ['a settled sale', sql`DELETE FROM network_settlement_items`, /^network_settlement_items, /],
    ['an entry of the bank', sql`UPDATE bank_entries SET on_day = on_day - 1`, /^bank_entries, /],
    ['a record of a command', sql`UPDATE operator_log SET command = 'log'`, /^operator_log, /],
    [
      'the hash of a checkpoint',
      sql`UPDATE checkpoints SET hash = repeat('0', 64) WHERE id = 2`,
      /not as it was made/,
    ],
    [
      'a checkpoint that is gone',
      sql`DELETE FROM checkpoints WHERE id = 1`,
      /not as it was made|is not in the database/,
    ],
    ['all of them gone', sql`TRUNCATE checkpoints`, /^of 00000\d\.json is not in the database$/],
  ]

  test.each(REWRITES)('reveal %s', async (_, statement, said) => {
    const found = await foundAfter(statement)
    expect(found.length).toBeGreaterThan(0)
    expect(found.some((detail) => said.test(detail))).toBe(true)
  })

  test('ignore legitimate changes: the state of a report, gaps between ids, later rows', async () => {
    await db.transaction((tx) => tx.execute(sql`SELECT nextval('ledger_transfers_id_seq')`))
    expect(
      await foundAfter(
        sql`UPDATE postback_inbox SET outcome = 'quarantined', reason = 'x', attempts = 3`,
        sql`UPDATE operator_log SET outcome = 'failed' WHERE outcome IS NOT NULL`,
      ),
    ).toEqual([])
    await earn(await member(), 700n)
  })

  test('have the same hash in another time zone', async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL TimeZone = 'Asia/Kolkata'`)
      expect(await findRewrites(tx)).toEqual([])
    })
  })

  test.each(['network_settlements', 'bank_entries'] as const)(
    'hash the dates of %s the same with another DateStyle',
    async (table) => {
      const range = { table, after: '0', to: '1000' }
      const before = await hashRange(db, range)
      expect(before.rows).toBeGreaterThan(0)
      await db.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL DateStyle = 'German'`)
        expect(await hashRange(tx, range)).toEqual(before)
      })
    },
  )

  test('are kept in files only their owner can read, which reveal a replaced checkpoint', async () => {
    expect(fs.readdirSync(folder())).toEqual(['000001.json', '000002.json'])
    expect(fs.statSync(path.join(folder(), '000001.json')).mode & 0o777).toBe(0o600)
    const file = path.join(folder(), '000002.json')
    const kept = fs.readFileSync(file, 'utf8')
    fs.writeFileSync(file, kept.replace(/"hash": "[^"]+"/, `"hash": "${'0'.repeat(64)}"`))
    expect(await details()).toEqual(['checkpoint 2: is another one than 000002.json'])
    fs.writeFileSync(file, kept)
  })

  test('are not made while an open transaction may still add an older row', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => (begun = resolve))
    const open = db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO operator_log (os_user, command, seal) VALUES ('asha', 'work', '2')`)
      begun()
      await held
    })
    await isBegun
    expect(await makeCheckpoint({ patience: 0 })).toBeNull()
    release()
    await open
    expect((await makeCheckpoint())!.id).toBe(3)
    expect(await findRewrites()).toEqual([])
  })

  test('are made once a night, by one of all processes', async () => {
    expect(await checkpointIfDue()).toBeNull()
    const tomorrow = Date.now() + 86_400_000
    const turns = await Promise.all(Array.from({ length: 4 }, () => checkpointIfDue(tomorrow)))
    expect(turns.filter(Boolean)).toEqual([{ made: 4, defects: 0 }])
  })

  test('count 3 a.m. in India as the start of the night', () => {
    expect(new Date(findLastNight(Date.parse('2026-11-22T21:29:59Z'))).toISOString()).toBe(
      '2026-11-21T21:30:00.000Z',
    )
    expect(new Date(findLastNight(Date.parse('2026-11-22T21:30:00Z'))).toISOString()).toBe(
      '2026-11-22T21:30:00.000Z',
    )
  })
})
