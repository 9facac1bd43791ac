import { formatDate } from '~/platform/formats/dates'
import { formatPayout } from '~/platform/formats/money'
import type { Conversion } from '~/domain/tracking/conversions'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { listVisits, type Visit } from '~/domain/tracking/visits.server'
import { describeColumns } from './columns'
import { defineList } from './define'
import * as field from './fields'
import { readFilter } from './lookups.server'
import { listIf, type Topic } from './operation'

interface Outcome extends Visit {
  sale: Conversion | null
  report: InboxRow | null
}

function toOutcomes(visit: Visit): Outcome[] {
  const outcomes = [
    ...visit.sales.map((sale) => ({ ...visit, sale, report: null })),
    ...visit.waiting.map((report) => ({ ...visit, sale: null, report })),
  ]
  return outcomes.length ? outcomes : [{ ...visit, sale: null, report: null }]
}

const NO_REPORT = 'no report came'

function describeOutcome({ sale, report }: Outcome): string {
  if (sale) {
    const { status, withdrawable_at: from } = sale
    const waits = status === 'approved' && from !== null && from.getTime() > Date.now()
    return waits ? `${status}, withdrawable from ${formatDate(from)}` : status
  }
  if (!report) return NO_REPORT
  const of = `(postback ${report.id})`
  if (report.resolved_at) return `dismissed ${of}: ${report.resolution ?? ''}`
  return report.outcome === null ? `not processed yet ${of}` : `quarantined ${of}: ${report.reason ?? ''}`
}

const column = describeColumns<Outcome>()
const data = { only: 'data' } as const

const list = defineList({
  name: 'visits list',
  title: 'Visits',
  summary: 'newest first, each click with its sales and reports',
  role: 'support',
  input: {
    member: field.member('only visits of one member').optional(),
    store: field.store('only visits to one store').optional(),
    visit: field
      .text('only the visit with this number: DV-… or the click', {
        most: 40,
        placeholder: 'number',
        ofPerson: true,
      })
      .optional(),
    ...field.days('clicked'),
  },
  one: 'outcome',
  none: 'No visit matches.',
  columns: [
    column.time('clicked_at', ({ click }) => click.created_at, { title: 'clicked' }),
    column.text('visit', ({ click }) => formatVisitNumber(click.seq)),
    column.member('user_id', ({ userId }) => userId, { title: 'member' }),
    column.store('store', { width: 20 }),
    column.text('offer', { width: 28 }),
    column.offer('campaign_id', ({ click }) => click.campaign_id, data),
    column.text('network', ({ click }) => click.network),
    column.rate('rate', ({ click }) => formatPayout(click), data),
    column.text('outcome', describeOutcome, { width: 60 }),
    column.sale('sale_id', ({ sale }) => sale?.id, { title: 'sale' }),
    column.text('external_id', ({ sale, report }) => (sale ?? report)?.external_id, data),
    column.money('sale', ({ sale, report }) => (sale ?? report)?.sale_paise, { title: 'amount' }),
    column.money('cashback', ({ sale }) => sale && sale.pending_paise + sale.granted_paise),
    column.time('withdrawable_at', ({ sale }) => sale?.withdrawable_at, data),
    column.time('reported_at', ({ sale, report }) => sale?.created_at ?? report?.received_at, data),
    column.text('click_id', ({ click }) => click.id, { title: 'click' }),
    column.id('postback', ({ report }) => report?.id, data),
  ],
  read: async (filter, page) => (await listVisits(await readFilter(filter), page)).flatMap(toOutcomes),
  key: ({ click }) => click.id,
  notes: (rows) =>
    listIf(
      rows.some((row) => describeOutcome(row) === NO_REPORT),
      `${NO_REPORT}: the network has reported no sale yet, which may take days. When you ask the network, quote the CLICK.`,
    ),
})

export const topic: Topic = {
  operations: [list],
  help: `
For a member who misses cashback: each click is listed with the sale that the network reported for it, with a quarantined
report, or with 'no report came'. docs/operator.md explains what to do in each case.`,
  examples: `
Examples:
  $ visits list --member 9000000001
  $ visits list --member 9000000001 --store Voltwala
  $ visits list --visit DV-7K2M9QX4
  $ visits list --store Voltwala --from 2026-11-01 --csv`,
}
