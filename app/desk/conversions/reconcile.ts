import { NETWORK_NAMES } from '~/platform/config/networks'
import { formatCount } from '~/platform/formats/count'
import { formatRupees } from '~/platform/formats/money'
import type { ReportRow } from '~/domain/tracking/reconcile.server'
import { db } from '~/platform/db/client.server'
import { explainOverBudget, OverBudgetError, type Hand } from '~/domain/wallet/budget.server'
import { describeColumns, describeData, describeRows } from '../columns'
import { defineJob } from '../define'
import * as field from '../fields'
import { findOwnGains } from '../gains.server'
import { listIf } from '../operation'
import { readTableFile } from '../table-files'

const column = describeColumns<ReportRow>()
const data = { only: 'data' } as const
const COLUMNS = [
  column.count('line'),
  column.text('external_id', ({ externalId }) => externalId, { title: 'their id', width: 32 }),
  column.text('click_id', ({ clickId }) => clickId, data),
  column.member('user_id', ({ userId }) => userId, { title: 'member' }),
  column.sale('conversion_id', ({ saleId }) => saleId, data),
  column.state('from_state', ({ from }) => from.state, { title: 'now' }),
  column.money('from_cashback', ({ from }) => from.cashback, { title: 'cashback' }),
  column.state('to_state', ({ to }) => to?.state, { title: 'becomes' }),
  column.money('to_cashback', ({ to }) => to?.cashback, { title: 'cashback' }),
  column.money('commission', ({ commission }) => commission?.to, data),
  column.text('why', explain, { only: 'screen' }),
  ...column.data('outcome', 'reason'),
]

function explain({ outcome, reason, from, to, commission, saleId }: ReportRow): string {
  if (reason === 'unusable-id' && saleId !== undefined)
    return `quarantined: unusable-id; it may be sale ${saleId}`
  if (outcome === 'quarantined' || outcome === 'failed') return `${outcome}: ${reason}`
  if (commission) return `another commission: ${formatRupees(commission.to)}`
  if (from.state === 'none') return 'never heard of'
  return from.state === to?.state ? 'another amount' : `the report says ${to?.state}`
}

const COUNTED = ['applied', 'repeat', 'stale', 'superseded', 'quarantined', 'failed'] as const

export const reconcile = defineJob({
  name: 'conversions reconcile',
  title: 'Reconcile with a network’s report',
  summary: 'compare with a network’s CSV report, and import what its postbacks did not report',
  role: 'finance',
  confirm: 'money',
  continues: 'again',
  creditsByHand: true,
  input: {
    network: field.choice('whose report it is', NETWORK_NAMES, { place: 'argument' }),
    file: field.file('a CSV file with the network’s own column names', { place: 'argument' }),
  },
  help: `Each row that changes something goes through the inbox as a postback does. The same file again changes nothing.
docs/feeds.md lists the columns of each network.`,
  async run({ network, file }, context) {
    const { reconcileReport } = await import('~/domain/tracking/reconcile.server')
    const rows: ReportRow[] = []
    const refuse = await findOwnGains(context, db)
    const counts = await readTableFile(file, (text) =>
      reconcileReport(text, network, {
        hand: context.apply ? context.hand : null,
        refuse,
        onRow: (row) => rows.push(row),
        onProgress: (count, all) => context.progress(count / all, `${count} rows`),
      }),
    )
    if (!context.apply) await requireBudget(context.hand, rows)
    return {
      effect: `Applies ${counts.applied} of ${formatCount(counts.rows, 'row')} of ${network}: ${counts.repeat + counts.stale} known, ${counts.quarantined} not to be taken, ${counts.failed} failed`,
      facts: [
        ...describeData('text', { network }),
        ...describeData('count', {
          count: counts.rows,
          ...Object.fromEntries(COUNTED.map((name) => [name, counts[name]])),
        }),
      ],
      tables: [describeRows('rows', COLUMNS, rows, { most: 200 })],
      problems: listIf(counts.failed, `${counts.failed} failed.`),
    }
  },
})

/** The whole file waits where its rows credit too much. Throws OverBudgetError. */
async function requireBudget({ by, consent }: Hand, rows: readonly ReportRow[]): Promise<void> {
  if (consent !== 'none') return
  const { toCredit } = await import('~/domain/tracking/reconcile.server')
  const credits = rows.flatMap((row) => toCredit(row) ?? [])
  const why = credits.length ? await explainOverBudget(db, by, credits) : null
  if (why !== null) throw new OverBudgetError(`The file credits what no stored report has said: ${why}`)
}
