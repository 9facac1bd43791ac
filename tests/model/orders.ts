// Every order of every subset of five reports of one sale: 326 sequences, or 40,696 with each report delivered up to
// three times in a row. Verdicts, conversion and wallets must follow docs/rules.md#30 (books.ts).
import assert from 'node:assert/strict'
import { eq, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { paise } from '~/platform/formats/money'
import { applyReport } from '~/domain/tracking/sales/apply-report.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import { findDefectsOutsideInbox } from '../support/books'
import { copyBooks, openBooks, SHARE, sumWallet, type Books, type Kind } from './books'
import { report } from './inbox'
import { clickThrough, makeWorld, type World } from './world'

/** The member gets a tenth of the sale, the referrer a fifth of that. */
const EVENTS: { name: string; kind: Kind; amount: bigint | null }[] = [
  { name: 'pending', kind: 'pending', amount: 1_000_05n },
  { name: 'approved', kind: 'approved', amount: 2_000_19n },
  { name: 'adjusted', kind: 'approved', amount: 800_77n },
  { name: 'rejected', kind: 'rejected', amount: null },
  { name: 'reversed', kind: 'reversed', amount: null },
]

/** Every order of every subset, each report 1 to `most` times in a row; starts with the empty one. */
export function* sequences(most: number): Generator<number[]> {
  yield* below([], new Set())

  function* below(sequence: number[], used: ReadonlySet<number>): Generator<number[]> {
    yield sequence
    for (const event of EVENTS.keys()) {
      if (used.has(event)) continue
      const longer = [...sequence]
      for (let times = 0; times < most; times++) {
        longer.push(event)
        yield* below([...longer], new Set(used).add(event))
      }
    }
  }
}

interface Sale {
  world: World
  id: string
  click: string
  books: Books
}

/** A referred member with a click at 10 %. */
async function begin(): Promise<Sale> {
  const members = { Asha: null, Bala: 'Asha' }
  const rate = { percent: 1_000n, cap: null }
  const world = await makeWorld(
    members,
    Array.from({ length: 5 }, () => rate),
  )
  await clickThrough(world, 'Bala', 'trackier', 'click')
  const books = openBooks(members)
  books.clicks.set('click', { owner: 'Bala', network: 'trackier', rate, share: SHARE })
  return { world, id: `${world.prefix}-0`, click: 'click', books }
}

/** Applies the last report to both sides; throws unless the verdicts are equal. */
async function deliver(tx: Tx, sale: Sale, sequence: number[]): Promise<void> {
  const { kind, amount } = EVENTS[sequence.at(-1)!]!
  const { outcome, reason } = await applyReport(tx, 'trackier', {
    clickId: sale.world.clicks.get(sale.click)!,
    conversionId: sale.id,
    orderNumber: null,
    externalId: sale.id,
    otherIds: [],
    report: kind,
    amount: amount === null ? null : paise(amount),
    networkPayout: null,
  })
  const said = reason ? `${outcome}: ${reason}` : outcome
  const foretold = report(sale.books, { network: 'trackier', sale: sale.id, click: sale.click, kind, amount })
  assert.equal(said, foretold, `${describeSequence(sequence)}: the verdict on the last`)
}

async function look(tx: Tx, sale: Sale, sequence: number[]): Promise<void> {
  const model = sale.books.conversions.get(`trackier ${sale.id}`)
  const [row] = await tx.select().from(conversions).where(eq(conversions.external_id, sale.id))
  const granted = model?.state === 'approved' ? model.cashback : 0n
  assert.deepEqual(
    row && [row.status, row.pending_paise, row.granted_paise, row.referral_paise],
    model && [model.state, model.state === 'pending' ? model.cashback : 0n, granted, granted / 5n],
    `${describeSequence(sequence)}: the conversion`,
  )
  for (const [name, id] of sale.world.people) {
    const { available, pending, debt } = sumWallet(sale.books, name)
    assert.deepEqual(
      await balances(tx, id),
      { available, pending, debt },
      `${describeSequence(sequence)}: ${name}`,
    )
  }
}

/** Summed from the transfers, not read from the account balances. */
async function balances(tx: Tx, userId: number) {
  const [row] = await tx.execute<{ available: string; pending: string; debt: string }>(sql`
    SELECT coalesce(sum(signed) FILTER (WHERE code = 'user_available'), 0) AS available,
           coalesce(sum(signed) FILTER (WHERE code = 'user_pending'), 0) AS pending,
           coalesce(-sum(signed) FILTER (WHERE code = 'user_debt'), 0) AS debt
      FROM (SELECT a.code, CASE WHEN t.credit_account = a.id THEN amount_paise ELSE -amount_paise END AS signed
              FROM ledger_accounts a
              JOIN ledger_transfers t ON t.debit_account = a.id OR t.credit_account = a.id
             WHERE a.user_id = ${userId}) moved`)
  const { available, pending, debt } = row!
  return { available: BigInt(available), pending: BigInt(pending), debt: BigInt(debt) }
}

const describeSequence = (sequence: number[]) =>
  sequence.length ? sequence.map((event) => EVENTS[event]!.name).join(', ') : 'no report'

/** Each sequence has its own sale, each report its own transaction. Returns the number of sequences. */
export async function proveOrders(): Promise<number> {
  const all = [...sequences(1)]
  let next = 0
  const worker = async () => {
    const sale = await begin()
    for (let i = next++; i < all.length; i = next++) {
      sale.id = `${sale.world.prefix}-${i}`
      for (const n of all[i]!.keys())
        await moneyTransaction((tx) => deliver(tx, sale, all[i]!.slice(0, n + 1)))
      await db.transaction((tx) => look(tx, sale, all[i]!))
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  assert.deepEqual(await findDefectsOutsideInbox(), [])
  return all.length
}

const kindsIn = (sequence: number[]) => new Set(sequence).size

/**
 * Walks the sequences as trees: a sequence continues from its prefix in a savepoint, which is rolled back afterwards.
 * Each tree starts from two kinds of report on its own member, so that dead rows do not accumulate. Returns the number of
 * sequences.
 */
export async function proveRepeats(most: number, progress?: (done: number) => void): Promise<number> {
  let done = 0
  const reached = async (tx: Tx, sale: Sale, sequence: number[]) => {
    await look(tx, sale, sequence)
    done++
    progress?.(done)
  }
  const longer = async (tx: Tx, sale: Sale, sequence: number[]) => {
    for (const event of EVENTS.keys())
      if (!sequence.includes(event)) await undone(tx, (inner) => walk(inner, sale, [...sequence, event], 1))
  }
  const walk = async (tx: Tx, sale: Sale, sequence: number[], times: number): Promise<void> => {
    const before = sale.books
    sale.books = copyBooks(before)
    await deliver(tx, sale, sequence)
    await reached(tx, sale, sequence)
    const again = [...sequence, sequence.at(-1)!]
    if (times < most) await undone(tx, (inner) => walk(inner, sale, again, times + 1))
    await longer(tx, sale, sequence)
    sale.books = before
  }
  const roots = [...sequences(most)].filter((sequence) => kindsIn(sequence) <= 2)
  let next = 0
  const worker = async () => {
    for (let root = roots[next++]; root; root = roots[next++]) {
      const sequence = root
      const sale = await begin()
      await undone(db, async (tx) => {
        for (const n of sequence.keys()) await deliver(tx, sale, sequence.slice(0, n + 1))
        await reached(tx, sale, sequence)
        if (kindsIn(sequence) === 2) await longer(tx, sale, sequence)
      })
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  return done
}

class Undo extends Error {}

/** Runs `work` in a transaction or savepoint and rolls it back. */
async function undone(outer: Pick<Tx, 'transaction'>, work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await outer.transaction(async (tx) => {
      await work(tx)
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
}
