/** Booking of commission: the amount last reported, while the sale is approved. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import { applyPostback } from '~/domain/tracking/inbox.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { sendReport } from '../support/reports'
import { click, member } from '../wallet/support'

const GUEST = 9
let serial = 0

/** A sale of 1,000 rupees of this click, reported with this status and commission. */
function sale(clickId: string) {
  const conversion_id = `COMMISSION${++serial}`
  return async (status: string, payout?: string, sale_amount = '1000') => {
    const raw = { p1: clickId, conversion_id, sale_amount, status, ...(payout !== undefined && { payout }) }
    return (await sendReport(raw)).outcome
  }
}

/** Every posting of the commission of this click's sales, the oldest first: '80.00 r2 commission'. */
async function postings(clickId: string): Promise<string[]> {
  const rows = await db.execute<{ posting: string }>(sql`
    SELECT round(t.amount_paise / 100.0, 2) || ' ' || substr(t.reference, length('conversion:' || t.ref_id || ':') + 1)
             || ' ' || d.code || ' > ' || c.code AS posting
      FROM conversions v JOIN ledger_transfers t ON t.ref_type = 'conversion' AND t.ref_id = v.id
      JOIN ledger_accounts d ON d.id = t.debit_account JOIN ledger_accounts c ON c.id = t.credit_account
     WHERE v.click_id = ${clickId} AND t.kind IN ('commission', 'commission_back')
     ORDER BY t.id`)
  return rows.map(({ posting }) => posting)
}
const MORE = 'network_receivable > commission_income'
const LESS = 'commission_income > network_receivable'

test('a pending commission is not booked; approval books it, reversal takes it back in full', async () => {
  const clickId = await click(await member())
  const report = sale(clickId)
  await report('pending', '80')
  expect(await postings(clickId)).toEqual([])
  await report('approved', '80')
  expect(await postings(clickId)).toEqual([`80.00 r2:commission ${MORE}`])
  // The commission in a rejection is stored with the sale and not booked.
  await report('rejected', '70')
  expect(await postings(clickId)).toEqual([`80.00 r2:commission ${MORE}`, `80.00 r3:commission ${LESS}`])
  expect(await findDefects()).toEqual([])
})

test('later reports book the difference in commission, even when the cashback stays the same', async () => {
  const user = await member(await member())
  const clickId = await click(user)
  const report = sale(clickId)
  expect(await report('approved', '80')).toBe('applied')
  expect(await report('approved', '10.50')).toBe('repeat')
  expect(await report('approved', '10.50')).toBe('repeat')
  // A report without a commission and a stale pending one change nothing.
  expect(await report('approved')).toBe('repeat')
  expect(await report('pending', '500')).toBe('stale')
  expect(await report('approved', '90', '2000')).toBe('applied')
  expect(await postings(clickId)).toEqual([
    `80.00 r1:commission ${MORE}`,
    `69.50 r2:commission ${LESS}`,
    `79.50 r3:commission ${MORE}`,
  ])
  expect(await readWallet(user)).toMatchObject({ available: 100_00n })
  expect(await findDefects()).toEqual([])
})

test('a sale without commission books none until one is reported', async () => {
  const clickId = await click(await member())
  const report = sale(clickId)
  await report('approved')
  await report('approved', '0')
  expect(await postings(clickId)).toEqual([])
  await report('approved', '12')
  expect(await postings(clickId)).toEqual([`12.00 r2:commission ${MORE}`])
})

test('a guest’s sale books its commission at once, and a claim does not book it again', async () => {
  const clickId = await click(GUEST)
  await sale(clickId)('approved', '80')
  const booked = [`80.00 r1:commission ${MORE}`]
  expect(await postings(clickId)).toEqual(booked)
  const user = await member()
  await claimGuestClicks(user, [clickId])
  expect(await readWallet(user)).toMatchObject({ available: 50_00n })
  expect(await postings(clickId)).toEqual(booked)
  expect(await findDefects()).toEqual([])
})

test('an inflated commission increases no wallet, no referrer’s wallet and no withdrawal limit', async () => {
  const friend = await member()
  const user = await member(friend)
  const clickId = await click(user)
  const report = sale(clickId)
  await report('approved', '80')
  const before = [await readWallet(user), await readWallet(friend)]
  await report('approved', '9999999.99')
  expect([await readWallet(user), await readWallet(friend)]).toEqual(before)
  const people = await db.execute(sql`
    SELECT 1 FROM ledger_transfers t JOIN conversions v ON v.id = t.ref_id AND t.ref_type = 'conversion'
      JOIN ledger_accounts a ON a.id IN (t.debit_account, t.credit_account)
     WHERE v.click_id = ${clickId} AND t.kind LIKE 'commission%' AND a.user_id <> 0`)
  expect(people).toEqual([])
  const [row] = await db.select().from(conversions).where(eq(conversions.click_id, clickId))
  expect(row).toMatchObject({ granted_paise: 50_00n, referral_paise: 10_00n })
})

test('a report applied repeatedly or concurrently books its commission once', async () => {
  const clickId = await click(await member())
  const report = sale(clickId)
  await Promise.all([report('approved', '80'), report('approved', '80'), report('approved', '80')])
  const [row] = await db.execute<{ id: string }>(
    sql`SELECT min(id) AS id FROM postback_inbox WHERE click_id = ${clickId}`,
  )
  await applyPostback(Number(row!.id), { wait: true })
  expect(await postings(clickId)).toEqual([`80.00 r1:commission ${MORE}`])
})

const OWN: [title: string, facts: Parameters<typeof click>[1], payout: string, outcome: string][] = [
  [
    'at three times the percentage of the offer',
    { commission_hundredths: 800n, commission_model: 'percentage' },
    '240',
    'applied',
  ],
  [
    'above three times the percentage of the offer',
    { commission_hundredths: 800n, commission_model: 'percentage' },
    '240.01',
    'commission-above-offer',
  ],
  ['of an offer whose commission is unknown', {}, '1000', 'applied'],
  [
    'above a flat commission',
    {
      commission_hundredths: 80_00n,
      commission_model: 'flat',
      payout_model: 'CPS',
      payout_hundredths: 50_00n,
    },
    '80.01',
    'commission-above-offer',
  ],
]
test.each(OWN)('a commission %s counts as it is known', async (_, facts, payout, outcome) => {
  const clickId = await click(await member(), facts)
  const raw = {
    p1: clickId,
    conversion_id: `OWN${++serial}`,
    sale_amount: '1000',
    status: 'approved',
    payout,
  }
  const verdict = await sendReport(raw)
  expect(verdict.reason ?? verdict.outcome).toBe(outcome)
})
