import { formatGrouped, formatPlain } from '~/formats/money'
import type { Comparison, SideTotal } from '~/tracking/statement/compare-statement.server'
import type { ComparedSale } from '~/tracking/statement/our-sales.server'
import { type Column, truncate } from './safe-text'

const amount = (value: bigint | null | undefined) =>
  value === null || value === undefined ? '' : formatGrouped(value)

export const COLUMNS: readonly Column<ComparedSale>[] = [
  { head: 'LINE', cell: ({ line }) => (line === null ? '' : String(line)), right: true },
  { head: 'THEIR ID', cell: ({ externalId }) => truncate(externalId, 32) },
  { head: 'SALE', cell: ({ ours }) => (ours ? String(ours.id) : ''), right: true },
  { head: 'STATE', cell: ({ ours }) => ours?.status ?? '' },
  { head: 'THEIRS', cell: ({ theirs }) => theirs?.state ?? '' },
  { head: 'AMOUNT', cell: ({ ours }) => amount(ours?.sale_paise), right: true },
  { head: 'THEIRS', cell: ({ theirs }) => amount(theirs?.amount), right: true },
  { head: 'COMMISSION', cell: ({ ours }) => amount(ours?.network_payout_paise), right: true },
  { head: 'THEIRS', cell: ({ theirs }) => amount(theirs?.commission), right: true },
  { head: 'DIFFERS', cell: differs },
]

function differs({ differences, reason }: ComparedSale): string {
  return reason === null ? differences.join(', ') : `refused: ${reason}`
}

interface Side extends SideTotal {
  name: string
}

export const SIDES: readonly Column<Side>[] = [
  { head: 'TOTAL', cell: ({ name }) => name },
  { head: 'SALES', cell: ({ sales }) => String(sales), right: true },
  { head: 'AMOUNT', cell: (side) => formatGrouped(side.amount), right: true },
  { head: 'COMMISSION', cell: (side) => formatGrouped(side.commission), right: true },
]

export const listSides = ({ ours, theirs }: Comparison): Side[] => [
  { name: 'ours', ...ours },
  { name: 'theirs', ...theirs },
]

const plain = (value: bigint | null | undefined) =>
  value === null || value === undefined ? null : formatPlain(value)

export const computeTotals = ({ ours, theirs }: Comparison) => {
  const total = (side: SideTotal) => ({
    ...side,
    amount: plain(side.amount),
    commission: plain(side.commission),
  })
  return { ours: total(ours), theirs: total(theirs) }
}

export const toJson = ({ line, externalId, ours, theirs, differences, reason }: ComparedSale) => ({
  line,
  external_id: externalId,
  sale: ours?.id ?? null,
  state: ours?.status ?? null,
  their_state: theirs?.state ?? null,
  amount: plain(ours?.sale_paise),
  their_amount: plain(theirs?.amount),
  commission: plain(ours?.network_payout_paise),
  their_commission: plain(theirs?.commission),
  differs: differences.join(', '),
  reason,
})

export const FIELDS = [
  'line',
  'external_id',
  'sale',
  'state',
  'their_state',
  'amount',
  'their_amount',
  'commission',
  'their_commission',
  'differs',
  'reason',
] as const
