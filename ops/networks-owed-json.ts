import { formatPlain } from '~/formats/money'
import type { ListedSettlement } from '~/wallet/settlement/list-settlements.server'
import type { OpenSale, Owed } from '~/wallet/settlement/open-commission.server'

export const networkToJson = ({ network, sales, ages, open, advance }: Owed) => ({
  network,
  sales,
  up_to_30_days: formatPlain(ages[0]),
  up_to_60_days: formatPlain(ages[1]),
  up_to_90_days: formatPlain(ages[2]),
  older: formatPlain(ages[3]),
  open: formatPlain(open),
  advance: formatPlain(advance),
})

export const saleToJson = ({ id, externalId, status, reportedAt, booked, settled, open }: OpenSale) => ({
  sale: id,
  external_id: externalId,
  status,
  reported_at: reportedAt,
  commission: formatPlain(booked),
  settled: formatPlain(settled),
  open: formatPlain(open),
})

export const settlementToJson = (row: ListedSettlement) => ({
  id: row.id,
  network: row.network,
  kind: row.kind,
  paid_on: row.paid_on,
  reference: row.reference,
  invoice: row.invoice,
  amount: formatPlain(row.amount_paise),
  tds: formatPlain(row.tds_paise),
  gst: formatPlain(row.gst_paise),
  settled: formatPlain(row.settled_paise),
  sales: row.sales,
  advance: formatPlain(row.advance),
  reverses: row.reverses,
  reversed_by: row.reversedBy,
  reason: row.reason,
  made_by: row.made_by,
  created_at: row.created_at,
})

export const FIELDS = [
  'id',
  'network',
  'kind',
  'paid_on',
  'reference',
  'invoice',
  'amount',
  'tds',
  'gst',
  'settled',
  'sales',
  'advance',
  'reverses',
  'reversed_by',
  'reason',
  'made_by',
  'created_at',
] as const
