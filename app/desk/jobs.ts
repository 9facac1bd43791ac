import { describeColumns, describeRow } from './columns'
import { defineList, defineRecord } from './define'
import * as field from './fields'
import { nameCommand } from './find-operation'
import type { Context, Topic } from './operation'
import {
  hasEnded,
  hasRows,
  listJobRows,
  listJobs,
  readEnd,
  requireJob,
  type JobState,
} from './queued-jobs.server'
import { seesPeople } from './roles'

type Row = JobState & { what: string }

const column = describeColumns<Row>()
const COLUMNS = [
  column.id('id'),
  column.time('created_at', { title: 'asked' }),
  column.text('by'),
  column.state(
    'state',
    (job) => job.outcome ?? (job.attempts ? `${Math.floor(job.progress / 10)} %` : 'waits'),
  ),
  column.count('rows_done', { title: 'done', screen: (job) => (hasRows(job) ? job.rows_done : null) }),
  column.count('rows_refused', {
    title: 'refused',
    screen: (job) => (hasRows(job) ? job.rows_refused : null),
  }),
  ...column.data('finished_at'),
  column.id('log_id', { title: 'log' }),
  column.text('what', { only: 'screen' }),
  column.text('command', { width: 80, isCommand: true }),
]

const nameJob = async (job: JobState): Promise<Row> => ({ ...job, what: await nameCommand(job.command) })

/** Problems may name people: a role that may not see members gets only its operator’s own jobs. */
const findOwnerFilter = ({ role, by }: Context): string | undefined => (seesPeople(role) ? undefined : by)

const list = defineList({
  name: 'jobs list',
  title: 'Jobs',
  summary: 'changes of many rows and made files, newest first',
  role: 'viewer',
  one: 'job',
  none: 'No job was begun yet.',
  columns: COLUMNS,
  read: async (_, page, context) =>
    Promise.all((await listJobs({ ...page, by: findOwnerFilter(context) })).map(nameJob)),
  key: ({ id }) => id,
})

const show = defineRecord({
  name: 'jobs show',
  title: 'Job',
  summary: 'how far a job is, and what it left out',
  role: 'viewer',
  input: { id: field.listNumber },
  async read({ id }, context) {
    const job = await requireJob(id, findOwnerFilter(context))
    const { effect, problems = [], facts = [], tables = [], notes = [] } = await readEnd(id)
    return {
      title: `Job ${id}`,
      facts: [
        ...describeRow(COLUMNS, await nameJob(job)),
        { name: 'effect', kind: 'text', value: effect || null },
        ...facts,
      ],
      tables,
      notes,
      isPending: !hasEnded(job),
      problems,
      next: hasRows(job) ? [{ operation: 'jobs rows', input: { id } }] : [],
    }
  },
})

const rowColumn = describeColumns<Awaited<ReturnType<typeof listJobRows>>[number]>()
export const JOB_ROW_COLUMNS = [
  rowColumn.text('subject'),
  rowColumn.state('outcome'),
  rowColumn.time('created_at', { title: 'when' }),
]

const rows = defineList({
  name: 'jobs rows',
  title: 'Rows of a job',
  summary: 'what became of each row, in order; as CSV, the result file',
  role: 'viewer',
  input: { id: field.listNumber },
  one: 'row',
  none: 'Nothing was done yet.',
  columns: [...rowColumn.data('id'), ...JOB_ROW_COLUMNS],
  read: async ({ id }, page, context) =>
    listJobRows((await requireJob(id, findOwnerFilter(context))).log_id, page),
  key: ({ id }) => id,
})

export const topic: Topic = {
  operations: [list, show, rows],
  standard: 'jobs list',
  help: `
A job that is interrupted goes on in a worker, the server or a separate process: it does the remaining rows, and none
twice. A file is read again from its start; what is there already is not done twice. What makes a file is not continued. Facts and
tables are kept for 30 days. Roles that may not see members see only their own jobs.`,
}
