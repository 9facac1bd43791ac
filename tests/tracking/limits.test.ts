/** Limits bound the damage of a forged or mistaken report: larger ones wait for the operator. */
import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import { resolveAccepted, replayPostback } from '~/domain/tracking/quarantine.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { sendReport } from '../support/reports'
import { click, member, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('postbacks'))

const GUEST = 9
let serial = 0

/** Reports a sale of a click that pays 5 %; returns the outcome. */
async function report(p1: string, sale_amount: string, more: Record<string, string> = {}): Promise<string> {
  const raw = { p1, conversion_id: `LIMIT${++serial}`, sale_amount, status: 'approved', ...more }
  const { reason, outcome } = await sendReport(raw)
  return reason ?? outcome
}
const lastOne = async () =>
  (await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1))[0]!
const readAmounts = async (id: number) => {
  const { available, pending } = await readWallet(id)
  return { available, pending }
}

describe('limit of one sale', () => {
  test('credits up to Rs. 10,000; a larger sale waits for the operator and is credited when accepted', async () => {
    const user = await member()
    const p1 = await click(user)
    expect(await report(p1, '200000')).toBe('applied')
    expect(await readAmounts(user)).toEqual({ available: 10_000_00n, pending: 0n })
    const sale = { conversion_id: `BIG-${p1}` }
    expect(await report(p1, '200000.20', { ...sale, status: 'pending' })).toBe('applied')
    expect(await report(p1, '200000.20', sale)).toBe('over-sale-limit')
    expect(await readAmounts(user)).toEqual({ available: 10_000_00n, pending: 10_000_01n })
    const { id } = await lastOne()
    expect((await replayPostback(id)).ok).toBe(true)
    expect(await readAmounts(user)).toEqual({ available: 10_000_00n, pending: 10_000_01n })
    expect((await resolveAccepted(id, 'The network confirmed it')).ok).toBe(true)
    expect(await readAmounts(user)).toEqual({ available: 20_000_01n, pending: 0n })
    expect(await report(p1, '200000.20', sale)).toBe('repeat')
  })

  test('Rs. 99,99,999.99 at 90 % with a reported payout of Rs. 1 credits nothing', async () => {
    const user = await member()
    const p1 = await click(user, { payout_hundredths: 9_000n })
    expect(await report(p1, '9999999.99', { payout: '1' })).toBe('over-sale-limit')
    expect(await readAmounts(user)).toEqual({ available: 0n, pending: 0n })
  })

  test('a lower amount for an accepted sale is applied, though still above the limit', async () => {
    const user = await member()
    const p1 = await click(user)
    const sale = { conversion_id: `DOWN-${p1}` }
    await report(p1, '400000', sale)
    await resolveAccepted((await lastOne()).id, 'Checked')
    expect(await report(p1, '300000', sale)).toBe('applied')
    expect(await readAmounts(user)).toEqual({ available: 15_000_00n, pending: 0n })
    expect(await report(p1, '300001', sale)).toBe('over-sale-limit')
    expect(await readAmounts(user)).toEqual({ available: 15_000_00n, pending: 0n })
  })

  test('does not hold back the sale of a deleted account, which credits nothing', async () => {
    const user = await member()
    const p1 = await click(user)
    expect(await closeAccount(user, { forfeit: false })).toEqual({ ok: true })
    expect(await report(p1, '300000')).toBe('applied')
    expect(await readAmounts(user)).toEqual({ available: 0n, pending: 0n })
  })

  test('cashback plus referral may exceed the reported commission by at most Rs. 500', async () => {
    const p1 = await click(await member())
    expect(await report(p1, '10000', { payout: '0' })).toBe('applied')
    expect(await report(p1, '10000.20', { payout: '0' })).toBe('over-loss-limit')
    expect(await report(p1, '10000.20', { payout: '0.01' })).toBe('applied')
    expect(await report(p1, '10000.20')).toBe('applied')
    const referred = await click(await member(await member()))
    // 500.00 for the shopper, 100.00 for the friend.
    expect(await report(referred, '10000', { payout: '99.99' })).toBe('over-loss-limit')
    expect(await report(referred, '10000', { payout: '100' })).toBe('applied')
  })
})

describe('daily limit of one member', () => {
  test('credits up to Rs. 50,000; the rest waits for the next day, also for concurrent reports', async () => {
    const user = await member()
    const p1 = await click(user)
    for (let n = 0; n < 4; n++) expect(await report(p1, '200000')).toBe('applied')
    const both = await Promise.all([report(p1, '120000'), report(await click(user), '120000')])
    expect(both.sort()).toEqual(['applied', 'over-day-limit'])
    expect((await readAmounts(user)).available).toBe(46_000_00n)
    // Pending cashback is not credited yet.
    expect(await report(p1, '120000', { status: 'pending' })).toBe('applied')

    await db.transaction(async (tx) => {
      // Moves the credit to yesterday: the application itself never changes the ledger.
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`
        UPDATE ledger_transfers SET created_at = created_at - interval '1 day'
         WHERE credit_account = (SELECT id FROM ledger_accounts WHERE code = 'user_available' AND user_id = ${user})`)
    })
    const [waiting] = await db.select().from(postbackInbox).where(eq(postbackInbox.reason, 'over-day-limit'))
    expect(await replayPostback(waiting!.id)).toMatchObject({ verdict: { outcome: 'applied' } })
    expect((await readAmounts(user)).available).toBe(52_000_00n)
  })
})

describe('limits for a guest’s sale', () => {
  test('are checked when the sale is reported', async () => {
    const p1 = await click(GUEST)
    expect(await report(p1, '300000')).toBe('over-sale-limit')
    expect(await report(p1, '20000', { payout: '1' })).toBe('over-loss-limit')
  })

  test('are not checked while it is pending', async () => {
    const p1 = await click(GUEST)
    const sale = { conversion_id: `GUEST-${p1}` }
    expect(await report(p1, '300000', { ...sale, status: 'pending' })).toBe('applied')
    expect(await report(p1, '300000', sale)).toBe('over-sale-limit')
  })

  test('the daily limit of the claiming member makes the excess pending, and its report waits', async () => {
    const clicks = [await click(GUEST), await click(GUEST), await click(GUEST)]
    for (const p1 of clicks)
      for (const n of ['A', 'B']) await report(p1, '200000', { conversion_id: `${n}-${p1}` })
    const user = await member()
    expect(await claimGuestClicks(user, clicks)).toBe(3)
    expect(await readAmounts(user)).toEqual({ available: 50_000_00n, pending: 10_000_00n })
    const { id } = await lastOne()
    const [row] = await db.select().from(postbackInbox).where(eq(postbackInbox.id, id))
    expect(row).toMatchObject({ outcome: 'quarantined', reason: 'over-day-limit' })
    expect((await resolveAccepted(id, 'A good customer')).ok).toBe(true)
    expect(await readAmounts(user)).toEqual({ available: 60_000_00n, pending: 0n })
  })
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
