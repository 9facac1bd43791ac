/** Offers as a file that is edited in a spreadsheet and read back: every difference is previewed, and done as one change. */
import { createHash } from 'node:crypto'
import type { z } from 'zod/v4'
import { lockCatalogue } from '~/domain/catalog/catalogue-lock.server'
import type { OfferFilter } from '~/domain/catalog/offers.server'
import {
  editOffer,
  listOfferRecords,
  OFFER_FIELDS,
  type OfferField,
  type OfferRecord,
  type OfferTexts,
} from '~/domain/catalog/offers-by-hand.server'
import type { SetRate } from '~/domain/catalog/rates'
import { setOfferPayout } from '~/domain/catalog/set-rates.server'
import { LARGEST_FILE } from '~/platform/config/body-limits'
import type { Tx } from '~/platform/db/client.server'
import { formatCount } from '~/platform/formats/count'
import { BYTE_ORDER_MARK } from '~/platform/formats/csv'
import { editableLine, readEditable, type EditableTable } from '~/platform/formats/editable-csv'
import { readId } from '~/platform/formats/ids'
import { listChanges } from '../changed'
import { nameField } from '../changed-fields'
import { describeColumns, describeData, describeRows } from '../columns'
import { defineChange, defineJob } from '../define'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { listIf, see, type FieldChange, type Remark } from '../operation'
import { explainReplaced, formatStoredRate, noteReplaced } from '../rate-columns'
import { RefusalError, refuseAll, toHint } from '../refusal'
import { readTableFile } from '../table-files'
import { formatOfferState } from './offer-record'
import { describeTexts, requireEdited, toChanged, toTyped } from './offers-by-hand'

type Editable = Exclude<OfferField, 'page' | 'link'> | 'payout'

const { photoFile: _, ...TEXTS } = describeTexts({})
const READERS = {
  title: field.text('of the card and the page'),
  ...TEXTS,
  payout: field.payout('what the shopper gets'),
} as Record<Editable, z.ZodType<unknown>>

const SHORT: readonly Editable[] = [
  'title',
  'code',
  'cardText',
  'category',
  'from',
  'to',
  'payout',
  'photo',
  'photoText',
]
const LONG: readonly Editable[] = ['description', 'terms']
const EDITABLE = [...SHORT, ...LONG]

/** A file does not set them: whose commission they bring is asked one by one. */
const READ_ONLY = ['store', 'network', 'programme', 'page', 'link'] as const
type Cells = Record<Editable | (typeof READ_ONLY)[number], string>

const formatTimeCell = (at: Date | null) => (at === null ? '' : field.formatTimeField(at).replace('T', ' '))

function toCells(offer: OfferRecord): Cells {
  const typed = toTyped(offer)
  const texts = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value ?? '']))
  const { set_payout_hundredths: payout, set_payout_model: model } = offer
  return {
    ...(texts as Record<OfferField, string>),
    from: formatTimeCell(offer.starts_at),
    to: formatTimeCell(offer.ends_at),
    payout: payout === null ? '' : formatStoredRate(payout, model),
    store: offer.store,
    network: offer.network,
    programme: offer.network_campaign_id ?? '',
  }
}

/** Of all cells, also of those that the file does not have. */
const computeVersion = (cells: Cells): string =>
  `v${createHash('sha256')
    .update(JSON.stringify([...EDITABLE, ...READ_ONLY].map((name) => cells[name])))
    .digest('hex')
    .slice(0, 12)}`

const READ_AT_ONCE = 500

async function* readOffers(filter: OfferFilter): AsyncGenerator<OfferRecord> {
  let after: number | undefined
  for (;;) {
    const page = await listOfferRecords(filter, { after, limit: READ_AT_ONCE })
    yield* page
    if (page.length < READ_AT_ONCE) return
    after = page.at(-1)!.id
  }
}

const MEGABYTE = 1024 * 1024

/** Of the list, too. */
export const OFFER_FILTER = {
  store: field.store('only offers of one store').optional(),
  source: field.text('only offers of one feed', { placeholder: 'name' }).optional(),
  search: field
    .text('only offers with this in the title, the slug or the store’s name', { placeholder: 'word' })
    .optional(),
}

export const writeOffersCsv = defineJob({
  name: 'catalogue csv',
  title: 'Offers as a file to edit',
  summary: 'write offers as CSV, to be edited in a spreadsheet and read back',
  role: 'catalogue',
  makes: 'offers',
  input: { ...OFFER_FILTER, texts: field.yes('with descriptions and terms') },
  help: `An apostrophe in front of a code, a date or a formula keeps it a text in a spreadsheet. By its id and version a row is refused where its offer has changed meanwhile.`,
  async run({ texts, ...given }) {
    const filter = await readFilter(given)
    const editable = texts ? EDITABLE : SHORT
    const head = ['id', 'version', 'state', ...[...editable, ...READ_ONLY].map(nameField)]
    const lines = [`${head.join(',')}\r\n`]
    for await (const offer of readOffers(filter)) {
      const cells = toCells(offer)
      lines.push(
        editableLine([
          String(offer.id),
          computeVersion(cells),
          formatOfferState(offer),
          ...[...editable, ...READ_ONLY].map((name) => cells[name]),
        ]),
      )
    }
    const content = BYTE_ORDER_MARK + lines.join('')
    return {
      effect: `Writes ${formatCount(lines.length - 1, 'offer')}`,
      notes: listIf(
        Buffer.byteLength(content) > LARGEST_FILE,
        `The file is larger than the ${LARGEST_FILE / MEGABYTE} MB that the desk reads back: write the offers of one store, or leave out the texts.`,
      ),
      next: [see('catalogue edit-csv')],
      file: { name: 'offers.csv', content },
    }
  },
})

interface FileRow {
  line: number
  id: number
  version: string
  cells: Partial<Cells>
}

/** Throws RefusalError for headings that are unknown, missing or there twice. */
function readHead({ head }: EditableTable): (keyof Cells | 'id' | 'version' | 'state')[] {
  const known = new Map(
    (['id', 'version', 'state', ...EDITABLE, ...READ_ONLY] as const).map((name) => [nameField(name), name]),
  )
  const names = head.map((heading) => known.get(heading.trim().toLowerCase()))
  const strange = head.find((_, at) => names[at] === undefined)
  if (strange !== undefined)
    throw new RefusalError(
      `No column is named ‘${strange}’. There are: ${[...known.keys()].join(', ')}.`,
      'file',
    )
  const twice = head.find((_, at) => names.indexOf(names[at]) !== at)
  if (twice !== undefined) throw new RefusalError(`Two columns are named ‘${twice}’.`, 'file')
  if (!names.includes('version')) throw new RefusalError('The column version is missing.', 'file')
  return names as (keyof Cells | 'id' | 'version' | 'state')[]
}

/** `refusals`: of rows that are about no offer. */
function readRows(table: EditableTable): { rows: FileRow[]; refusals: Refusal[] } {
  const names = readHead(table)
  const rows: FileRow[] = []
  const refusals: Refusal[] = []
  const lines = new Map<number, number>()
  for (const { line, cells } of table.rows) {
    const record = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
    const { id: typed = '', version = '', state: _, ...rest } = record
    const id = readId(typed)
    const earlier = id === null ? undefined : lines.get(id)
    const why =
      cells.length !== names.length
        ? `has ${formatCount(cells.length, 'cell')}, and the headings are ${names.length}.`
        : id === null
          ? `has ‘${typed}’, which is no number of an offer.`
          : earlier !== undefined && `is about offer ${id}, as line ${earlier} is.`
    if (why) refusals.push({ subject: `line ${line}`, why: `Line ${line} ${why}` })
    else rows.push({ line, id: id!, version, cells: rest as Partial<Cells> })
    if (id !== null) lines.set(id, line)
  }
  return { rows, refusals }
}

const isEditable = (name: string): name is Editable => (EDITABLE as readonly string[]).includes(name)

/** Null: the cell is empty. Throws RefusalError. */
function readCell(name: Editable, cell: string): unknown {
  if (cell.trim() === '') {
    if (name === 'title') throw new RefusalError('the title must not be empty.')
    return null
  }
  const read = READERS[name].safeParse(cell)
  if (read.success) return read.data
  throw new RefusalError(`${nameField(name)}: ${read.error.issues[0]!.message}`)
}

/** A spreadsheet writes '6%' and '2026-12-01 18:30' in more than one way. */
function isSame(name: Editable, cell: string, present: string): boolean {
  try {
    const [one, other] = [readCell(name, cell), readCell(name, present)].map((value) =>
      JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)),
    )
    return one === other
  } catch (error) {
    if (error instanceof RefusalError) return false
    throw error
  }
}

/** The fields that differ. Throws RefusalError. */
function readEdits({ cells, version }: FileRow, present: Cells): Edits {
  const differing = Object.entries(cells).filter(([name, cell]) => {
    const now = present[name as keyof Cells]
    return cell !== now && !(isEditable(name) && isSame(name, cell, now))
  })
  if (!differing.length) return {}
  if (version !== computeVersion(present))
    throw new RefusalError('it was changed since the file was written: write the file again.')
  return Object.fromEntries(
    differing.map(([name, cell]) => {
      if (!isEditable(name)) throw new RefusalError(`the ${name} is not set by a file.`)
      return [name, readCell(name, cell)]
    }),
  )
}

type Edits = Partial<Record<Editable, unknown>>

interface Edit {
  row: FileRow
  present: Cells
  edits: Edits
}

interface Refusal {
  /** As in the log: 'offer 5', or 'line 7' where it names none. */
  subject: string
  why: Remark
}

/** Rethrows any other error. */
function toRefusal({ line, id }: FileRow, error: unknown): Refusal {
  if (!(error instanceof RefusalError)) throw error
  const text = `Line ${line}, offer ${id}: ${error.message.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`
  return { subject: `offer ${id}`, why: error.next.length ? { ...toHint(error), text } : text }
}

/** Adds to `refusals`. The catalogue is locked. */
async function findEdits(rows: readonly FileRow[], refusals: Refusal[], tx: Tx): Promise<Edit[]> {
  const edited: Edit[] = []
  for (let at = 0; at < rows.length; at += READ_AT_ONCE) {
    const part = rows.slice(at, at + READ_AT_ONCE)
    const ids = part.map(({ id }) => id)
    const offers = await listOfferRecords({ ids }, { limit: READ_AT_ONCE }, tx)
    const cells = new Map(offers.map((offer) => [offer.id, toCells(offer)]))
    for (const row of part)
      try {
        const present = cells.get(row.id)
        if (!present) throw new RefusalError('there is no such offer.')
        const edits = readEdits(row, present)
        if (Object.keys(edits).length) edited.push({ row, present, edits })
      } catch (error) {
        refusals.push(toRefusal(row, error))
      }
  }
  return edited
}

interface Difference {
  id: number
  field: string
  before: string
  after: string
}

interface Done {
  id: number
  changed: FieldChange[]
  differences: Difference[]
  replaced: readonly number[]
}

/** Null: nothing differs once the text is cleaned. Throws RefusalError. */
async function applyEdit({ row: { id, cells }, present, edits }: Edit, tx: Tx): Promise<Done | null> {
  const { payout, ...texts } = edits as { payout?: SetRate | null } & OfferTexts
  const changed: FieldChange[] = []
  let replaced: number[] = []
  if (Object.keys(texts).length) changed.push(...toChanged(requireEdited(await editOffer(id, texts, tx))))
  if (payout !== undefined) {
    const set = await setOfferPayout(id, payout, tx)
    if (set.plan.doubtful)
      throw new RefusalError('its payout waits for a second person: set it alone.', 'file', {
        next: [see('rates set-offer', { offer: id })],
      })
    replaced = set.replaced
    changed.push(...listChanges(`offer ${id}`, set.before, set.after), ...noteReplaced(replaced))
  }
  if (!changed.length) return null
  const columns = new Set(changed.map(({ field: column }) => column))
  const isChanged = (name: Editable) =>
    name === 'payout'
      ? columns.has('set_payout_hundredths') || columns.has('set_payout_model')
      : OFFER_FIELDS[name].some((column) => columns.has(column))
  return {
    id,
    changed,
    replaced,
    differences: (Object.keys(edits) as Editable[])
      .filter(isChanged)
      .map((name) => ({ id, field: nameField(name), before: present[name], after: cells[name]! })),
  }
}

/** Each is locked until the change ends. */
const MOST_EDITED = 500
const MOST_REFUSED = 50

const column = describeColumns<Difference>()
const COLUMNS = [
  column.offer('id', { title: 'offer' }),
  column.text('field'),
  column.text('before', { title: 'now', width: 60 }),
  column.text('after', { title: 'then', width: 60 }),
]

export const editOffersCsv = defineChange({
  name: 'catalogue edit-csv',
  title: 'Edit offers by a file',
  summary: 'read an edited file of offers back; only what differs is edited',
  role: 'catalogue',
  confirm: 'money',
  input: {
    file: field.file('the CSV file, edited', { place: 'argument', accept: '.csv,text/csv' }),
  },
  help: `Only what differs is edited, up to ${MOST_EDITED} offers. A row whose offer was changed since the file was written is refused, and so is one with another link, network or
store. An empty cell empties the field. Columns that are not in the file, and offers that are not, stay as they are. A payout that needs a second person is refused: it is
set alone.`,
  examples: ['catalogue csv --store Voltwala --out offers.csv', 'catalogue edit-csv offers.csv --dry-run'],
  async run({ file }, _, tx) {
    const table = await readTableFile(file, (text) => readEditable(text, 'id'))
    const { rows, refusals } = readRows(table)
    await lockCatalogue(tx)
    const edited = await findEdits(rows, refusals, tx)
    if (edited.length > MOST_EDITED)
      throw new RefusalError(
        `${edited.length} offers differ, and a file edits ${MOST_EDITED} at most: split it.`,
        'file',
      )
    const done: Done[] = []
    for (const edit of edited)
      try {
        const result = await tx.transaction((savepoint) => applyEdit(edit, savepoint))
        if (result) done.push(result)
      } catch (error) {
        refusals.push(toRefusal(edit.row, error))
      }
    const problems = refusals.slice(0, MOST_REFUSED).map(({ why }) => why)
    const more = refusals.length - MOST_REFUSED
    if (more > 0) problems.push(`and ${formatCount(more, 'row')} more`)
    if (!done.length) {
      if (problems.length) throw refuseAll(problems)
      throw new RefusalError(
        `None of the ${formatCount(rows.length, 'offer')} of the file differs from what is there.`,
        'file',
      )
    }
    return {
      effect: `Edits ${formatCount(done.length, 'offer')} of ${rows.length} in the file`,
      facts: describeData('count', { rows: rows.length, edited: done.length, refused: refusals.length }),
      tables: [
        describeRows(
          'changes',
          COLUMNS,
          done.flatMap(({ differences }) => differences),
          { title: 'What changes', one: 'difference', most: 5 * MOST_EDITED },
        ),
      ],
      notes: explainReplaced(done.flatMap(({ replaced }) => replaced)),
      problems,
      changed: done.flatMap(({ changed }) => changed),
      rows: [
        ...done.map(({ id }) => ({ subject: `offer ${id}`, outcome: 'done' as const })),
        ...refusals.map(({ subject }) => ({ subject, outcome: 'refused' as const })),
      ],
    }
  },
})
