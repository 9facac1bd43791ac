import { Command, Option } from 'commander'
import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import { NETWORK_NAMES, type NetworkName } from '~/tracking/networks'
import { listPostbacksOf, stateOf } from '~/tracking/quarantine.server'
import { findSale, listSales, type Sale, type SaleFilter } from '~/tracking/sales.server'
import { listNotes } from '~/support/notes.server'
import { listSettlementsOf } from '~/wallet/settlement/list-settlements.server'
import { reconcile } from './conversions-reconcile'
import { forScripts as noteForScripts, noteTable } from './notes'
import { listCommand, readFilter, sayList, showCommand, type ListOptions } from './list-options'
import { short, table, text, type Column } from './shown'
import { RefusedCommand, say, sayJson } from './terminal'

const STATUSES = ['pending', 'approved', 'rejected', 'reversed'] as const

export function conversionCommands(): Command {
  const group = new Command('conversions').description('sales reported by networks').addHelpText(
    'after',
    `
Examples:
  $ npm run ops -- conversions list --status pending
  $ npm run ops -- conversions list --member 9000000001 --from 2026-11-01
  $ npm run ops -- conversions show 12
  $ npm run ops -- conversions reconcile impact report.csv         what would change
  $ npm run ops -- conversions reconcile impact report.csv --yes   and now for good`,
  )
  listCommand(group, {
    member: 'only sales of one member',
    store: 'only sales of one store',
    days: 'first reported',
    csv: true,
  })
    .addOption(new Option('--network <network>', 'only rows of one network').choices(NETWORK_NAMES))
    .addOption(new Option('--status <status>', 'only those in one status').choices(STATUSES))
    .action(list)
  showCommand(group, 'one sale with its click, postbacks and ledger entries').action(show)
  addReconcile(group)
  return group
}

function addReconcile(group: Command): void {
  group
    .command('reconcile')
    .description('compare with a network’s CSV report, and import what its postbacks did not report')
    .addArgument(
      group.createArgument('<network>', 'whose report it is').choices(NETWORK_NAMES as readonly string[]),
    )
    .argument('<file>', 'a CSV file with the network’s own column names, or - for standard input')
    .option('-y, --yes', 'apply it (default: dry run)')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      `
Each row that changes something goes through the inbox as a postback does. The same file again changes nothing.
docs/operator.md lists the columns of each network.`,
    )
    .action((network: NetworkName, file: string, options) => reconcile(network, file, options))
}

const COLUMNS: readonly Column<Sale>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'NETWORK', cell: ({ network }) => network },
  { head: 'THEIR ID', cell: ({ external_id }) => short(external_id, 32) },
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
  { head: 'STORE', cell: ({ store }) => short(store, 24) },
  { head: 'CAME', cell: ({ created_at }) => formatTime(created_at) },
]

async function list(options: ListOptions & Pick<SaleFilter, 'network' | 'status'>): Promise<void> {
  const { network, status } = options
  const rows = await listSales({ network, status, ...(await readFilter(options)) }, options.limit)
  sayList(rows, options, {
    columns: COLUMNS,
    one: 'sale',
    none: text`No sale matches.`,
    forScripts,
    fields: FIELDS,
  })
}

async function show(id: number, { json }: { json?: boolean }): Promise<void> {
  const found = await findSale(id)
  if (!found) throw new RefusedCommand(`There is no sale ${id}. \`conversions list\` shows them.`)
  const { conversion, click, campaign, store, transfers } = found
  const postbacks = await listPostbacksOf(id)
  const noted = await listNotes({ saleId: id }, 20)
  const settled = await listSettlementsOf(id)
  if (json)
    return sayJson({
      ...forScripts({ ...conversion, store }),
      campaign,
      clicked_at: click.created_at,
      transfers: transfers.map(({ amount_paise, ...t }) => ({ ...t, amount: formatPlain(amount_paise) })),
      postbacks: postbacks.map((row) => ({ id: row.id, state: stateOf(row), reason: row.reason })),
      notes: noted.map(noteForScripts),
      settled: settled.map(({ id: settlement, amount_paise, ...rest }) => ({
        settlement,
        ...rest,
        amount: formatPlain(amount_paise),
      })),
    })
  say`${table([{ ...conversion, store }], COLUMNS)}\n`
  say`Offer: ${campaign} (${conversion.campaign_id})`
  say`Click: ${click.id}, ${formatTime(click.created_at)}${click.claimed_by ? ', of a guest, claimed' : ''}`
  if (conversion.referrer_id) say`Referred by: ${conversion.referrer_id}`
  if (conversion.withdrawable_at) say`Withdrawable from: ${formatTime(conversion.withdrawable_at)}`
  if (transfers.length)
    say`\n${table(transfers, [
      { head: 'MOVEMENT', cell: (t) => t.kind },
      { head: 'AMOUNT', cell: (t) => formatRupees(t.amount_paise), right: true },
      { head: 'FROM', cell: (t) => t.debit },
      { head: 'TO', cell: (t) => t.credit },
      { head: 'WHEN', cell: (t) => formatTime(t.created_at) },
    ])}`
  if (settled.length)
    say`\n${table(settled, [
      { head: 'SETTLEMENT', cell: (row) => String(row.id), right: true },
      { head: 'KIND', cell: (row) => row.kind },
      { head: 'DAY', cell: (row) => row.paid_on },
      { head: 'REFERENCE', cell: (row) => short(row.reference ?? '', 32) },
      { head: 'OF COMMISSION', cell: (row) => formatRupees(row.amount_paise), right: true },
    ])}`
  if (postbacks.length)
    say`\n${table(postbacks, [
      { head: 'POSTBACK', cell: (row) => String(row.id), right: true },
      { head: 'STATE', cell: (row) => stateOf(row) },
      { head: 'REASON', cell: (row) => row.reason ?? '' },
      { head: 'CAME', cell: (row) => formatTime(row.received_at) },
    ])}`
  if (noted.length) say`\n${noteTable(noted)}`
}

/** Amounts are decimal texts in rupees, times are in UTC. */
const forScripts = (c: Sale) => ({
  id: c.id,
  network: c.network,
  external_id: c.external_id,
  status: c.status,
  sale: c.sale_paise === null ? null : formatPlain(c.sale_paise),
  network_payout: c.network_payout_paise === null ? null : formatPlain(c.network_payout_paise),
  pending: formatPlain(c.pending_paise),
  granted: formatPlain(c.granted_paise),
  referral: formatPlain(c.referral_paise),
  withdrawable_at: c.withdrawable_at,
  user_id: c.user_id,
  referrer_id: c.referrer_id,
  campaign_id: c.campaign_id,
  store: c.store,
  click_id: c.click_id,
  created_at: c.created_at,
  updated_at: c.updated_at,
})

const FIELDS = [
  'id',
  'network',
  'external_id',
  'status',
  'sale',
  'network_payout',
  'pending',
  'granted',
  'referral',
  'withdrawable_at',
  'user_id',
  'referrer_id',
  'campaign_id',
  'store',
  'click_id',
  'created_at',
  'updated_at',
] as const
