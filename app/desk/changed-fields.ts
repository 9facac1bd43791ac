/** What an edit changes, and what is edited by hand: for previews, records and the log. */
import { readStoredHash } from '~/domain/catalog/images'
import { toFeedValue } from '~/domain/catalog/overrides'
import type { Overrides } from '~/platform/db/schema/catalogue'
import { formatTime } from '~/platform/formats/dates'
import { describeColumns, describeRows, type Table } from './columns'
import { describeOutcome, listLinesAbout, type LogLine } from './log-lines.server'
import { see, type FieldChange, type Next } from './operation'
import { RefusalError } from './refusal'
import { upperFirst } from '~/platform/formats/upper-first'

const MOST_LINES = 20

/** `why`: 'code: longer than 80 characters'. */
export const refuseField = ({ field, why }: { field: string; why: string }): RefusalError =>
  new RefusalError(`${upperFirst(why.replace(/^\w+: /, ''))}.`, field)

/** `subject`: as in the log, 'offer 5'; `after`: the columns that changed. */
export const listFieldChanges = (
  subject: string,
  { before, after }: { before: Record<string, unknown>; after: Record<string, unknown> },
): FieldChange[] =>
  Object.keys(after).map((field) => ({
    subject,
    field,
    before: toFeedValue(before[field]),
    after: toFeedValue(after[field]),
  }))

/** Refused: an edit that changes nothing. */
export function requireChange(changed: readonly FieldChange[]): void {
  if (!changed.length) throw new RefusalError('Nothing differs from what is there. Change a field first.')
}

export const formatShown = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const hash = readStoredHash(text)
  if (hash !== null) return `uploaded picture ${hash.slice(0, 8)}`
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatTime(new Date(text)) : text
}

/** 'tracksIn' is 'tracks in'. */
export const nameField = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)

interface ChangedRow {
  field: string
  before: string | null
  after: string | null
}

const changedColumn = describeColumns<ChangedRow>()

export const describeFieldChanges = (rows: readonly ChangedRow[]): Table =>
  describeRows(
    'changes',
    [
      changedColumn.text('field', ({ field }) => nameField(field)),
      changedColumn.text('before', { title: 'now', width: 60 }),
      changedColumn.text('after', { title: 'then', width: 60 }),
    ],
    rows,
    { title: 'What changes' },
  )

/** The same of an edit: `changed` has columns, `fields` the names that the form has for them. */
export const describeEditedFields = (fields: Fields, changed: readonly FieldChange[]): Table =>
  describeFieldChanges(
    changed.map(({ field, before, after }) => ({
      field: findField(fields, field) ?? field,
      before: formatShown(before),
      after: formatShown(after),
    })),
  )

interface EditedRow {
  field: string
  now: string | null
  feed: string | null
  giveBack: Next
}

const editedColumn = describeColumns<EditedRow>()

/** `fields`: names of the form with their columns; `giveBack`: makes the operation of a field. */
export function describeEdited(
  fields: Fields,
  { overrides, ...stored }: { overrides: Overrides },
  giveBack: (field: string) => Next,
  write: (column: string, value: unknown) => string | null = (_, value) => formatShown(value),
): Table {
  const rows = Object.entries(fields).flatMap(([field, columns]) => {
    const column = [columns].flat()[0]!
    if (!(column in overrides)) return []
    const now = (stored as Record<string, unknown>)[column]
    return [
      {
        field,
        now: write(column, now instanceof Date ? now.toISOString() : now),
        feed: write(column, overrides[column]),
        giveBack: giveBack(field),
      },
    ]
  })
  return describeRows(
    'by_hand',
    [
      editedColumn.text('field', ({ field }) => nameField(field)),
      editedColumn.text('now', { title: 'by hand', width: 60 }),
      editedColumn.text('feed', { title: 'the feed says', width: 60 }),
      editedColumn.text('back', () => 'Give back to the feed', {
        title: 'no longer by hand',
        only: 'screen',
        next: (row) => row.giveBack,
      }),
    ],
    rows,
    { title: 'Edited by hand: the feed does not change these' },
  )
}

const lineColumn = describeColumns<LogLine>()

type Fields = Readonly<Record<string, string | readonly string[]>>

/** The field of the form for a column; null: the column follows from another one of the field. */
export function findField(fields: Fields, column: string): string | null {
  const found = Object.entries(fields).find(([, columns]) => [columns].flat().includes(column))
  if (!found) return column.replaceAll('_', ' ')
  return [found[1]].flat()[0] === column ? found[0] : null
}

/** Of HTML the words alone: the entry of the log has the whole. */
const formatPlain = (value: unknown) =>
  formatShown(value)
    ?.replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim() || null

function formatChanged({ result }: LogLine, subject: string, fields: Fields): string | null {
  const { changed = [] } = (result ?? {}) as { changed?: FieldChange[] }
  const steps = changed
    .filter((change) => change.subject === subject)
    .flatMap(({ field, before, after }) => {
      const name = findField(fields, field)
      return name === null
        ? []
        : [`${nameField(name)}: ${formatPlain(before) ?? 'none'} → ${formatPlain(after) ?? 'none'}`]
    })
  return steps.join('; ').slice(0, 300) || null
}

/** The newest commands that changed it. `subject`: as in the log, 'offer 5'. */
export const describeHistory = async (subject: string, fields: Fields): Promise<Table> =>
  describeRows(
    'log',
    [
      lineColumn.time('started_at', { title: 'when', next: ({ id }) => see('log show', { id }) }),
      lineColumn.text('os_user', { title: 'who' }),
      lineColumn.state('outcome', { screen: describeOutcome }),
      lineColumn.text('changed', (line) => formatChanged(line, subject, fields), { width: 90 }),
    ],
    await listLinesAbout([subject], MOST_LINES),
    { title: 'What operators changed', none: 'Nobody has changed it at the desk or by a command.' },
  )
