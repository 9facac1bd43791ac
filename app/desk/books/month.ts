import { formatCount } from '~/platform/formats/count'
import { formatMonth, formatTime } from '~/platform/formats/dates'
import { endOfMonth, startOfMonth } from '~/platform/formats/months'
import { formatRupees, paise } from '~/platform/formats/money'
import {
  findMonthToClose,
  previewMonth,
  readMonthChecks,
  type CheckName,
  type MonthCheck,
} from '~/domain/books/month-checks.server'
import { readStats } from '~/domain/tracking/stats.server'
import { db } from '~/platform/db/client.server'
import { month as monthField } from '../closed-days'
import { describeColumns, describeFacts, describeRows, type Fact, type Table } from '../columns'
import { defineReport } from '../define'
import { describeTotal } from '../figures'
import { see, type Next } from '../operation'

interface CheckTexts {
  what: (check: MonthCheck) => string
  /** How it is, in one sentence part. */
  how: (check: MonthCheck, month: string) => string
  next: (check: MonthCheck, month: string) => Next | null
}

const ALL_DONE = 'yes'

const countOr = (check: MonthCheck, one: string, many?: string) =>
  check.count === 0 ? ALL_DONE : formatCount(check.count, one, many)

const withSum = ({ amount }: MonthCheck, text: string) =>
  amount === null || amount === 0n ? text : `${text}, ${formatRupees(amount)}`

const WORDS: Record<CheckName, CheckTexts> = {
  over: {
    what: () => 'The month has ended',
    how: ({ state }, month) => (state === 'done' ? 'yes' : `it ends ${formatTime(endOfMonth(month))}`),
    next: () => null,
  },
  earlier: {
    what: () => 'It is the next month to close',
    how: ({ state, month: first, isClosed }) =>
      isClosed ? 'it is closed' : state === 'done' ? 'yes' : `${first} comes first`,
    next: ({ state, month: first }) => (state === 'done' ? null : see('books month', { month: first! })),
  },
  quarantine: {
    what: () => 'The quarantine is empty',
    how: (check) => countOr(check, 'report that came before its end', 'reports that came before its end'),
    next: () => see('postbacks list', { state: 'quarantined' }),
  },
  applied: {
    what: () => 'All reports are applied',
    how: (check) => countOr(check, 'report that still waits', 'reports that still wait'),
    next: () => see('postbacks list', { state: 'open' }),
  },
  statement: {
    what: ({ network }) => `The report of ${network} is compared`,
    how: ({ count, at, by }) =>
      at ? `${formatTime(at)}, ${by}` : `not since the month ended; ${formatCount(count, 'sale')} in it`,
    next: ({ network }) => see('networks statement', { network: network! }),
  },
  bank: {
    what: () => 'The bank is reconciled',
    how: (check) =>
      withSum(
        check,
        check.count === 0
          ? 'all payments of the month are in a statement'
          : `${formatCount(check.count, 'payment')} in no statement`,
      ),
    next: () => see('bank reconcile'),
  },
  outcomes: {
    what: () => 'Each payout has an outcome',
    how: (check) => countOr(check, 'payout without one', 'payouts without one'),
    next: () => see('withdrawals list', { status: 'unknown' }),
  },
  invoices: {
    what: () => 'Payments of noted invoices are posted',
    how: (check) =>
      withSum(check, check.count === 0 ? 'all of them' : `${formatCount(check.count, 'invoice')} not paid`),
    next: () => see('networks paid'),
  },
  advances: {
    what: () => 'Advances of networks are spent on sales',
    how: (check) => withSum(check, countOr(check, 'network with an advance', 'networks with an advance')),
    next: () => see('networks owed'),
  },
  claims: {
    what: () => 'Credited claims were reported by their network',
    how: (check) => countOr(check, 'credit without a report', 'credits without a report'),
    next: () => see('claims list', { unreported: 'yes' }),
  },
  audit: {
    what: () => 'The audit found nothing since the month ended',
    how: ({ count, state }) =>
      state === 'done'
        ? 'clean'
        : count > 0
          ? `${formatCount(count, 'finding')}: ask who runs the servers`
          : 'it has not run since',
    next: () => null,
  },
}

interface Line {
  check: MonthCheck
  month: string
}

const column = describeColumns<Line>()
const COLUMNS = [
  column.text('what', ({ check }) => WORDS[check.name].what(check), {
    title: 'point',
    next: ({ check, month }) => WORDS[check.name].next(check, month),
    width: 60,
  }),
  column.state('state', ({ check }) => check.state),
  column.text('how', ({ check, month }) => WORDS[check.name].how(check, month), {
    title: 'how it is',
    width: 60,
  }),
  column.count('count', ({ check }) => check.count, { only: 'data' }),
  column.money('amount', ({ check }) => check.amount, { only: 'data' }),
]

const describeChecks = (month: string, checks: readonly MonthCheck[]): Table =>
  describeRows(
    'checklist',
    COLUMNS,
    checks.map((check) => ({ check, month })),
    { title: 'Checklist' },
  )

/** The checklist and the figures of a month, for the page and for the preview of its close. */
export async function describeMonth(month: string) {
  const [checks, preview, found] = await Promise.all([
    readMonthChecks(db, month),
    previewMonth(db, month),
    readStats({ from: startOfMonth(month), before: endOfMonth(month) }, null),
  ])
  const open = checks.filter(({ state }) => state === 'open').length
  const facts: Fact[] = [
    { name: 'month', kind: 'text', value: month },
    { name: 'points_open', title: 'points that are open', kind: 'count', value: open },
    ...describeFacts('money', {
      gst_of_the_month: preview.gst,
      tds_of_the_month: preview.tds,
      tds_of_the_quarter: preview.tdsOfQuarter,
      moved_in_the_month: preview.debits,
      owed_to_members: paise(found.members!.liability),
    }).map((fact) => ({ ...fact, title: TITLES[fact.name] })),
  ]
  return {
    open,
    facts,
    tables: [describeChecks(month, checks), { ...describeTotal(found), title: 'Figures' }],
  }
}

const TITLES: Record<string, string> = {
  gst_of_the_month: 'GST in its file',
  tds_of_the_month: 'TDS of the month',
  tds_of_the_quarter: 'TDS of the quarter so far',
  moved_in_the_month: 'debits of the trial balance',
  owed_to_members: 'owed to members at its end',
}

export const monthEnd = defineReport({
  name: 'books month',
  title: 'Month end',
  summary: 'what is still to do before a month is closed, and what its files would say',
  role: 'finance',
  input: {
    month: monthField('in India; without one, the next to close', {
      place: 'argument',
    }).optional(),
  },
  async read({ month: typed }) {
    const month = typed ?? (await findMonthToClose(db))
    const { open, facts, tables } = await describeMonth(month)
    return {
      title: `${formatMonth(startOfMonth(month))}: ${open === 0 ? 'nothing is open' : `${formatCount(open, 'point')} open`}`,
      facts,
      tables,
      notes: [
        'A point that is open keeps nobody from closing the month. What is posted later counts in a later month.',
      ],
      next: [see('books close', { month }), see('books returns', { month }), see('books periods')],
    }
  },
})
