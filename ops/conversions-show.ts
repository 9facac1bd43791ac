import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import { listNotes } from '~/support/notes.server'
import { listPostbacksOfSale, getPostbackState } from '~/tracking/list-postbacks.server'
import { findSale } from '~/tracking/sales.server'
import { listSettlementsOfSale } from '~/wallet/settlement/list-settlements.server'
import { toJson } from './conversions-json'
import { COLUMNS } from './conversions-list'
import { toJson as noteForScripts, noteTable } from './notes'
import { truncate, table } from './safe-text'
import { RefusedCommand, print, printJson } from './terminal'

export async function show(id: number, { json }: { json?: boolean }): Promise<void> {
  const found = await findSale(id)
  if (!found) throw new RefusedCommand(`There is no sale ${id}. \`conversions list\` shows them.`)
  const { conversion, click, campaign, store, estimate, transfers } = found
  const postbacks = await listPostbacksOfSale(id)
  const notes = await listNotes({ saleId: id }, 20)
  const settled = await listSettlementsOfSale(id)
  if (json)
    return printJson({
      ...toJson({ ...conversion, store }),
      campaign,
      estimated_commission: estimate === null ? null : formatPlain(estimate),
      clicked_at: click.created_at,
      transfers: transfers.map(({ amount_paise, ...t }) => ({ ...t, amount: formatPlain(amount_paise) })),
      postbacks: postbacks.map((row) => ({ id: row.id, state: getPostbackState(row), reason: row.reason })),
      notes: notes.map(noteForScripts),
      settled: settled.map(({ id: settlement, amount_paise, ...rest }) => ({
        settlement,
        ...rest,
        amount: formatPlain(amount_paise),
      })),
    })
  print`${table([{ ...conversion, store }], COLUMNS)}\n`
  if (conversion.order_number) print`Order: ${conversion.order_number}`
  print`Commission: ${commissionText(conversion.network_payout_paise, estimate)}`
  print`Offer: ${campaign} (${conversion.campaign_id})`
  print`Click: ${click.id}, ${formatTime(click.created_at)}${click.claimed_by ? ', of a guest, claimed' : ''}`
  if (conversion.referrer_id) print`Referred by: ${conversion.referrer_id}`
  if (conversion.withdrawable_at) print`Withdrawable from: ${formatTime(conversion.withdrawable_at)}`
  if (transfers.length)
    print`\n${table(transfers, [
      { head: 'MOVEMENT', cell: (t) => t.kind },
      { head: 'AMOUNT', cell: (t) => formatRupees(t.amount_paise), right: true },
      { head: 'FROM', cell: (t) => t.debit },
      { head: 'TO', cell: (t) => t.credit },
      { head: 'WHEN', cell: (t) => formatTime(t.created_at) },
    ])}`
  if (settled.length)
    print`\n${table(settled, [
      { head: 'SETTLEMENT', cell: (row) => String(row.id), right: true },
      { head: 'KIND', cell: (row) => row.kind },
      { head: 'DAY', cell: (row) => row.paid_on },
      { head: 'REFERENCE', cell: (row) => truncate(row.reference ?? '', 32) },
      { head: 'OF COMMISSION', cell: (row) => formatRupees(row.amount_paise), right: true },
    ])}`
  if (postbacks.length)
    print`\n${table(postbacks, [
      { head: 'POSTBACK', cell: (row) => String(row.id), right: true },
      { head: 'STATE', cell: (row) => getPostbackState(row) },
      { head: 'REASON', cell: (row) => row.reason ?? '' },
      { head: 'CAME', cell: (row) => formatTime(row.received_at) },
    ])}`
  if (notes.length) print`\n${noteTable(notes)}`
}

const commissionText = (reported: bigint | null, estimate: bigint | null): string => {
  if (reported !== null) return formatRupees(reported)
  return estimate === null ? 'not reported' : `${formatRupees(estimate)}, estimated: none was reported`
}
