/** Reports of a sale take effect in the order of receipt, whatever the order of processing. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, type Tx } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { toReportColumns, readInboxRow } from '~/domain/tracking/inbox-row.server'
import { applyDue, applyPostback } from '~/domain/tracking/inbox.server'
import { resolveAccepted, replayPostback } from '~/domain/tracking/quarantine.server'
import { applyInOrder } from '~/domain/tracking/sales/inbox-order.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { untilBlocked } from '../support/locks'
import { sendReport, throwError } from '../support/reports'
import { click, member, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('postbacks'))

let serial = 0
type Raw = Record<string, string>
const says = (p1: string, status: string, sale_amount: string, more: Raw = {}): Raw => ({
  p1,
  conversion_id: `ORD-${p1}`,
  status,
  sale_amount,
  ...more,
})
const rowFor = (raw: Raw) => {
  const postback = { network: 'trackier', method: 'GET', raw }
  return { ...postback, ...toReportColumns(readInboxRow(postback)), next_attempt_at: new Date() }
}
/** Stores a report without applying it, as a killed process does. Returns its inbox id. */
async function store(raw: Raw, tx: Pick<Tx, 'insert'> = db): Promise<number> {
  const [row] = await tx.insert(postbackInbox).values(rowFor(raw)).returning({ id: postbackInbox.id })
  return row!.id
}
/** Stores `raw` in a transaction that commits only after `later` was received and applied. Returns its inbox id. */
const storeUnseenBy = (later: Raw, raw: Raw): Promise<number> =>
  db.transaction(async (tx) => {
    const id = await store(raw, tx)
    await sendReport(later)
    return id
  })
const outcomes = async (...ids: number[]) =>
  Promise.all(
    ids.map(async (id) => {
      const [row] = await db.select().from(postbackInbox).where(eq(postbackInbox.id, id))
      return row!.reason ? `${row!.outcome}: ${row!.reason}` : row!.outcome
    }),
  )
const findSale = async (p1: string) => {
  const rows = await db.select().from(conversions).where(eq(conversions.click_id, p1))
  return rows.map(({ status, sale_paise, pending_paise, granted_paise }) => ({
    status,
    sale: sale_paise,
    pending: pending_paise,
    granted: granted_paise,
  }))
}
const newest = async () => {
  const [row] = await db.execute<{ id: number }>(sql`SELECT max(id)::int AS id FROM postback_inbox`)
  return row!.id
}

describe('stored report that was not applied', () => {
  test('does not overwrite a correction received after it', async () => {
    const user = await member()
    const p1 = await click(user, { payout_hundredths: 450n })
    await sendReport(says(p1, 'approved', '1000'))
    const left = await store(says(p1, 'approved', '50000'))
    await sendReport(says(p1, 'approved', '200'))
    expect(await outcomes(left)).toEqual(['applied'])
    await applyDue(throwError)
    expect(await findSale(p1)).toEqual([{ status: 'approved', sale: 200_00n, pending: 0n, granted: 9_00n }])
    expect((await readWallet(user)).available).toBe(9_00n)
  })

  test('is superseded if its row was not yet visible when the later report was applied', async () => {
    const user = await member()
    const p1 = await click(user)
    const late = await storeUnseenBy(says(p1, 'approved', '200'), says(p1, 'approved', '50000'))
    expect(await applyPostback(late, { wait: true })).toMatchObject({ outcome: 'superseded' })
    expect(await findSale(p1)).toEqual([{ status: 'approved', sale: 200_00n, pending: 0n, granted: 10_00n }])
  })

  test('is superseded also by a later report that only repeated the sale', async () => {
    const p1 = await click(await member())
    await sendReport(says(p1, 'approved', '200'))
    const late = await storeUnseenBy(says(p1, 'approved', '200'), says(p1, 'approved', '50000'))
    expect(await applyPostback(late, { wait: true })).toMatchObject({ outcome: 'superseded' })
    expect(await findSale(p1)).toEqual([{ status: 'approved', sale: 200_00n, pending: 0n, granted: 10_00n }])
  })

  test('still counts if its status has a higher rank, and a later approval then waits', async () => {
    const user = await member()
    const p1 = await click(user)
    const late = await storeUnseenBy(says(p1, 'approved', '200'), says(p1, 'cancelled', '0'))
    const approval = await newest()
    expect(await outcomes(approval)).toEqual(['applied'])
    expect(await applyPostback(late, { wait: true })).toMatchObject({ outcome: 'applied' })
    expect(await outcomes(approval)).toEqual(['quarantined: after-rejection'])
    expect((await readWallet(user)).available).toBe(0n)
    expect((await resolveAccepted(approval, 'Confirmed')).ok).toBe(true)
    expect((await readWallet(user)).available).toBe(10_00n)
  })

  test('does not block later reports while it fails, and is superseded once it can be applied', async () => {
    await db.execute(sql`CREATE FUNCTION choke() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.sale_paise = 66600 THEN RAISE EXCEPTION 'choked'; END IF; RETURN NEW; END $$`)
    await db.execute(
      sql`CREATE TRIGGER choke BEFORE INSERT ON conversions FOR EACH ROW EXECUTE FUNCTION choke()`,
    )
    const p1 = await click(await member())
    const left = await store(says(p1, 'approved', '666'))
    expect(await sendReport(says(p1, 'approved', '200'))).toMatchObject({ outcome: 'applied' })
    expect(await outcomes(left)).toEqual([null])
    await db.execute(sql`DROP TRIGGER choke ON conversions`)
    await applyDue(throwError)
    expect(await outcomes(left)).toEqual(['superseded'])
  })

  test('is found by the click and by each id of the sale', async () => {
    const [p1, p2] = [await click(await member()), await click(await member())]
    const first = await store({ p1, conversion_id: `C-${p1}`, status: 'pending', sale_amount: '100' })
    const second = await store({
      p1,
      conversion_id: `C-${p1}`,
      txn_id: `T-${p1}`,
      status: 'approved',
      sale_amount: '100',
    })
    // Another click for the same sale came last: it is not the one whose sale it is.
    const other = await store({ p1: p2, conversion_id: `C-${p1}`, status: 'approved', sale_amount: '900' })
    expect(await applyPostback(other, { wait: true })).toMatchObject({ reason: 'other-click' })
    expect(await outcomes(first, second)).toEqual(['applied', 'applied'])
    expect(await findSale(p1)).toEqual([{ status: 'approved', sale: 100_00n, pending: 0n, granted: 5_00n }])
    expect(await findSale(p2)).toEqual([])
  })
})

test('the first two reports of a sale under different ids make one conversion when concurrent', async () => {
  for (let round = 0; round < 5; round++) {
    const p1 = await click(await member())
    const sale = { p1, conversion_id: `C-${p1}`, status: 'approved', sale_amount: '100' }
    const ids = [await store(sale), await store({ ...sale, txn_id: `T-${p1}` })]
    await Promise.all(ids.map((id) => applyPostback(id, { wait: true })))
    expect(await outcomes(...ids)).toEqual(['applied', 'repeat'])
    expect(await findSale(p1)).toHaveLength(1)
  }
})

test('the second of two clicks that report one sale at the same moment waits for an operator', async () => {
  const [p1, p2] = [await click(await member()), await click(await member())]
  const sale = { conversion_id: `TWIN-${p1}`, status: 'approved', sale_amount: '100' }
  const { second } = await db.transaction(async (tx) => {
    const id = await store({ ...sale, p1 }, tx)
    const [row] = await tx.select().from(postbackInbox).where(eq(postbackInbox.id, id))
    expect(await applyInOrder(tx, row!)).toMatchObject({ outcome: 'applied' })
    const sent = sendReport({ ...sale, p1: p2 })
    await untilBlocked()
    return { second: sent }
  })
  expect(await second).toMatchObject({ outcome: 'quarantined', reason: 'other-click' })
  expect([await findSale(p1), await findSale(p2)]).toEqual([
    [{ status: 'approved', sale: 100_00n, pending: 0n, granted: 5_00n }],
    [],
  ])
})

describe('quarantined report', () => {
  test('is superseded by a later report, and then can be neither replayed nor accepted', async () => {
    const user = await member()
    const p1 = await click(user)
    await sendReport(says(p1, 'cancelled', '0'))
    await sendReport(says(p1, 'approved', '100'))
    const waiting = await newest()
    await sendReport(says(p1, 'approved', '300', { conversion_id: `OTHER-${p1}` }))
    expect(await outcomes(waiting)).toEqual(['quarantined: after-rejection'])
    expect(await sendReport(says(p1, 'cancelled', '0'))).toMatchObject({ outcome: 'repeat' })
    expect(await outcomes(waiting)).toEqual(['superseded: after-rejection'])
    expect(await replayPostback(waiting)).toMatchObject({ ok: false, reason: 'settled', state: 'superseded' })
    expect(await resolveAccepted(waiting, 'x')).toMatchObject({
      ok: false,
      reason: 'settled',
      state: 'superseded',
    })
    expect((await readWallet(user)).available).toBe(15_00n)
  })

  test('stays in quarantine if the later report has a lower rank', async () => {
    const p1 = await click(await member())
    await sendReport({ p1, conversion_id: `ORD-${p1}`, status: 'approved' })
    const approval = await newest()
    await sendReport(says(p1, 'pending', '100'))
    expect(await outcomes(approval)).toEqual(['quarantined: unusable-amount'])
    await sendReport(says(p1, 'approved', '100'))
    expect(await outcomes(approval)).toEqual(['superseded: unusable-amount'])
  })
})

const KINDS: [string, string][] = [
  ['pending', '1000.05'],
  ['approved', '2000.19'],
  ['approved', '800.77'],
  ['cancelled', '0'],
]

function* permutations<T>(all: readonly T[]): Generator<T[]> {
  if (!all.length) yield []
  for (const [i, one] of all.entries())
    for (const rest of permutations(all.filter((_, n) => n !== i))) yield [one, ...rest]
}
function* subsets<T>([first, ...rest]: readonly T[]): Generator<T[]> {
  if (first === undefined) return yield []
  for (const some of subsets(rest)) {
    yield some
    yield [first, ...some]
  }
}

test('every subset of four reports ends the same in every processing order', async () => {
  const user = await member()
  /** The end state of reports received in one order and processed in another. */
  const applyAll = async (received: [string, string][], processed: number[]) => {
    const p1 = `PERMUTED${++serial}`
    await db.execute(sql`
      INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash)
      SELECT ${p1}, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash
        FROM clicks WHERE id = ${model}`)
    const rows = await db
      .insert(postbackInbox)
      .values(received.map(([status, amount]) => rowFor(says(p1, status, amount))))
      .returning({ id: postbackInbox.id })
    const ids = rows.map(({ id }) => id)
    for (const place of processed) await applyPostback(ids[place]!, { wait: true })
    return { sale: await findSale(p1), outcomes: await outcomes(...ids) }
  }
  const model = await click(user)
  const orders = [...subsets(KINDS)].flatMap((subset) => [...permutations(subset)])
  const few = orders.filter((order) => order.length === 2 || order.length === 3)
  const work = few.map((received) => async () => {
    const places = [...received.keys()]
    const inOrder = await applyAll(received, places)
    for (const processed of permutations(places))
      expect({ received, processed, ...(await applyAll(received, processed)) }).toEqual({
        received,
        processed,
        ...inOrder,
      })
  })
  const worker = async () => {
    for (let next = work.shift(); next; next = work.shift()) await next()
  }
  await Promise.all([worker(), worker(), worker(), worker()])
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
