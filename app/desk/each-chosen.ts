/** A change of one record, for several that a person has chosen: one transaction, in which each row is done or refused, and logged. */
import type { z } from 'zod/v4'
import type { Tx } from '~/platform/db/client.server'
import { formatCount } from '~/platform/formats/count'
import { upperFirst } from '~/platform/formats/upper-first'
import { describeColumns, describeFacts, describeRows, type Fact } from './columns'
import { defineChange } from './define'
import type { ChangeName } from './effects'
import { listRefusals, type RowOutcome } from './each-row.server'
import * as field from './fields'
import {
  readText,
  type Change,
  type ChangeOperation,
  type Next,
  type Operation,
  type Remark,
} from './operation'
import { refuseAll, RefusalError, toHint } from './refusal'

/** Rows of one change. */
export const MOST_CHOSEN = 200

interface Each {
  name: ChangeName
  title: string
  summary: string
  /** The change of one record. */
  of: Operation
  /** Its field that names the record; default: `id`. */
  key?: string
  /** 'claim': as the log names a row, with its number. */
  one: string
  /** 'Notes as sent:' */
  verb: string
  toRecord?: (id: number) => Next
  /** Facts of the change of one record that are the same for all, and are shown once: what members read. */
  shared?: readonly string[]
  /** Where the change of one record may be repeated: locks the row, and throws RefusalError if it is done already. */
  check?: (id: number, tx: Tx) => Promise<void>
  /** Of rows that are locked from the newest to the oldest (docs/money.md, Locks); default: by rising number. */
  isNewestFirst?: boolean
}

type Outcome = RowOutcome<number, Change>

/** Throws for a change that waits for a second person, credits by hand or relates its fields: none of it would apply here. */
export function defineEach({
  of,
  key = 'id',
  one,
  verb,
  toRecord,
  shared = [],
  check,
  isNewestFirst = false,
  ...about
}: Each): Operation {
  const single = of as ChangeOperation<Record<string, unknown>>
  if (single.needsSecondPerson || single.creditsByHand || single.relations?.length)
    throw new Error(`${about.name}: ${single.name} has safeguards that rows chosen together would lose`)
  const { [key]: _, ...others } = single.input.shape as Record<string, z.ZodType>
  const subject = (id: number) => `${one} ${id}`
  const column = describeColumns<{ row: number; done: Change }>()
  const columns = [
    column.text('row', ({ row }) => subject(row), {
      title: one,
      ...(toRecord && { next: ({ row }: { row: number }) => toRecord(row) }),
    }),
    column.text('what', ({ done }) => done.effect, { width: 90 }),
  ]
  return defineChange({
    ...about,
    role: single.role,
    confirm: single.confirm === 'none' ? 'ask' : single.confirm,
    input: {
      ids: field.several(field.id('their numbers in the list', { place: 'argument' })),
      ...others,
    },
    async run({ ids, ...given }, context, tx) {
      // In one order: two such changes at one moment do not wait for each other.
      const numbers = [...new Set(ids)].toSorted((a, b) => (isNewestFirst ? b - a : a - b))
      if (numbers.length > MOST_CHOSEN) throw new RefusalError(`These are more than ${MOST_CHOSEN}.`, 'ids')
      const outcomes: Outcome[] = []
      for (const row of numbers) {
        const input = { ...given, [key]: toKey(key, row) }
        outcomes.push(
          await tryRow(row, () =>
            tx.transaction(async (savepoint) => {
              await check?.(row, savepoint)
              return single.run(input, context, savepoint)
            }),
          ),
        )
      }
      const done = outcomes.flatMap((outcome) => (outcome.done ? [outcome] : []))
      if (!done.length) throw refuseAll(listRefusals(outcomes))
      return {
        effect: `${verb} ${formatCount(done.length, one)}`,
        facts: [...listShared(shared, done), ...describeSum(done)],
        tables: [describeRows('rows', columns, done, { title: 'Chosen' })],
        notes: listNotes(done.map(({ row, done: { notes = [] } }) => ({ subject: subject(row), notes }))),
        problems: listRefusals(outcomes),
        changed: done.flatMap(({ done: change }) => change.changed),
        rows: outcomes.map(({ row, refusal }) => ({
          subject: subject(row),
          outcome: refusal === null ? 'done' : 'refused',
        })),
      }
    },
  })
}

/** Members and offers are named by a text. */
const toKey = (key: string, number: number) =>
  key === 'id' ? number : key === 'user' ? `id:${number}` : `${number}`

async function tryRow(row: number, work: () => Promise<Change>): Promise<Outcome> {
  try {
    return { row, done: await work(), refusal: null }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    const hint = toHint(error)
    const isNamed = hint.text.includes(String(row))
    return { row, done: null, refusal: isNamed ? hint : { ...hint, text: `${row}: ${hint.text}` } }
  }
}

function listShared(names: readonly string[], done: readonly { done: Change }[]): Fact[] {
  const rows = done.map(({ done: { facts = [] } }) => facts)
  const isInAll = ({ name, value }: Fact) =>
    rows.every((facts) => facts.some((fact) => fact.name === name && fact.value === value))
  return (rows[0] ?? []).filter((fact) => names.includes(fact.name) && isInAll(fact))
}

function describeSum(done: readonly { done: Change }[]) {
  const amounts = done.flatMap(({ done: { facts = [] } }) =>
    facts.flatMap(({ name, value }) => (name === 'amount' && typeof value === 'bigint' ? [value] : [])),
  )
  return amounts.length ? describeFacts('money', { sum: amounts.reduce((a, b) => a + b, 0n) }) : []
}

/** What is true of all rows is said once; anything else with the row that it is about. */
function listNotes(rows: readonly { subject: string; notes: readonly Remark[] }[]): Remark[] {
  const isShared = (text: string) => rows.every(({ notes }) => notes.some((note) => readText(note) === text))
  const shared = (rows[0]?.notes ?? []).filter((note) => isShared(readText(note)))
  const own = rows.flatMap(({ subject, notes }) =>
    notes.filter((note) => !isShared(readText(note))).map((note) => withSubject(subject, note)),
  )
  return [...shared, ...own]
}

function withSubject(subject: string, note: Remark): Remark {
  const text = `${upperFirst(subject)}: ${readText(note)}`
  return typeof note === 'string' ? text : { ...note, text }
}
