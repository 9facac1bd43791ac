import { Option, type Command } from 'commander'
import { formatDate } from '~/formats/dates'
import { db } from '~/db/client.server'
import { formatGrouped } from '~/formats/money'
import { NETWORK_NAMES, type NetworkName } from '~/config/networks'
import { listSettlements, type ListedSettlement } from '~/wallet/settlement/list-settlements.server'
import {
  listOpenSales,
  readReceivables,
  type OpenSale,
  type Owed,
} from '~/wallet/settlement/open-commission.server'
import { addListOptions, readFilter, printList, type ListOptions } from './list-options'
import { networkToJson, saleToJson, settlementToJson, FIELDS } from './networks-owed-json'
import { networkArgument } from './settlement-options'
import { truncate, text, type Column } from './safe-text'

export function addOwed(group: Command): void {
  addListOptions(
    group
      .command('owed')
      .description(
        'what networks owe us by the age of the sales; of one network its open sales, the oldest first',
      )
      .addArgument(networkArgument(false)),
    { days: 'of one network: first reported', csv: true },
  ).action(printOwed)
  addListOptions(group.command('payments').description('payments of networks and write-offs, newest first'), {
    days: 'at the bank',
    csv: true,
  })
    .addOption(new Option('--network <network>', 'only those of one network').choices(NETWORK_NAMES))
    .action(printPayments)
}

async function printOwed(network: NetworkName | undefined, options: ListOptions): Promise<void> {
  if (network === undefined)
    return printList(await readReceivables(db, new Date()), options, {
      columns: NETWORKS,
      one: 'network',
      none: text`No network owes anything.`,
      toJson: networkToJson,
      fields: [
        'network',
        'sales',
        'up_to_30_days',
        'up_to_60_days',
        'up_to_90_days',
        'older',
        'open',
        'advance',
      ],
    })
  const period = await readFilter(options)
  printList(await listOpenSales(db, { network, ...period, limit: options.limit }), options, {
    columns: SALES,
    one: 'sale',
    none: text`Nothing is open of ${network}.`,
    toJson: saleToJson,
    fields: ['sale', 'external_id', 'status', 'reported_at', 'commission', 'settled', 'open'],
  })
}

const NETWORKS: readonly Column<Owed>[] = [
  { head: 'NETWORK', cell: ({ network }) => network },
  { head: 'SALES', cell: ({ sales }) => String(sales), right: true },
  { head: 'TO 30 DAYS', cell: ({ ages }) => formatGrouped(ages[0]), right: true },
  { head: 'TO 60', cell: ({ ages }) => formatGrouped(ages[1]), right: true },
  { head: 'TO 90', cell: ({ ages }) => formatGrouped(ages[2]), right: true },
  { head: 'OLDER', cell: ({ ages }) => formatGrouped(ages[3]), right: true },
  { head: 'OPEN', cell: ({ open }) => formatGrouped(open), right: true },
  { head: 'ADVANCE', cell: ({ advance }) => formatGrouped(advance), right: true },
]

const SALES: readonly Column<OpenSale>[] = [
  { head: 'SALE', cell: ({ id }) => String(id), right: true },
  { head: 'THEIR ID', cell: ({ externalId }) => truncate(externalId, 32) },
  { head: 'STATUS', cell: ({ status }) => status },
  { head: 'REPORTED', cell: ({ reportedAt }) => formatDate(reportedAt) },
  { head: 'COMMISSION', cell: ({ booked }) => formatGrouped(booked), right: true },
  { head: 'SETTLED', cell: ({ settled }) => formatGrouped(settled), right: true },
  { head: 'OPEN', cell: ({ open }) => formatGrouped(open), right: true },
]

async function printPayments(options: ListOptions & { network?: NetworkName }): Promise<void> {
  const rows = await listSettlements(
    { network: options.network, ...(await readFilter(options)) },
    options.limit,
  )
  printList(rows, options, {
    columns: SETTLEMENTS,
    one: 'settlement',
    none: text`No settlement matches.`,
    toJson: settlementToJson,
    fields: FIELDS,
  })
}

const SETTLEMENTS: readonly Column<ListedSettlement>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'NETWORK', cell: ({ network }) => network },
  { head: 'KIND', cell: ({ kind, reverses }) => (reverses === null ? kind : `${kind} of ${reverses}`) },
  { head: 'DAY', cell: ({ paid_on }) => paid_on },
  { head: 'REFERENCE', cell: ({ reference }) => truncate(reference ?? '', 24) },
  { head: 'INVOICE', cell: ({ invoice }) => truncate(invoice ?? '', 16) },
  { head: 'BANK', cell: ({ amount_paise }) => formatGrouped(amount_paise), right: true },
  { head: 'TDS', cell: ({ tds_paise }) => formatGrouped(tds_paise), right: true },
  { head: 'GST', cell: ({ gst_paise }) => formatGrouped(gst_paise), right: true },
  { head: 'SETTLED', cell: ({ settled_paise }) => formatGrouped(settled_paise), right: true },
  { head: 'SALES', cell: ({ sales }) => String(sales), right: true },
  { head: 'ADVANCE', cell: ({ advance }) => (advance === 0n ? '' : formatGrouped(advance)), right: true },
  {
    head: 'NOTE',
    cell: ({ reason, reversedBy }) =>
      reversedBy === null ? truncate(reason ?? '', 40) : `reversed by ${reversedBy}`,
  },
]
