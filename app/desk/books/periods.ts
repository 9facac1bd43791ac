import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { explainWait, noteAlone } from '../approvals.server'
import {
  closeMonth,
  listMonthEndSteps,
  refuseClose,
  refuseReopening,
  remakeFiles,
  reopenMonth,
  type CloseRefusal,
  type MonthFiles,
} from '~/domain/books/month-end.server'
import type { PeriodStep } from '~/domain/books/closed-months.server'
import { formatCount } from '~/platform/formats/count'
import { formatRupees } from '~/platform/formats/money'
import { noteChange } from '../changed'
import { month as monthField } from '../closed-days'
import { describeColumns, describeData, describeRow, describeRows } from '../columns'
import { defineChange, defineJob, defineList } from '../define'
import * as field from '../fields'
import { describeMonth } from './month'
import { listIf, see, type JobAnswer } from '../operation'
import { refuseFor, RefusalError, requireDone, type Reasons } from '../refusal'

const month = monthField('in India', { place: 'argument' })

const explainNotClosed = (name: string): Reasons<CloseRefusal> => ({
  'not-over': `${name} has not ended.`,
  closed: { text: `${name} is closed already.`, next: [see('books files', { month: name })] },
  'not-next': ({ next }) => `The months are closed in order: ${next} is the next one.`,
  writers: new RefusalError('A transaction that may post into the month is open. Try again in a moment.'),
})

export const close = defineJob({
  name: 'books close',
  title: 'Close a month',
  summary: 'close a past month: no typed day in it is taken any more; writes its files',
  role: 'finance',
  confirm: 'ask',
  makes: 'files of the month',
  makesFolder: true,
  input: { month },
  // The figures of the preview move with each report; the close itself decides what the month has.
  subjects: ({ month }) => sql`SELECT id, month, step FROM period_closes WHERE month = ${month} ORDER BY id`,
  async run({ month: name }, { apply, by }) {
    const refusal = await refuseClose(db, name)
    if (refusal) throw refuseFor(refusal, 'month', explainNotClosed(name))
    const effect = `Closes ${name}`
    if (!apply) {
      const { open, facts, tables } = await describeMonth(name)
      const isOpen = `${formatCount(open, 'point')} of the checklist ${open === 1 ? 'is' : 'are'} open.`
      return { effect, facts, tables, notes: [...listIf(open > 0, isOpen), 'Two people can reopen it.'] }
    }
    const made = requireDone(await closeMonth(name, by), 'month', explainNotClosed(name))
    return {
      effect,
      ...describeFiles(name, made),
      unwritten: { text: `${name} is closed. Write its files.`, next: [see('books files', { month: name })] },
    }
  },
})

const describeFiles = (
  name: string,
  { files: made, sha256, tie }: MonthFiles,
): Omit<JobAnswer, 'effect'> => ({
  notes: [explainTie(name, tie)],
  facts: [
    ...describeData('text', { month: name }),
    { name: 'sha256', title: 'SHA-256 of SHA256SUMS', kind: 'text', value: sha256 },
  ],
  tables: [
    describeRows('files', [{ name: 'file', kind: 'text', value: (file: string) => file }], [...made.keys()], {
      only: 'data',
    }),
  ],
  files: [...made].map(([file, content]) => ({ name: file, content })),
  folder: `books-${name}`,
})

/** One line from gst.csv to the account; what is nothing is left out. */
function explainTie(
  name: string,
  { files: inFiles, payable, postedLater, datedLater, notPaid, inNoFile }: MonthFiles['tie'],
): string {
  const parts = [
    [postedLater, 'dated in these months and posted later'],
    [-datedLater, 'of invoices of later months'],
    [notPaid, 'of noted invoices, less their payments'],
    [-inNoFile, 'of months before the first close, in no file'],
    [
      inFiles - payable - postedLater + datedLater - notPaid + inNoFile,
      'unexplained: the audit on the server says more',
    ],
  ] as const
  const explained = parts.filter(([amount]) => amount !== 0n)
  const sum = explained.map(
    ([amount, what]) => ` ${amount < 0n ? '-' : '+'} ${formatRupees(amount < 0n ? -amount : amount)} ${what}`,
  )
  return `GST of all gst.csv up to ${name}: ${formatRupees(inFiles)} = GST payable at its end ${formatRupees(payable)}${sum.join('')}.`
}

export const files = defineJob({
  name: 'books files',
  title: 'Write the files of a month',
  summary: 'write the files of a closed month again; refused if they are others than at its close',
  role: 'finance',
  makes: 'files of the month',
  makesFolder: true,
  input: { month },
  async run({ month: name }) {
    const made = requireDone(await remakeFiles(name), 'month', {
      open: `${name} is not closed.`,
      changed: ({ close: closed }) =>
        `The rows of ${name} make other files than at its close. The audit on the server says more; the files of the close have SHA-256 ${closed.sha256}.`,
    })
    return { effect: `Writes the files of ${name}`, ...describeFiles(name, made) }
  },
})

const column = describeColumns<PeriodStep>()
const STEP_COLUMNS = [
  column.text('month'),
  column.state('step'),
  column.time('created_at', { title: 'when', isAssigned: true }),
  column.text('made_by', { title: 'by' }),
  column.text('reason or SHA-256', ({ reason, sha256 }) => reason ?? sha256, { only: 'screen' }),
  ...column.data('reason', 'sha256'),
]

export const reopen = defineChange({
  name: 'books reopen',
  title: 'Reopen a month',
  summary: 'reopen the last closed month: one operator requests it, another one requests the same',
  role: 'finance',
  input: { month, reason: field.text('reason, kept with it') },
  async run({ month: name, reason }, { by }, tx) {
    const { step, alone, wait } = requireDone(await reopenMonth(name, reason, by, tx), 'month', {
      open: `${name} is not closed.`,
      'not-last': ({ last }) => `${last} is closed, too: reopen the last month first.`,
      dependent: ({ wait }) => `${wait.requestedBy} requested it. ${explainWait(wait)}`,
    })
    const isOpen = step.step === 'reopened'
    return {
      effect: isOpen ? `Reopens ${name}` : `Requests to reopen ${name}`,
      facts: describeRow(STEP_COLUMNS, step),
      notes: [
        isOpen
          ? `${name} is open again. Close it once more when it is corrected.`
          : `${name} stays closed. ${explainWait(wait!)} Who agrees requests the same, with a reason.`,
      ],
      next: isOpen ? [] : [see('books refuse', { month: name })],
      changed: [noteChange(`month ${name}`, 'step', null, step.step), ...noteAlone(`month ${name}`, alone)],
    }
  },
})

export const refuse = defineChange({
  name: 'books refuse',
  title: 'Refuse to reopen a month',
  summary: 'refuse a request to reopen a month, or withdraw your own; the month stays closed',
  role: 'finance',
  input: { month, reason: field.text('reason, kept with it') },
  async run({ month: name, reason }, { by }, tx) {
    const { step, requestedBy } = requireDone(await refuseReopening(name, reason, by, tx), 'month', {
      'no-request': { text: `Nobody waits to reopen ${name}.`, next: [see('books periods')] },
    })
    return {
      effect: `Refuses to reopen ${name}, which ${requestedBy} requested`,
      facts: describeRow(STEP_COLUMNS, step),
      notes: [`${name} stays closed.`],
      changed: [noteChange(`month ${name}`, 'step', 'reopen-asked', step.step)],
    }
  },
})

export const periods = defineList({
  name: 'books periods',
  title: 'Closed months',
  summary: 'which months were closed and reopened, when and by whom, newest first',
  role: 'finance',
  one: 'step',
  none: 'No month was closed.',
  starts: [see('books month')],
  columns: STEP_COLUMNS,
  read: (_, page) => listMonthEndSteps(page),
  key: ({ id }) => id,
})
