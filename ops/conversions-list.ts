import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import { listSales, type Sale, type SaleFilter } from '~/tracking/sales.server'
import { FIELDS, toJson } from './conversions-json'
import { type ListOptions, readFilter, printList } from './list-options'
import { type Column, truncate, text } from './safe-text'

export const COLUMNS: readonly Column<Sale>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'NETWORK', cell: ({ network }) => network },
  { head: 'THEIR ID', cell: ({ conversion_id, external_id }) => truncate(conversion_id ?? external_id, 32) },
  { head: 'STATUS', cell: ({ status }) => status },
  {
    head: 'SALE',
    cell: ({ sale_paise }) => (sale_paise === null ? '' : formatRupees(sale_paise)),
    right: true,
  },
  {
    head: 'CASHBACK',
    cell: ({ pending_paise, granted_paise }) => formatRupees(pending_paise + granted_paise),
    right: true,
  },
  { head: 'MEMBER', cell: ({ user_id }) => (user_id === 9 ? 'guest' : String(user_id)), right: true },
  { head: 'STORE', cell: ({ store }) => truncate(store, 24) },
  { head: 'CAME', cell: ({ created_at }) => formatTime(created_at) },
]

export async function list(options: ListOptions & Pick<SaleFilter, 'network' | 'status'>): Promise<void> {
  const { network, status } = options
  const rows = await listSales({ network, status, ...(await readFilter(options)) }, options.limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'sale',
    none: text`No sale matches.`,
    toJson,
    fields: FIELDS,
  })
}
