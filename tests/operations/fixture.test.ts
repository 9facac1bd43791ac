/** One file with a definition gives command, help, JSON, CSV, role and log. */
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { operatorLogRows, operators } from '~/platform/db/schema/operations'
import { readOsAccount } from '~/desk/actor.server'
import { describeColumns, describeRow } from '~/desk/columns'
import { defineChange, defineJob, defineList } from '~/desk/define'
import { forEachRow, listRefusals } from '~/desk/each-row.server'
import * as field from '~/desk/fields'
import type { Operation } from '~/desk/operation'
import { RefusalError } from '~/desk/refusal'
import { TOPICS } from '~/desk/topics'
import { buildReference } from '../../ops/reference'
import { ops, opsJson, readLastEntry } from '../ops/support'

interface Jar {
  id: number
  label: string
  phone: string
  filled_at: Date
  worth: bigint
}

const column = describeColumns<Jar>()
const COLUMNS = [
  column.id('id'),
  column.text('label'),
  column.phone('phone'),
  column.time('filled_at'),
  column.money('worth'),
]

/** Rows of a table that only this file knows. */
const readJars = (after = Number.MAX_SAFE_INTEGER, limit = 1000) =>
  db.execute<Jar & Record<string, unknown>>(
    sql`SELECT id, label, phone, filled_at, worth FROM jars WHERE id < ${after} ORDER BY id DESC LIMIT ${limit}`,
  )

const toJar = (row: Record<string, unknown>): Jar => ({
  ...(row as unknown as Jar),
  id: Number(row.id),
  filled_at: new Date(row.filled_at as string),
  worth: BigInt(row.worth as string),
})

const operations: Operation[] = [
  defineList({
    name: 'jars list',
    title: 'Jars',
    summary: 'jars, newest first',
    role: 'viewer',
    uncovers: 'mobile numbers',
    one: 'jar',
    none: 'There are no jars.',
    columns: COLUMNS,
    read: async (_, { after, limit }) => (await readJars(after, limit)).map(toJar),
    key: ({ id }) => id,
  }),
  defineChange({
    name: 'jars label' as never,
    title: 'Label a jar',
    summary: 'give a jar another label',
    role: 'catalogue',
    confirm: 'money',
    input: {
      id: field.id('its number', { place: 'argument' }),
      label: field.text('the new label', { most: 20 }),
      note: field.text('why; private', { private: true }).optional(),
    },
    async run({ id, label }, _, tx) {
      const [before] = await tx.execute<Record<string, unknown>>(
        sql`SELECT * FROM jars WHERE id = ${id} FOR UPDATE`,
      )
      if (!before) throw new RefusalError(`There is no jar ${id}.`, 'id')
      const [after] = await tx.execute<Record<string, unknown>>(
        sql`UPDATE jars SET label = ${label} WHERE id = ${id} RETURNING *`,
      )
      return {
        effect: `Labels jar ${id} ${label}`,
        facts: describeRow(COLUMNS, toJar(after!)),
        changed: [{ subject: `jar ${id}`, field: 'label', before: before.label, after: label }],
      }
    },
  }),
  defineJob({
    name: 'jars empty' as never,
    title: 'Empty jars',
    summary: 'set the worth of jars to nothing',
    role: 'finance',
    confirm: 'money',
    input: { ids: field.several(field.id('their numbers', { place: 'argument' })) },
    async run({ ids }, context) {
      const outcomes = await forEachRow(
        ids,
        context,
        (id) => `jar ${id}`,
        async (id, tx) => {
          const rows = await tx.execute(
            sql`UPDATE jars SET worth = 0 WHERE id = ${id} AND worth > 0 RETURNING id`,
          )
          if (!rows.length) throw new RefusalError(`Jar ${id} is empty already.`)
          return id
        },
      )
      return {
        effect: `Empties ${outcomes.filter(({ done }) => done).length} jars`,
        problems: listRefusals(outcomes),
      }
    },
  }),
]

beforeAll(async () => {
  TOPICS.jars = { about: 'jars of the test', load: async () => ({ topic: { operations } }) }
  await db.execute(
    sql`CREATE TABLE jars (id bigint PRIMARY KEY, label text, phone text, filled_at timestamptz, worth bigint)`,
  )
  await db.execute(sql`
    INSERT INTO jars SELECT n, 'jar ' || n, '+919000000' || lpad(n::text, 3, '0'), '2026-11-20T10:00:00Z', n * 100 FROM generate_series(1, 120) n`)
})

afterAll(async () => {
  delete TOPICS.jars
  await db.execute(sql`DROP TABLE jars`)
})

test('a list is a table of the newest 50 rows, and whole as CSV and JSON', async () => {
  const { out } = await ops('jars list')
  expect(out.split('\n')[0]).toMatch(/^ *ID +LABEL +PHONE +FILLED AT +WORTH$/)
  expect(out).toContain('\n50 jars (--limit shows more)\n')
  expect(out).toMatch(/^120 +jar 120 +••••0120 +20 Nov 2026, 3:30 pm +Rs\. 120\.00$/m)
  const all = await opsJson('jars list')
  expect(all).toHaveLength(120)
  expect(all[0]).toEqual({
    id: 120,
    label: 'jar 120',
    phone: '••••0120',
    filled_at: '2026-11-20T10:00:00.000Z',
    worth: '120.00',
  })
  const csv = (await ops('jars list --csv')).out.trimEnd().split('\r\n')
  expect(csv).toHaveLength(121)
  expect(csv[0]).toBe('id,label,phone,filled_at (IST),worth')
  expect((await ops('jars list --limit 2 --csv')).err).toBe('Truncated at 2: increase --limit for more.\n')
})

test('a masked cell is shown with --show, which is logged', async () => {
  const before = await readLastEntry()
  await ops('jars list')
  expect(await readLastEntry()).toEqual(before)
  expect((await ops('jars list --limit 1 --show')).out).toContain('+919000000120')
  expect(await readLastEntry()).toMatchObject({
    command: 'jars list --show',
    outcome: 'done',
    os_user: readOsAccount(),
  })
})

test('a change shows its effect, wants a confirmation, and is logged with what it changed', async () => {
  const preview = await ops('jars label 5 --label plums --dry-run')
  expect(preview).toMatchObject({ code: 0, err: '' })
  expect(preview.out).toMatch(/^Labels jar 5 plums\.\n\nid +5\nlabel +plums\n/)
  expect(preview.out).toContain('\nNothing was done.\n')
  const asked = await ops('jars label 5 --label plums')
  expect(asked).toMatchObject({
    code: 1,
    out: preview.out.replace(/\n\nVersion [0-9a-f]{12}\.\n\nNothing was done\./, ''),
  })
  expect(asked.err).toContain('there is no terminal to confirm it')
  expect(toJar((await readJars(6, 1))[0]!).label).toBe('jar 5')
  const done = await ops('jars label 5 --label plums --note "a secret" --yes')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toMatch(/^Done: labels jar 5 plums\.\n/)
  expect(await readLastEntry()).toMatchObject({
    command: 'jars label 5 --label plums --note …',
    outcome: 'done',
    source: 'command line',
    result: { changed: [{ subject: 'jar 5', field: 'label', before: 'jar 5', after: 'plums' }] },
  })
  expect(await opsJson('jars label 5 --label figs --yes')).toMatchObject({
    id: 5,
    label: 'figs',
    done: true,
    effect: 'Labels jar 5 figs',
  })
})

test.each([
  ['jars label 0 --label x', 2, 'It must be a number such as 12.'],
  [`jars label 1 --label ${'x'.repeat(21)}`, 2, 'It must have between 1 and 20 characters'],
  ['jars label 1', 2, "required option '--label <text>' not specified"],
  ['jars label 999 --label x --yes', 1, 'There is no jar 999.'],
  ['jars empty', 2, "missing required argument 'ids'"],
])('%s is refused with %i', async (line, code, err) => {
  const answer = await ops(line)
  expect(answer).toMatchObject({ code, out: '' })
  expect(answer.err).toContain(err)
})

test('a refused change is in the log without its reason', async () => {
  await ops('jars label 998 --label x --yes')
  expect(await readLastEntry()).toMatchObject({
    command: 'jars label 998 --label x',
    outcome: 'refused',
    result: null,
  })
})

test('a job does each row in its own transaction, and the log has their outcomes', async () => {
  expect((await ops('jars empty 7 8 --dry-run')).out).toContain('Empties 2 jars.')
  expect(await db.execute(sql`SELECT count(*)::int AS n FROM jars WHERE worth = 0`)).toMatchObject([{ n: 0 }])
  await ops('jars empty 7 --yes')
  const { code, out, err } = await ops('jars empty 7 8 9 --yes')
  expect({ code, err }).toEqual({ code: 1, err: 'Jar 7 is empty already.\n' })
  expect(out).toContain('Done: empties 2 jars.')
  const { id, outcome } = await readLastEntry()
  expect(outcome).toBe('partly')
  const rows = await db
    .select()
    .from(operatorLogRows)
    .where(eq(operatorLogRows.log_id, id))
    .orderBy(asc(operatorLogRows.id))
  expect(rows.map((row) => [row.subject, row.outcome])).toEqual([
    ['jar 7', 'refused'],
    ['jar 8', 'done'],
    ['jar 9', 'done'],
  ])
})

test('the role of the operator allows or refuses the operation', async () => {
  const osAccount = readOsAccount()
  await db
    .insert(operators)
    .values({ name: 'Bea', role: 'catalogue', state: 'active', os_account: osAccount })
  try {
    expect((await ops('jars label 6 --label pears --yes')).code).toBe(0)
    expect(await readLastEntry()).toMatchObject({ os_user: `Bea@${osAccount}`, outcome: 'done' })
    expect(await ops('jars empty 6 --yes')).toEqual({
      code: 1,
      out: '',
      err: '‘Empty jars’ needs the role finance; Bea has catalogue.\n',
    })
    expect((await ops('jars list --limit 1 --show')).out).not.toContain('0120')
  } finally {
    await db.update(operators).set({ os_account: null }).where(eq(operators.name, 'Bea'))
  }
})

test('help and reference name the fields', async () => {
  const { out } = await ops('jars label --help')
  expect(out).toContain('--label <text>')
  expect(out).toContain('--dry-run')
  expect(out).toContain('the new label')
  expect(await buildReference()).toMatch(/^- `jars label` \(\w+\): /m)
})
