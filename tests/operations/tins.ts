/** A topic that only tests have: tins with a label and a worth, a change of one and a job about many. */
import { sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { describeColumns, describeRow } from '~/desk/columns'
import { defineChange, defineJob } from '~/desk/define'
import { forEachRow, listRefusals } from '~/desk/each-row.server'
import * as field from '~/desk/fields'
import type { Operation } from '~/desk/operation'
import { RefusalError } from '~/desk/refusal'
import { TOPICS } from '~/desk/topics'

interface Tin {
  id: number
  label: string | null
  worth: bigint
}

const column = describeColumns<Tin>()
const PRESENT = [column.text('label')]
const COLUMNS = [column.id('id'), ...PRESENT, column.money('worth')]

async function lockTin(id: number, reader: Reader): Promise<Tin> {
  const [row] = await reader.execute<{ id: string; label: string | null; worth: string }>(
    sql`SELECT * FROM tins WHERE id = ${id} FOR UPDATE`,
  )
  if (!row) throw new RefusalError(`There is no tin ${id}.`, 'id')
  return { id, label: row.label, worth: BigInt(row.worth) }
}

/** What happens while `tins empty` has done half of its rows. */
export const pause = { halfway: async (): Promise<void> => {} }

const id = field.id('its number', { place: 'argument' })

const operations: Operation[] = [
  defineChange({
    name: 'tins label' as never,
    title: 'Label a tin',
    summary: 'give a tin another label',
    role: 'catalogue',
    confirm: 'ask',
    needsSecondPerson: ({ id }) => id >= 100,
    input: { id, label: field.text('the new label; none: no label', { most: 20, clearedBy: 'none' }) },
    present: async ({ id }, reader) => ({
      subject: `tin ${id}`,
      values: describeRow(PRESENT, await lockTin(id, reader)),
    }),
    async run({ id, label }, _, tx) {
      const before = await lockTin(id, tx)
      await tx.execute(sql`UPDATE tins SET label = ${label}, times = times + 1 WHERE id = ${id}`)
      return {
        effect: `Labels tin ${id}, ${before.worth} paise`,
        facts: describeRow(COLUMNS, { ...before, label }),
        changed: [{ subject: `tin ${id}`, field: 'label', before: before.label, after: label }],
      }
    },
  }),
  defineJob({
    name: 'tins empty' as never,
    title: 'Empty tins',
    summary: 'set the worth of tins to nothing',
    role: 'finance',
    confirm: 'money',
    continues: 'by rows',
    input: { ids: field.several(field.id('their numbers', { place: 'argument' })) },
    async run({ ids }, context) {
      const empty = (some: number[]) =>
        forEachRow(
          some,
          context,
          (id) => `tin ${id}`,
          async (id, tx) => {
            const rows = await tx.execute(
              sql`UPDATE tins SET worth = 0, times = times + 1 WHERE id = ${id} AND worth > 0 RETURNING id`,
            )
            if (!rows.length) throw new RefusalError(`Tin ${id} is empty already.`)
            return id
          },
        )
      const half = Math.floor(ids.length / 2)
      const outcomes = await empty(ids.slice(0, half))
      await pause.halfway()
      outcomes.push(...(await empty(ids.slice(half))))
      return {
        effect: `Empties ${outcomes.filter(({ done }) => done).length} tins`,
        problems: listRefusals(outcomes),
      }
    },
  }),
]

/** `times`: how often a tin was changed. */
export async function addTins(count = 200): Promise<void> {
  TOPICS.tins = { about: 'tins of the test', load: async () => ({ topic: { operations } }) }
  await db.execute(
    sql`CREATE TABLE IF NOT EXISTS tins (id bigint PRIMARY KEY, label text, worth bigint, times int NOT NULL DEFAULT 0)`,
  )
  await db.execute(
    sql`INSERT INTO tins SELECT n, 'tin ' || n, n * 100 FROM generate_series(1, ${count}::int) n ON CONFLICT DO NOTHING`,
  )
}

export async function removeTins(): Promise<void> {
  delete TOPICS.tins
  await db.execute(sql`DROP TABLE tins`)
}
