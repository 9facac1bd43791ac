import { inArray, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { payoutEvents } from '~/platform/db/schema/payouts'
import { conversions } from '~/platform/db/schema/conversions'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { formatRupees } from '~/platform/formats/money'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { streamStatement } from '~/domain/wallet/statements.server'
import { newReference } from '~/domain/wallet/providers'
import { readShownSums, type ShownSums, readWalletSums } from '~/domain/wallet/sums.server'
import { readWalletPage } from '~/domain/wallet/wallet-page.server'
import { findHold } from '~/domain/wallet/holds.server'
import { differencesOfAdjustments } from './adjusting'
import { CALLED_OFF_BY_US } from './adjustments'
import { findBank } from './banks'
import { CALLED_OFF, sumHouse, notInWallet, sumWallet, type Books } from './books'
import { differencesOfSettlements } from './paying'
import { differencesOfSignals } from './signalling'
import { ITS_REFERENCE } from './provider'
import { listReports, rupees, describeOutcome } from './sending'
import type { World } from './world'

export async function differences(books: Books, world: World): Promise<string[]> {
  return [...(await moneyDifferences(books, world)), ...(await differencesOfReports(books, world))]
}

/** Without the reports, for senders that repeat a report until it is answered. */
export async function moneyDifferences(books: Books, world: World): Promise<string[]> {
  const all = await Promise.all([
    ...[...world.people].map(([name, id]) => findDifferences(books, name, id)),
    differencesOfWithdrawals(books, world),
    differencesOfSales(books, world),
    differencesOfHouse(books, world),
    differencesOfSettlements(books, world),
    differencesOfAdjustments(books, world),
    differencesOfSignals(books, world),
  ])
  return all.flat()
}

/** Orders of receipt may lead to the same money with a flat rate or a cap, and differ in what the next report repeats. */
async function differencesOfSales(books: Books, world: World): Promise<string[]> {
  const names = new Map([...world.clicks].map(([name, id]) => [id, name]))
  if (!names.size) return []
  const rows = await db
    .select()
    .from(conversions)
    .where(inArray(conversions.click_id, [...names.keys()]))
  const real = rows
    .filter(({ status }) => status === 'pending' || status === 'approved')
    .map(
      ({ click_id, status, sale_paise, network_payout_paise: pays }) =>
        `${names.get(click_id)} ${status} ${sale_paise} ${pays}`,
    )
  const model = [...books.conversions.values()]
    .filter(({ state }) => state === 'pending' || state === 'approved')
    .map(({ click, state, amount, commission }) => `${click} ${state} ${amount} ${commission}`)
  const [is, should] = [real, model].map((sales) => sales.sort().join(', '))
  return is === should ? [] : [`sales: ${is}, the model says ${should}`]
}

/** Sums only the sales of this world, because worlds share a database. */
async function differencesOfHouse(books: Books, world: World): Promise<string[]> {
  const clicks = [...world.clicks.values()]
  if (!clicks.length) return []
  const rows = await db.execute<{ code: string; balance: string }>(sql`
    SELECT a.code, sum(CASE WHEN a.id = t.debit_account THEN t.amount_paise ELSE -t.amount_paise END) AS balance
      FROM conversions c
      JOIN ledger_transfers t ON t.ref_type = 'conversion' AND t.ref_id = c.id
      JOIN ledger_accounts a ON a.id IN (t.debit_account, t.credit_account) AND a.user_id = 0
     WHERE ${inArray(conversionsOf, clicks)} GROUP BY a.code`)
  const real = new Map(rows.map(({ code, balance }) => [code, balance]))
  const { commission, cashback, referral } = sumHouse(books)
  const model = {
    network_receivable: commission,
    commission_income: -commission,
    cashback_expense: cashback,
    referral_expense: referral,
  }
  return Object.entries(model)
    .filter(([code, balance]) => (real.get(code) ?? '0') !== String(balance))
    .map(([code, balance]) => `${code}: ${real.get(code) ?? '0'}, the model says ${balance}`)
}

const conversionsOf = sql.raw('c.click_id')

async function differencesOfReports(books: Books, world: World): Promise<string[]> {
  const rows = await listReports(world)
  const names = new Map([...world.clicks].map(([name, id]) => [id, name]))
  const real = rows.map(
    ({ outcome, reason, click_id, report, sale_paise, resolved_at }) =>
      `${names.get(click_id ?? '') ?? 'nobody'} ${plainKind(report!)} ${sale_paise} ${outcome === null ? 'open' : describeOutcome({ outcome, reason })}${resolved_at ? ', resolved' : ''}`,
  )
  const model = books.inbox.map(
    ({ report: { click, kind, amount }, verdict, resolved }) =>
      `${click} ${plainKind(kind)} ${amount} ${verdict ?? 'open'}${resolved ? ', resolved' : ''}`,
  )
  const at = Math.max(real.length, model.length)
  return Array.from({ length: at }, (_, i) => i)
    .filter((i) => real[i] !== model[i])
    .map((i) => `report ${i}: ${real[i]}, the model says ${model[i]}`)
}

/** Some networks use one status for both. */
const plainKind = (kind: string) => (kind === 'reversed' ? 'rejected' : kind)

/** Compares states, the provider's transfers and the number of requests to pay. */
async function differencesOfWithdrawals(books: Books, world: World): Promise<string[]> {
  const ids = [...world.withdrawals.values()]
  if (!ids.length) return []
  const rows = new Map(
    (await db.select().from(withdrawals).where(inArray(withdrawals.id, ids))).map((row) => [row.id, row]),
  )
  const bank = books.provider && (await findBank(books.provider))
  const found = [...world.withdrawals].flatMap(([name, id]) => {
    const { status, utr, reason, amount_paise } = rows.get(id)!
    const ours = newReference(rows.get(id)!)
    const inModel = books.withdrawals.get(name)
    if (!inModel) return [`withdrawal ${name}: ${status}, the model has none`]
    const { state, fact, order } = inModel
    const history = bank?.history.get(ours) ?? []
    const isProviders = utr !== null && utr === history.at(-1)?.utr
    const reference = isProviders ? ITS_REFERENCE : (utr?.split('-').at(-1) ?? null)
    const facts: Record<string, string | null> = {
      paid: reference,
      refunded: reason,
      returned: reason,
      cancelled: cancellationFact(amount_paise, reason) ?? reason,
    }
    const real = [status, facts[status] ?? '', ...history.map((h) => h.state), bank?.countSends(ours)]
    const model = [state, fact, ...(order?.transfer ?? []).map(plainState), bank && (order?.told ?? 0)]
    return real.join(' ') === model.join(' ')
      ? []
      : [`withdrawal ${name}: ${real.join(' ')}, the model says ${model.join(' ')}`]
  })
  const events = await db.select().from(payoutEvents).where(inArray(payoutEvents.withdrawal_id, ids))
  for (const { kind, outcome, reason } of events)
    if (outcome === 'conflict' || outcome === null) found.push(`${kind}: ${outcome ?? 'left'} (${reason})`)
  return found
}

function cancellationFact(amount: bigint, reason: string | null): string | null {
  const begins = `Your withdrawal of ${formatRupees(amount)} was called off: `
  if (reason === `${begins}the store cancelled a sale behind it.`) return CALLED_OFF
  return reason === `${begins}we corrected your balance.` ? CALLED_OFF_BY_US : null
}

const plainState = ({ state }: { state: string }) => (state === 'paid quietly' ? 'paid' : state)

async function findDifferences(books: Books, name: string, id: number): Promise<string[]> {
  const found: string[] = []
  const same = (what: string, real: string, model: string) => {
    if (real !== model) found.push(`${name}: ${what} is ${real}, the model says ${model}`)
  }
  const [sums, ledger] = await Promise.all([readWalletSums(id), sumTransfers(id)])
  const model = sumWallet(books, name)
  for (const purse of Object.keys(model) as (keyof typeof model)[]) {
    same(purse, String(sums[purse]), String(model[purse]))
    same(`${purse} of the ledger`, ledger[purse], String(model[purse]))
  }
  const [head, page] = await Promise.all([readShownSums(id), readWalletPage(id)])
  const { available, pending, onItsWay, paid } = model
  const shown = [available, pending, onItsWay, paid].map(formatRupees).join(' ')
  same('the head of My Cashback', joinShown(head.sums), shown)
  same('the page of the wallet', joinShown(page.balances), shown)

  const { movements, held } = books.people.get(name)!
  same('the hold', String((await findHold(id)) !== null), String(held !== null))
  const history = await wholeHistory(id)
  same(
    'the history',
    words(history.flatMap((i) => (i.balance === null ? [] : [[i.amount, i.balance]])).reverse()),
    words(movements.map(({ by, holds }) => [by, holds])),
  )
  same(
    'what is not in the wallet',
    sorted(history.flatMap((i) => (i.balance === null ? [i.amount] : []))),
    sorted(notInWallet(books, name)),
  )
  same(
    'the statement',
    (await statement(id)).join(' '),
    movements.map(({ by, holds }) => `${signed(by)},${rupees(holds)}`).join(' '),
  )
  return found
}

const joinShown = (sums: ShownSums) => [sums.withdrawable, sums.pending, sums.onItsWay, sums.paid].join(' ')

/** From the transfers alone, without the cached sums and the states of withdrawals. */
async function sumTransfers(id: number) {
  const [row] = await db.execute<Record<keyof ReturnType<typeof sumWallet>, string>>(sql`
    WITH moved AS (
      SELECT a.code, a.normal_side = CASE a.id WHEN t.credit_account THEN 'credit' ELSE 'debit' END AS adds, t.kind, t.amount_paise
        FROM ledger_accounts a JOIN ledger_transfers t ON a.id IN (t.debit_account, t.credit_account)
       WHERE a.user_id = ${id}),
    summed AS (SELECT code, sum(CASE WHEN adds THEN amount_paise ELSE -amount_paise END) AS paise FROM moved GROUP BY code)
    SELECT coalesce(sum(paise) FILTER (WHERE code = 'user_available'), 0)::text AS available,
           coalesce(sum(paise) FILTER (WHERE code = 'user_pending'), 0)::text AS pending,
           coalesce(sum(paise) FILTER (WHERE code = 'payout_clearing'), 0)::text AS "onItsWay",
           coalesce(sum(paise) FILTER (WHERE code = 'user_debt'), 0)::text AS debt,
           (SELECT coalesce(sum(CASE kind WHEN 'paid' THEN amount_paise ELSE -amount_paise END), 0)::text FROM moved
             WHERE code = 'payout_clearing' AND kind = 'paid' OR code = 'user_available' AND kind = 'returned') AS paid
      FROM summed`)
  return row!
}

async function wholeHistory(id: number) {
  const first = await listWalletHistory(id)
  const items = [...first.items]
  for (let page = 2; page <= first.pages; page++) items.push(...(await listWalletHistory(id, { page })).items)
  return items
}

/** Amount and balance, the last two columns of each row. */
async function statement(id: number): Promise<string[]> {
  let text = ''
  for await (const part of streamStatement(id)) text += part
  const lines = text.trim().split(/\r?\n/).slice(1)
  return lines.map((line) => line.split(',').slice(-2).join(','))
}

const signed = (amount: bigint) => (amount < 0n ? `-${rupees(-amount)}` : rupees(amount))
const words = (rows: bigint[][]) => rows.map((row) => row.join('=')).join(' ')
const sorted = (amounts: bigint[]) => amounts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join(' ')
