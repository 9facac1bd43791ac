import { formatShown } from './changed-fields'
import { describeColumns, describeRow, describeRows } from './columns'
import { defineList, defineRecord } from './define'
import * as field from './fields'
import { JOB_ROW_COLUMNS } from './jobs'
import { describeOutcome, findLogLine, listLogLines, type LogLine } from './log-lines.server'
import { readFilter, requireFound } from './lookups.server'
import { listIf, type FieldChange, type Topic } from './operation'
import { listJobRows } from './queued-jobs.server'
import { RefusalError } from './refusal'
import { seesPeople } from './roles'
import { findUndo, nameChangedField } from './undo.server'

const column = describeColumns<LogLine>()
const COLUMNS = [
  ...column.own('id'),
  column.time('started_at', { title: 'when' }),
  ...column.data('finished_at'),
  column.text('os_user', { title: 'who' }),
  column.state('source'),
  column.state('outcome', { screen: describeOutcome }),
  column.text('command', { width: 90 }),
]

const list = defineList({
  name: 'log list',
  title: 'Log',
  summary: 'what operators did, newest first',
  role: 'support',
  input: { by: field.text('only of this person, as the log names it').optional(), ...field.days('started') },
  one: 'command',
  none: 'No command matches.',
  columns: COLUMNS,
  read: async ({ by, ...filter }, page) => listLogLines({ by, ...(await readFilter(filter)) }, page),
  key: ({ id }) => id,
})

const changedColumn = describeColumns<FieldChange>()
const CHANGED_COLUMNS = [
  changedColumn.text('subject'),
  changedColumn.text('field', { screen: nameChangedField }),
  changedColumn.text('before', ({ before }) => formatValue(before), {
    screen: ({ before }) => formatShown(before),
  }),
  changedColumn.text('after', ({ after }) => formatValue(after), {
    screen: ({ after }) => formatShown(after),
  }),
]

const formatValue = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The pages of stores and offers, which every role may see, say the same of it. */
const isOfShop = (changed: readonly FieldChange[]): boolean =>
  changed.length > 0 && changed.every(({ subject }) => /^(?:offer|store) \d+$/.test(subject))

const show = defineRecord({
  name: 'log show',
  title: 'Entry of the log',
  summary: 'one command: what it changed, and what became of its rows',
  role: 'viewer',
  input: { id: field.listNumber },
  help: 'Entries that are about more than stores and offers need the role support.',
  async read({ id }, { role }) {
    const line = requireFound(await findLogLine(id), `entry ${id}`, 'log list')
    const { changed = [] } = (line.result ?? {}) as { changed?: FieldChange[] }
    if (!seesPeople(role) && !isOfShop(changed))
      throw new RefusalError('Your role may see entries about stores and offers alone.', 'id')
    const rows = await listJobRows(id)
    const undo = await findUndo(line)
    return {
      title: `Entry ${id}`,
      facts: describeRow(COLUMNS, line),
      tables: [
        describeRows('changed', CHANGED_COLUMNS, changed, { title: 'Changed' }),
        describeRows('rows', JOB_ROW_COLUMNS, rows, { title: 'Rows', one: 'row', most: 200 }),
      ],
      notes: listIf(undo?.state === 'changed', undo?.state === 'changed' ? undo.why : ''),
    }
  },
})

export const topic: Topic = { operations: [list, show], standard: 'log list' }
