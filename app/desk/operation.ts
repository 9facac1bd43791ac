/** Command line, help, reference and log derive from an operation. Business rules belong to the domains. */
import type { Actor } from './actor.server'
import type { SQL } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Reader as Database, Tx } from '~/platform/db/client.server'
import type { Page } from '~/platform/db/period.server'
import type { Hand } from '~/domain/wallet/budget.server'
import type { CellReader } from './cells'
import type { Chart } from './chart'
import type { TypedInput } from './command-text'
import type { Column, Fact, Table } from './columns'
import type { ChangeName } from './effects'
import type { Role } from './roles'
import type { Relation } from './relations'

export type Confirm = 'none' | 'ask' | 'money'

interface Common {
  name: string
  title: string
  /** One line for lists and help, in lower case. */
  summary: string
  role: Role
  /** Flat: each field reads a text, except files. */
  input: z.ZodObject
  relations?: readonly Relation[]
  /** Each reading is logged, on the command line too; changes and jobs always are. */
  logsReading?: boolean
  /** At the desk, the second factor is asked for again, unless a code was given within ten minutes. */
  needsCode?: boolean
  /** Names what `uncovers` shows: 'account numbers'. Such a reading is logged. */
  uncovers?: string
  help?: string
  /** Of the command line, which alone shows them. */
  examples?: readonly string[]
}

/** A text says why. */
type Need = boolean | string | null

interface Safeguards<Input> extends Common {
  confirm: Confirm | ((input: Input) => Confirm)
  /** It waits until a second person gives the same command, where there is a second person. */
  needsSecondPerson?: (input: Input, actor: Pick<Actor, 'operatorId'>) => Need | Promise<Need>
  /** What it credits counts (docs/rules.md#59): without consent it throws OverBudgetError above the limit, and then waits like the above. */
  creditsByHand?: boolean
}

/** `by`: who acts, for the records of the business (app/domain/settings/person.ts). */
export interface Context extends CellReader, Pick<Actor, 'by' | 'operatorId' | 'osAccount' | 'deskSession'> {
  /** Who answers for what is credited or paid; a preview has consent. */
  hand: Hand
}

/** An operation that helps, with its input as far as it is known: a link at the desk, a command in a terminal. */
export interface Next {
  operation: string
  input: Record<string, string | number>
}

export const see = (operation: string, input: Next['input'] = {}): Next => ({ operation, input })

/** `text` names no flag and no command: the desk adds links, the command line the flags of `fields` and the commands of `next`. */
export interface Hint {
  text: string
  next?: readonly Next[]
  fields?: readonly string[]
}

export type Remark = string | Hint

export const readText = (remark: Remark): string => (typeof remark === 'string' ? remark : remark.text)

export interface Answer {
  title?: string | undefined
  facts?: readonly Fact[]
  tables?: readonly Table[]
  /** Of the numbers in `tables`; only the desk draws them. */
  charts?: readonly Chart[]
  notes?: readonly Remark[]
  next?: readonly Next[]
  /** `next` has all that can be done with the record in its present state. */
  namesNext?: boolean
  /** It is about something that has not ended: the desk's page reads it again. */
  isPending?: boolean
  /** Of the record, or of a preview; only the desk shows it. `src`: a data URI, or a path of the application's own files. */
  picture?: { src: string; alt: string } | undefined
  /** A complete HTML document, which the desk shows in an inert frame; a terminal shows `lines` instead. */
  frame?: { title: string; html: string; lines: readonly string[] } | undefined
  /** Things that need attention; the exit code is then 1. */
  problems?: readonly Remark[]
}

/** The types of operations name the input that a definition has; without it they fit operations with any input. */
export interface ListOperation<Input = never, Row = never> extends Common {
  kind: 'list'
  one: string
  many?: string
  none: string | ((input: Input) => string)
  /** What makes the first row, or where rows come from: the desk links to it where the list is empty. */
  starts?: readonly Next[]
  columns: readonly Column<Row>[]
  /** Paise of a row, where the rows of a screen are summed below it. */
  sum?: (row: Row) => bigint
  read: (input: Input, page: Page<never>, context: Context) => Promise<readonly Row[]>
  /** The id by which the next page is found; without it, the list is read whole. Rows with one id are in one page. */
  key?: (row: Row) => number | string
  notes?: (rows: readonly Row[], input: Input) => Promise<readonly Remark[]> | readonly Remark[]
}

/** A record is about one thing, a report about many. */
export interface RecordOperation<Input = never> extends Common {
  kind: 'record' | 'report'
  read: (input: Input, context: Context) => Promise<Answer>
}

/** A changed field of a record, for the log. Values are those of the database; nothing private. */
export interface FieldChange {
  subject: string
  field: string
  before: unknown
  after: unknown
}

export interface Change extends Answer {
  /** The record that it is about, where one is again when it is done. */
  record?: Next
  /** One sentence without full stop, verb first: 'Returns Rs. 250.00 to Asha Verma'. */
  effect: string
  changed: readonly FieldChange[]
  /** Of several records: the outcome of each, for the log. */
  rows?: readonly { subject: string; outcome: 'done' | 'refused' }[]
}

export interface Present {
  subject: string
  values: readonly Fact[]
}

/** As the log writes the value of a column. */
export type LoggedValue = string | number | boolean | null

/** An entry of the log about one record. */
export interface UndoneEntry {
  entry: number
  /** As in the subject: '5' of 'offer 5'. */
  id: string
  /** The fields that it changed, by the names of the log. */
  fields: readonly string[]
  /** The record with the logged 'before' in these fields; values are as in the log. */
  former: Readonly<Record<string, LoggedValue>>
}

/** A call, filled with what was there before. */
export interface Undoing {
  operation: ChangeName
  typed: TypedInput
}

export interface ChangeOperation<Input = never> extends Safeguards<Input> {
  kind: 'change'
  /** Reads and locks the record, if it exists already. Throws RefusalError. */
  present?: (input: Input, reader: Database) => Promise<Present | null>
  /** The desk's form has the values of `present`; only what differs from them is sent. An emptied field is one that is cleared. */
  isEdit?: boolean
  /** Do everything in `tx`, which a preview rolls back, and nothing outside of it. Throws RefusalError. */
  run: (input: Input, context: Context, tx: Tx) => Promise<Change>
  /** The change that takes an entry of it back: the same operation, or its inverse. Null: nobody can type what was there. */
  undo?: (undone: UndoneEntry) => Undoing | null | Promise<Undoing | null>
}

export interface JobContext extends Context {
  /** False: a preview, which changes nothing. */
  apply: boolean
  fileName: string | null
  /** `done` is a fraction from 0 to 1. */
  progress: (done: number, words: string) => void
  /** Logs the outcome of one row; in `tx`, with the row's own change. */
  logRow: (subject: string, outcome: string, tx?: Tx) => Promise<void>
  /** Asks a second person, once, for an operation that finishes what this job began; null: this person may do it alone. */
  askSecondPerson: (operation: string, typed: TypedInput, effect: string) => Promise<ApprovalState | null>
  /** Of a job that is done, not previewed. */
  resumes?: Resumption
}

/** 'refused': it is not asked for again by itself. */
export interface ApprovalState {
  id: number
  state: 'waiting' | 'refused'
}

export interface Resumption {
  /** Subjects whose outcome is in the log. */
  has: ReadonlySet<string>
  /** Throws where another runner has the job by now, or the person may not do it any more; called first in each row's transaction. */
  fence: (tx: Tx) => Promise<void>
}

/** A file that a job makes; it is written as it is. Bytes are never printed. */
export interface OutputFile {
  name: string
  content: string | Uint8Array
}

export interface JobAnswer extends Answer {
  effect: string
  /** It would do nothing at all, so that there is nothing to confirm. */
  isEmpty?: boolean
  /** For the log; of a job that notes each row, rows have theirs. */
  changed?: readonly FieldChange[]
  file?: OutputFile
  /** Those of a folder; otherwise forms of one file, of which the ending of --out chooses. */
  files?: readonly OutputFile[]
  /** The name of the folder that `files` make: at the desk, they are one zip, too. */
  folder?: string
  /** For where the file could not be written. */
  unwritten?: Hint
  /** Of the bank: it counts as written once its file was handed over. */
  batch?: number
}

export const listFiles = ({ file, files = file ? [file] : [] }: JobAnswer): readonly OutputFile[] => files

/** Many rows or a file. What is done stays done when it is interrupted; whether it goes on then is `continues`. */
export interface JobOperation<Input = never> extends Safeguards<Input> {
  kind: 'job'
  /** Says what file it makes: 'bank file'. */
  makes?: string
  makesFolder?: boolean
  csv?: boolean
  /** Left to the worker by the desk, and continued where it was interrupted: 'by rows' if all is in forEachRow(), 'again' if it is idempotent. */
  continues?: 'by rows' | 'again'
  /** A query of what the job is about, as it is now. Without it a job that is confirmed is previewed once more. */
  subjects?: (input: Input) => SQL | Promise<SQL>
  run: (input: Input, context: JobContext) => Promise<JobAnswer>
}

export type GuardedOperation = ChangeOperation | JobOperation

export type Operation = ListOperation | RecordOperation | GuardedOperation

export interface Topic {
  title?: string
  operations: readonly Operation[]
  /** The name of the operation that the topic's word alone means. */
  standard?: string
  help?: string
  /** Of the command line, which alone shows them: lines that begin with `$`, and headings. */
  examples?: string
}

/** What a preview shows: a number, link or secret that is assigned when it is done would be another one in the end. */
export const removeAssigned = <A extends Answer>(answer: A): A => ({
  ...answer,
  ...(answer.facts && { facts: answer.facts.filter(({ isAssigned }) => !isAssigned) }),
  ...(answer.tables && {
    tables: answer.tables.map((table) => ({
      ...table,
      columns: table.columns.filter(({ isAssigned }) => !isAssigned),
    })),
  }),
})

export const listIf = <R extends Remark>(condition: unknown, note: R): R[] => (condition ? [note] : [])
