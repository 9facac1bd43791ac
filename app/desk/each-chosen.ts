/** A change of one record, for several that a person has chosen: one transaction, in which each row is done or refused, and logged. */
import type { z } from 'zod/v4'
import { formatCount } from '~/platform/formats/count'
import { describeColumns, describeFacts, describeRows } from './columns'
import { defineChange } from './define'
import type { ChangeName } from './effects'
import { listRefusals, type RowOutcome } from './each-row.server'
import * as field from './fields'
import type { Change, ChangeOperation, Next, Operation } from './operation'
import { refuseAll, RefusalError, toHint } from './refusal'

/** As many as a page of a list or of the run of withdrawals shows. */
const MOST = 200

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
  /** Where the change of one record may be repeated: throws RefusalError for a row that is done already. */
  check?: (id: number) => Promise<void>
}

type Outcome = RowOutcome<number, Change>

export function defineEach({ of, key = 'id', one, verb, toRecord, check, ...about }: Each): Operation {
  const single = of as ChangeOperation<Record<string, unknown>>
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
      const numbers = [...new Set(ids)].toSorted((a, b) => a - b)
      if (numbers.length > MOST) throw new RefusalError(`These are more than ${MOST}.`, 'ids')
      const outcomes: Outcome[] = []
      for (const row of numbers) {
        const input = { ...given, [key]: toKey(key, row) }
        outcomes.push(
          await tryRow(row, async () => {
            await check?.(row)
            return tx.transaction((savepoint) => single.run(input, context, savepoint))
          }),
        )
      }
      const done = outcomes.flatMap((outcome) => (outcome.done ? [outcome] : []))
      if (!done.length) throw refuseAll(listRefusals(outcomes))
      return {
        effect: `${verb} ${formatCount(done.length, one)}`,
        facts: describeSum(done),
        tables: [describeRows('rows', columns, done, { title: 'Chosen' })],
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

function describeSum(done: readonly { done: Change }[]) {
  const amounts = done.flatMap(({ done: { facts = [] } }) =>
    facts.flatMap(({ name, value }) => (name === 'amount' && typeof value === 'bigint' ? [value] : [])),
  )
  return amounts.length ? describeFacts('money', { sum: amounts.reduce((a, b) => a + b, 0n) }) : []
}
