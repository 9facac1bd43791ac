import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees, paise } from '~/formats/money'
import type { Adjustment } from '~/wallet/adjustments/notices'
import { findAdjustment, listAdjustments, previewAdjustment } from '~/wallet/adjustments/read.server'
import { listJournal } from '~/wallet/ledger/books.server'
import { describeAdjustment, previewToJson, adjustmentRefusal, printPreview } from './adjustments-text'
import { readFilter, printList, type ListOptions } from './list-options'
import { lines, truncate, table, text, type Column, type SafeText } from './safe-text'
import { RefusedCommand, print, printJson } from './terminal'

export const STATES = ['waiting', 'applied', 'refused'] as const

export async function requireAdjustment(id: number): Promise<Adjustment> {
  const found = await findAdjustment(id)
  if (!found) throw new RefusedCommand(`There is no adjustment ${id}. \`adjustments list\` shows them.`)
  return found
}

const COLUMNS: readonly Column<Adjustment>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'ASKED', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'BY', cell: ({ asked_by }) => asked_by },
  { head: 'MEMBER', cell: ({ user_id }) => String(user_id), right: true },
  { head: 'KIND', cell: ({ kind }) => kind },
  { head: 'AMOUNT', cell: ({ amount_paise }) => formatRupees(amount_paise), right: true },
  { head: 'STATE', cell: ({ state }) => state },
  { head: 'DECIDED BY', cell: ({ decided_by }) => decided_by ?? '' },
  { head: 'REASON', cell: ({ reason }) => truncate(reason, 60) },
]

export const adjustmentTable = (rows: readonly Adjustment[]): SafeText => table(rows, COLUMNS)

export async function list(options: ListOptions & { state?: Adjustment['state'] }): Promise<void> {
  const rows = await listAdjustments({ ...(await readFilter(options)), state: options.state }, options.limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'adjustment',
    none: text`No adjustment matches.`,
    toJson,
    fields: [
      'id',
      'created_at',
      'asked_by',
      'user_id',
      'kind',
      'amount',
      'sale',
      'state',
      'needs_approval',
      'decided_by',
      'decided_at',
      'reason',
      'refusal',
      'key',
    ],
  })
}

/** Times are in UTC, the amount is in rupees. */
export const toJson = (adjustment: Adjustment) => ({
  id: adjustment.id,
  created_at: adjustment.created_at,
  asked_by: adjustment.asked_by,
  user_id: adjustment.user_id,
  kind: adjustment.kind,
  amount: formatPlain(adjustment.amount_paise),
  sale: adjustment.conversion_id,
  state: adjustment.state,
  needs_approval: adjustment.needs_approval,
  decided_by: adjustment.decided_by,
  decided_at: adjustment.decided_at,
  reason: adjustment.reason,
  refusal: adjustment.refusal,
  key: adjustment.request_key,
})

/** An adjustment has at most a credit and a repayment, or a debit and a debt. */
const MOST_ENTRIES = 10

export async function show(id: number, { json }: { json?: boolean }): Promise<void> {
  const found = await requireAdjustment(id)
  const entries = await listJournal({ adjustment: id }, { limit: MOST_ENTRIES })
  const of = { userId: found.user_id, kind: found.kind, amount: paise(found.amount_paise) }
  const previewed = found.state === 'waiting' ? await previewAdjustment(of) : null
  if (json)
    return printJson({
      ...toJson(found),
      entries: entries.map(({ amount, ...entry }) => ({ ...entry, amount: formatPlain(amount) })),
      preview: previewed?.ok ? previewToJson(previewed) : null,
      impossible: previewed && !previewed.ok ? previewed.reason : null,
    })
  print`Adjustment ${id}: ${describeAdjustment(of)} for member ${found.user_id}, ${found.state}`
  print(lines(listDetails(found)))
  if (entries.length)
    print(
      lines([
        '',
        table(entries, [
          { head: 'REFERENCE', cell: ({ reference }) => reference },
          { head: 'DEBIT', cell: ({ debit }) => debit },
          { head: 'CREDIT', cell: ({ credit }) => credit },
          { head: 'AMOUNT', cell: ({ amount }) => formatRupees(amount), right: true },
        ]),
      ]),
    )
  if (!previewed) return
  print`\nIf it is approved now:`
  if (previewed.ok) printPreview(previewed)
  else print`${adjustmentRefusal(previewed, of)}`
}

function listDetails(of: Adjustment): string[] {
  const details: [string, string | null][] = [
    ['asked for', `${formatTime(of.created_at)} by ${of.asked_by}`],
    ['decided', of.decided_at && `${formatTime(of.decided_at)} by ${of.decided_by}`],
    ['reason', of.reason],
    ['refused', of.refusal],
    ['sale', of.conversion_id === null ? null : String(of.conversion_id)],
    ['key', of.request_key],
  ]
  return details.flatMap(([name, value]) => (value ? [`  ${name.padEnd(10)} ${value}`] : []))
}
