import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import { postNetworkPayment, writeOffSales as giveUp } from '~/domain/books/network-payments.server'
import { listOpenSales } from '~/domain/books/open-commission.server'
import type { Books } from './books'
import { gstOn, sumMoved, computeTds } from './payments'
import type { World } from './world'

/** 'trackier Asha-1' is the sale `Asha-1` of trackier. The prefix is needed because worlds share a database. */
function findSale({ prefix }: World, sale: string) {
  const at = sale.indexOf(' ')
  return { network: sale.slice(0, at), externalId: `${prefix}-${sale.slice(at + 1)}` }
}

export async function pay(world: World, reference: string, sale: string, amount: bigint): Promise<string> {
  const { network, externalId } = findSale(world, sale)
  const answer = await postNetworkPayment({
    network,
    reference: `${world.prefix} ${reference}`,
    paidOn: '2026-11-21',
    amount: paise(amount + gstOn(amount) - computeTds(amount)),
    tds: paise(computeTds(amount)),
    gst: paise(gstOn(amount)),
    invoice: null,
    lines: [{ line: 2, conversionId: externalId, ids: [externalId], commission: paise(amount) }],
    period: {},
    onAccount: false,
    madeBy: 'model',
  })
  if (!answer.ok) return answer.reason
  return answer.repeat ? 'repeat' : 'done'
}

/** Writes off the open commission of a sale. */
export async function writeOff(world: World, sale: string): Promise<string> {
  const { network, externalId } = findSale(world, sale)
  const [row] = await listOpenSales(db, { network, externalIds: [externalId], all: true })
  const facts = { network, sales: [row!.id], period: {}, reason: 'A test', madeBy: 'model' }
  const answer = await giveUp(facts)
  return answer.ok ? 'done' : answer.reason
}

/** Compares the platform's own accounts, summed over this world's sales. */
export async function differencesOfSettlements(books: Books, { prefix }: World): Promise<string[]> {
  if (!books.conversions.size) return []
  const rows = await db.execute<{ code: string; moved: string }>(sql`
    SELECT a.code, sum(CASE WHEN a.id = t.debit_account THEN t.amount_paise ELSE -t.amount_paise END) AS moved
      FROM ledger_transfers t
      JOIN ledger_accounts a ON a.id IN (t.debit_account, t.credit_account)
     WHERE t.ref_type = 'settlement' AND t.ref_id IN (
           SELECT i.settlement_id FROM network_settlement_items i
             JOIN conversions c ON c.id = i.conversion_id WHERE c.external_id LIKE ${`${prefix}-%`})
     GROUP BY a.code`)
  const real = new Map(rows.map(({ code, moved }) => [code, moved]))
  return Object.entries(sumMoved(books))
    .filter(([code, moved]) => (real.get(code) ?? '0') !== String(moved))
    .map(([code, moved]) => `settlements, ${code}: ${real.get(code) ?? '0'}, the model says ${moved}`)
}
