/** The outcome of a report, what is stored of it, and what only the operator can accept (docs/rules.md#30). */
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db, type Tx } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions, manualCredits } from '~/platform/db/schema/conversions'
import { paise } from '~/platform/formats/money'
import { listNotifications } from '../support/notifications'
import type { ReportVerdict } from '~/domain/tracking/conversions'
import { applyReport } from '~/domain/tracking/sales/apply-report.server'
import { previewReport } from '~/domain/tracking/reconcile/preview-report.server'
import type { ReportedSale } from '~/domain/tracking/reports'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { findDefectsOutsideInbox } from '../support/books'
import { click, member } from '../wallet/support'

const GUEST = 9
const CAP = { cap_paise: 40_00n }
const OPERATOR = { accept: 'in-full' } as const

let serial = 0
type Facts = Partial<ReportedSale> & { clickId: string }

/** A sale of 1,000 rupees; the click pays 5 % of it. */
const makeReport = ({ externalId = `V${++serial}`, ...facts }: Facts): ReportedSale => ({
  conversionId: externalId,
  orderNumber: null,
  externalId,
  otherIds: [],
  report: 'approved',
  amount: paise(1_000_00n),
  networkPayout: null,
  ...facts,
})

const apply = (sale: ReportedSale, options = {}, network = 'trackier') =>
  moneyTransaction((tx) => applyReport(tx, network, sale, options))

const findConversion = async ({ saleId }: ReportVerdict) =>
  (await db.select().from(conversions).where(eq(conversions.id, saleId!)))[0]!
const listConversions = (clickId: string) =>
  db.select().from(conversions).where(eq(conversions.click_id, clickId)).orderBy(conversions.id)
const wallet = async (id: number) => {
  const { available, pending } = await readWallet(id)
  return { available, pending }
}

describe('verdict on a report', () => {
  test('rejects a fifth id of a sale with an error', async () => {
    const sale = makeReport({ clickId: await click(await member()), otherIds: ['2', '3', '4', '5'] })
    await expect(apply(sale)).rejects.toThrow('a sale has more than 4 ids')
  })

  test('includes the conversion id in every outcome, and the reason when quarantined', async () => {
    const sale = makeReport({ clickId: await click(await member()) })
    const first = await apply(sale)
    expect(first).toStrictEqual({ outcome: 'applied', saleId: expect.any(Number) })
    const { saleId } = first
    expect(await apply(sale)).toStrictEqual({ outcome: 'repeat', saleId })
    expect(await apply({ ...sale, report: 'pending' })).toStrictEqual({ outcome: 'stale', saleId })
    expect(await apply({ ...sale, amount: null })).toStrictEqual({
      outcome: 'quarantined',
      reason: 'unusable-amount',
      saleId,
    })
    expect(await apply({ ...sale, report: 'rejected' })).toStrictEqual({ outcome: 'applied', saleId })
    expect(await apply(sale)).toStrictEqual({
      outcome: 'quarantined',
      reason: 'after-rejection',
      saleId,
    })
  })

  test('names the sale that an unclear report may belong to, if there is exactly one', async () => {
    const clickId = await click(await member())
    const unnamed = { clickId, conversionId: null, report: 'pending' as const }
    const { saleId } = await apply(makeReport({ ...unnamed, orderNumber: 'ORDER-1' }))
    const unclear = { outcome: 'quarantined', reason: 'item-or-correction' }
    const other = makeReport({ clickId, amount: paise(700_00n) })
    expect(await apply(other)).toStrictEqual({ ...unclear, saleId })
    await apply(makeReport({ ...unnamed, orderNumber: 'ORDER-2' }))
    expect(await apply(other)).toStrictEqual(unclear)
  })

  test('has no conversion id when quarantine creates none', async () => {
    const clickId = await click(await member())
    expect(await apply(makeReport({ clickId, amount: null }))).toStrictEqual({
      outcome: 'quarantined',
      reason: 'unusable-amount',
    })
    expect(await listConversions(clickId)).toEqual([])
    expect(await apply(makeReport({ clickId: 'nobody' }))).toStrictEqual({
      outcome: 'quarantined',
      reason: 'unknown-click',
    })
  })
})

describe('stored conversion', () => {
  test('has the latest facts from the network, the member and the referrer', async () => {
    const friend = await member()
    const user = await member(friend)
    const clickId = await click(user)
    const [{ campaign_id } = { campaign_id: 0 }] = await db
      .select()
      .from(clicks)
      .where(eq(clicks.id, clickId))
    const sale = makeReport({ clickId, report: 'pending', networkPayout: paise(80_00n) })
    const verdict = await apply(sale)
    const facts = {
      network: 'trackier',
      external_id: sale.externalId,
      click_id: clickId,
      user_id: user,
      referrer_id: friend,
      campaign_id,
    }
    const held = (pending_paise: bigint, granted_paise: bigint, referral_paise: bigint) => ({
      pending_paise,
      granted_paise,
      referral_paise,
    })
    expect(await findConversion(verdict)).toMatchObject({
      ...facts,
      ...held(50_00n, 0n, 0n),
      status: 'pending',
      sale_paise: 1_000_00n,
      network_payout_paise: 80_00n,
      revision: 1,
    })
    await apply({ ...sale, report: 'approved', amount: paise(900_00n), networkPayout: null })
    expect(await findConversion(verdict)).toMatchObject({
      ...facts,
      ...held(0n, 45_00n, 9_00n),
      status: 'approved',
      sale_paise: 900_00n,
      // A later postback without it does not undo it.
      network_payout_paise: 80_00n,
      revision: 2,
    })
    await apply({ ...sale, report: 'approved', amount: paise(900_00n), networkPayout: paise(1n) })
    // A repeat moves no money; the latest commission is stored.
    expect(await findConversion(verdict)).toMatchObject({ revision: 3, network_payout_paise: 1n })
    await apply({ ...sale, report: 'rejected', amount: paise(5n), networkPayout: paise(70_00n) })
    expect(await findConversion(verdict)).toMatchObject({
      ...facts,
      ...held(0n, 0n, 0n),
      status: 'reversed',
      sale_paise: 900_00n,
      network_payout_paise: 70_00n,
      revision: 4,
    })
  })

  test.each(['rejected', 'reversed'] as const)(
    'records that it was %s, even without an amount or with one above the cap',
    async (report) => {
      const user = await member()
      const clickId = await click(user, CAP)
      for (const sale of [null, paise(9_000_00n)]) {
        const verdict = await apply(makeReport({ clickId, report, amount: sale }))
        expect(verdict.outcome).toBe('applied')
        expect(await findConversion(verdict)).toMatchObject({
          status: 'rejected',
          sale_paise: null,
          revision: 1,
        })
      }
      const sale = makeReport({ clickId, amount: paise(800_00n) })
      await apply(sale)
      const verdict = await apply({ ...sale, report, amount: null })
      expect(await findConversion(verdict)).toMatchObject({
        status: 'reversed',
        sale_paise: 800_00n,
        revision: 2,
      })
      expect(await wallet(user)).toEqual({ available: 0n, pending: 0n })
    },
  )

  test('records a report without cashback and without an amount', async () => {
    const clickId = await click(await member(), { payout_hundredths: null })
    const sale = makeReport({ clickId, report: 'pending', amount: null })
    const verdict = await apply(sale)
    expect(verdict.outcome).toBe('applied')
    expect(await findConversion(verdict)).toMatchObject({ status: 'pending', pending_paise: 0n, revision: 1 })
    expect((await apply(sale)).outcome).toBe('repeat')
  })

  test('has no referrer if the shopper has none', async () => {
    expect(
      await findConversion(await apply(makeReport({ clickId: await click(await member()) }))),
    ).toMatchObject({
      referrer_id: null,
      referral_paise: 0n,
    })
  })
})

describe('identity of a sale', () => {
  test('is network and id: the same id at another network is another sale', async () => {
    const user = await member()
    const [ours, theirs] = [await click(user), await click(user, { network: 'tune' })]
    await apply(makeReport({ clickId: ours, externalId: 'SAME' }))
    expect((await apply(makeReport({ clickId: theirs, externalId: 'SAME' }), {}, 'tune')).outcome).toBe(
      'applied',
    )
    expect(await wallet(user)).toEqual({ available: 100_00n, pending: 0n })
  })

  test('includes the click: a report with another click is quarantined', async () => {
    const [user, other] = [await member(), await member()]
    const sale = makeReport({ clickId: await click(user) })
    const { saleId } = await apply(sale)
    const clickId = await click(other)
    for (const report of ['pending', 'approved', 'rejected', 'reversed'] as const)
      for (const options of [{}, OPERATOR])
        expect(await apply({ ...sale, clickId, report }, options)).toStrictEqual({
          outcome: 'quarantined',
          reason: 'other-click',
          saleId,
        })
    expect([await wallet(user), await wallet(other)]).toEqual([
      { available: 50_00n, pending: 0n },
      { available: 0n, pending: 0n },
    ])
  })
})

describe('acceptance by the operator', () => {
  test('credits more than the cap, and the same report sent again is a repeat', async () => {
    const user = await member()
    const sale = makeReport({ clickId: await click(user, CAP) })
    const { saleId } = await apply(sale, OPERATOR)
    expect(await wallet(user)).toEqual({ available: 50_00n, pending: 0n })
    expect(await apply(sale)).toStrictEqual({ outcome: 'repeat', saleId })
    const { outcome, from, to } = await previewReport(db, 'trackier', sale)
    expect({ outcome, from, to }).toEqual({
      outcome: 'repeat',
      from: { state: 'approved', cashback: 50_00n },
      to: null,
    })
  })

  test('covers only the accepted report: another amount or sale is capped again', async () => {
    const user = await member()
    const sale = makeReport({ clickId: await click(user, CAP), report: 'pending' })
    await apply(sale, OPERATOR)
    expect(await apply(sale)).toMatchObject({ outcome: 'repeat' })
    expect(await wallet(user)).toEqual({ available: 0n, pending: 50_00n })
    expect(await apply({ ...sale, amount: paise(1_000_01n) })).toMatchObject({ outcome: 'applied' })
    expect(await wallet(user)).toEqual({ available: 0n, pending: 40_00n })
    expect(await apply({ ...sale, report: 'approved' }, OPERATOR)).toMatchObject({ outcome: 'applied' })
    expect(await wallet(user)).toEqual({ available: 50_00n, pending: 0n })
    await apply(makeReport({ clickId: sale.clickId }))
    expect(await wallet(user)).toEqual({ available: 90_00n, pending: 0n })
    expect((await apply({ ...sale, report: 'approved', amount: paise(600_00n) })).outcome).toBe('applied')
    expect(await wallet(user)).toEqual({ available: 70_00n, pending: 0n })
  })

  test.each([
    ['rejected', 'pending'],
    ['rejected', 'approved'],
    ['reversed', 'pending'],
    ['reversed', 'approved'],
  ] as const)('reopens a conversion that was %s, as %s', async (end, report) => {
    const user = await member()
    const sale = makeReport({ clickId: await click(user) })
    if (end === 'reversed') await apply(sale)
    await apply({ ...sale, report: end })
    expect((await apply({ ...sale, report })).outcome).toBe('quarantined')
    expect((await apply({ ...sale, report }, OPERATOR)).outcome).toBe('applied')
    expect(await wallet(user)).toEqual(
      report === 'pending' ? { available: 0n, pending: 50_00n } : { available: 50_00n, pending: 0n },
    )
    expect((await apply({ ...sale, report })).outcome).toBe('repeat')
  })

  test('changes nothing else: repeats, stale and unreadable reports keep their outcome', async () => {
    const user = await member()
    const sale = makeReport({ clickId: await click(user) })
    await apply(sale)
    const said = async (change: Partial<ReportedSale>) => {
      const { outcome, reason } = await apply({ ...sale, ...change }, OPERATOR)
      return reason ? `${outcome}: ${reason}` : outcome
    }
    expect(await said({})).toBe('repeat')
    expect(await said({ report: 'pending' })).toBe('stale')
    expect(await said({ amount: null })).toBe('quarantined: unusable-amount')
    expect(await said({ clickId: 'nobody' })).toBe('quarantined: unknown-click')
    expect(await wallet(user)).toEqual({ available: 50_00n, pending: 0n })
    expect(await said({ report: 'rejected' })).toBe('applied')
    expect(await said({ report: 'rejected' })).toBe('repeat')
    expect(await said({ report: 'reversed' })).toBe('repeat')
    expect((await listNotifications(user)).map((n) => n.title)).toEqual([
      'Cashback reversed',
      'Cashback confirmed',
    ])
  })
})

describe('the manual credit recorded when an operator applies a report', () => {
  type Step = ['pending' | 'approved', rupees: number]

  // Steps in rupees, credits in paise: 5 % of each sale is cashback.
  test.each<[source: 'file' | 'report' | 'claim', before: Step | null, now: Step, credited: number[]]>([
    ['file', null, ['pending', 1000], [50_00]],
    ['file', null, ['approved', 1000], [50_00]],
    ['file', ['pending', 1000], ['approved', 1000], []],
    ['file', ['pending', 1000], ['approved', 1200], [10_00]],
    ['file', ['approved', 1000], ['approved', 800], []],
    ['report', null, ['pending', 1000], [50_00]],
    ['report', ['pending', 1000], ['pending', 1200], [10_00]],
    ['report', ['pending', 1000], ['approved', 1000], [50_00]],
    ['claim', ['pending', 1000], ['approved', 1200], [60_00]],
    ['claim', ['approved', 1000], ['approved', 1200], [10_00]],
    ['claim', ['approved', 1000], ['approved', 800], []],
  ])('from a %s: a sale that goes from %j to %j records %j paise', async (source, before, now, credited) => {
    const clickId = await click(await member())
    const toReport = ([report, rupees]: Step) => ({ report, amount: paise(BigInt(rupees) * 100n) })
    const sale = makeReport({ clickId, ...toReport(before ?? now) })
    const reportId = 100_000 + 2 * ++serial
    if (before) await apply(sale, { reportId })
    const manual = { by: 'mint', consent: 'alone', source } as const
    const { saleId } = await apply({ ...sale, ...toReport(now) }, { reportId: reportId + 1, manual })
    const rows = await db.select().from(manualCredits).where(eq(manualCredits.conversion_id, saleId!))
    expect(
      rows.map(({ report_id, made_by, amount_paise }) => [report_id, made_by, Number(amount_paise)]),
    ).toEqual(credited.map((amount) => [reportId + 1, 'mint', amount]))
    expect(rows.every((row) => row.source === source && !row.agreed)).toBe(true)
  })

  test('is none where a network reports the sale', async () => {
    const { saleId } = await apply(makeReport({ clickId: await click(await member()) }))
    expect(await db.$count(manualCredits, eq(manualCredits.conversion_id, saleId!))).toBe(0)
  })
})

describe('previewReport()', () => {
  const nothing = { state: 'none', cashback: 0n }

  test('returns each outcome without applying it', async () => {
    const user = await member()
    const clickId = await click(user)
    const sale = makeReport({ clickId, report: 'pending' })
    const preview = (change: Partial<ReportedSale> = {}) =>
      previewReport(db, 'trackier', { ...sale, ...change })
    expect(await preview()).toStrictEqual({
      outcome: 'applied',
      userId: user,
      referrerId: null,
      from: nothing,
      to: { state: 'pending', cashback: 50_00n },
    })
    expect(await listConversions(clickId)).toEqual([])

    const { saleId } = await apply(sale)
    const from = { state: 'pending', cashback: 50_00n }
    const same = { userId: user, referrerId: null, saleId, from }
    expect(await preview()).toStrictEqual({ ...same, outcome: 'repeat', to: null })
    expect(await preview({ report: 'approved', amount: paise(900_00n) })).toStrictEqual({
      ...same,
      outcome: 'applied',
      to: { state: 'approved', cashback: 45_00n },
    })
    expect(await preview({ report: 'rejected' })).toStrictEqual({
      ...same,
      outcome: 'applied',
      to: { state: 'rejected', cashback: 0n },
    })
    expect(await preview({ amount: null })).toStrictEqual({
      ...same,
      outcome: 'quarantined',
      reason: 'unusable-amount',
      to: null,
    })
    expect(await preview({ clickId: await click(await member()) })).toStrictEqual({
      ...same,
      outcome: 'quarantined',
      reason: 'other-click',
      to: null,
    })
    expect(await wallet(user)).toEqual({ available: 0n, pending: 50_00n })

    await apply({ ...sale, report: 'approved' })
    expect(await preview()).toStrictEqual({
      ...same,
      outcome: 'stale',
      from: { state: 'approved', cashback: 50_00n },
      to: null,
    })
  })

  test('returns no member for an unknown click, and no cashback for a guest’s click', async () => {
    expect(await previewReport(db, 'trackier', makeReport({ clickId: 'nobody' }))).toStrictEqual({
      outcome: 'quarantined',
      reason: 'unknown-click',
      userId: null,
      referrerId: null,
      from: nothing,
      to: null,
    })
    expect(await previewReport(db, 'trackier', makeReport({ clickId: await click(GUEST) }))).toStrictEqual({
      outcome: 'applied',
      userId: GUEST,
      referrerId: null,
      from: nothing,
      to: { state: 'approved', cashback: 0n },
    })
  })

  test('returns at most the cap', async () => {
    const clickId = await click(await member(), CAP)
    expect((await previewReport(db, 'trackier', makeReport({ clickId }))).to).toEqual({
      state: 'approved',
      cashback: 40_00n,
    })
  })
})

describe('concurrent reports', () => {
  /** Number of transactions that wait for a lock. */
  const waiting = async () => {
    const [row] = await db.execute<{ n: number }>(sql`
      SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    return row!.n
  }

  /** The outcome of a report that arrives before another transaction commits. */
  async function meanwhile(first: (tx: Tx) => Promise<unknown>, second: () => Promise<ReportVerdict>) {
    let later: Promise<ReportVerdict> | undefined
    await db.transaction(async (tx) => {
      await first(tx)
      later = second()
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    })
    return later!
  }

  test('two first reports of a sale make one conversion, which the second one continues', async () => {
    const user = await member()
    const sale = makeReport({ clickId: await click(user), report: 'pending' })
    const first = (tx: Tx) => applyReport(tx, 'trackier', sale)
    expect((await meanwhile(first, () => apply(sale))).outcome).toBe('repeat')
    expect(await wallet(user)).toEqual({ available: 0n, pending: 50_00n })

    const next = { ...sale, conversionId: `${sale.externalId}-2`, externalId: `${sale.externalId}-2` }
    const approve = () => apply({ ...next, report: 'approved' })
    expect((await meanwhile((tx) => applyReport(tx, 'trackier', next), approve)).outcome).toBe('applied')
    expect(await wallet(user)).toEqual({ available: 50_00n, pending: 50_00n })
    expect((await listConversions(sale.clickId)).map((row) => row.revision)).toEqual([1, 2])
  })

  test('an acceptance by the operator still counts', async () => {
    const user = await member()
    const sale = makeReport({ clickId: await click(user, CAP), amount: paise(900_00n) })
    const first = (tx: Tx) => applyReport(tx, 'trackier', sale, OPERATOR)
    const second = () => apply({ ...sale, amount: paise(1_000_00n) }, OPERATOR)
    expect((await meanwhile(first, second)).outcome).toBe('applied')
    expect(await wallet(user)).toEqual({ available: 50_00n, pending: 0n })
  })

  test('a sale of another visit counts what the first credits toward the daily limit', async () => {
    const user = await member()
    const [one, other] = [await click(user), await click(user)]
    const large = (clickId: string, rupees: bigint) => makeReport({ clickId, amount: paise(rupees * 100n) })
    for (let n = 0; n < 4; n++) await apply(large(one, 200_000n))
    const first = (tx: Tx) => applyReport(tx, 'trackier', large(one, 120_000n))
    expect(await meanwhile(first, () => apply(large(other, 120_000n)))).toMatchObject({
      reason: 'over-day-limit',
    })
    expect(await wallet(user)).toEqual({ available: 46_000_00n, pending: 0n })
  })

  test.each([
    ['ORDER 7', 'order ORDER7'],
    [null, null],
  ])('with order number %j hold the advisory lock %j and no other', async (orderNumber, name) => {
    const sale = makeReport({ clickId: await click(await member()), orderNumber })
    const locks = await moneyTransaction(async (tx) => {
      await applyReport(tx, 'trackier', sale)
      return tx.execute(sql`
        SELECT (classid::bigint << 32 | objid::bigint) = hashtextextended(${name}::text, 0) AS is_named
          FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`)
    })
    expect([...locks]).toEqual(name === null ? [] : [{ is_named: true }])
  })

  test('a report of a guest’s click waits for a claim in progress and credits the claiming member', async () => {
    const [clickId, newcomer] = [await click(GUEST), await member()]
    const claim = (tx: Tx) =>
      tx
        .update(clicks)
        .set({ claimed_by: newcomer, claimed_at: sql`now()` })
        .where(eq(clicks.id, clickId))
    const verdict = await meanwhile(claim, () => apply(makeReport({ clickId })))
    expect(await findConversion(verdict)).toMatchObject({ user_id: newcomer, granted_paise: 50_00n })
    expect(await wallet(newcomer)).toEqual({ available: 50_00n, pending: 0n })
  })
})

test('the books balance after all of these tests', async () => {
  expect(await findDefectsOutsideInbox()).toEqual([])
})
