/** A guest's click goes to the member who signs up in the same browser within 7 days, once (docs/rules.md#3). */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { listNotifications } from '../support/notifications'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { sendReport } from '../support/reports'
import { click, member, typeCommands } from '../wallet/support'
import { rewrite } from '../support/rewrite'

beforeAll(() => typeCommands('catalogue'))

const GUEST = 9

async function report(p1: string, status: string, more: Record<string, string> = {}) {
  const sale = { p1, conversion_id: `GUEST-${p1}`, sale_amount: '1000' }
  return (await sendReport({ ...sale, status, ...more })).outcome
}
const wallet = async (id: number) => {
  const { available, pending } = await readWallet(id)
  return [available, pending]
}
const titles = async (id: number) => (await listNotifications(id)).map((n) => n.title)
const findClick = async (id: string) => (await db.select().from(clicks).where(eq(clicks.id, id)))[0]!
const findConversion = async (id: string) =>
  (await db.select().from(conversions).where(eq(conversions.click_id, id)))[0]!

describe('stored conversion of a guest', () => {
  test.each([
    ['pending', [0n, 50_00n], ['Cashback pending']],
    ['approved', [50_00n, 0n], ['Cashback confirmed']],
    ['rejected', [0n, 0n], []],
  ] as const)(
    '%s: credits no wallet until it is claimed, then as if it had just arrived',
    async (status, held, told) => {
      const id = await click(GUEST)
      expect(await report(id, status)).toBe('applied')
      expect(await findConversion(id)).toMatchObject({ user_id: GUEST, granted_paise: 0n, pending_paise: 0n })
      const friend = await member()
      const newcomer = await member(friend)
      expect(await claimGuestClicks(newcomer, [id])).toBe(1)
      expect(await wallet(newcomer)).toEqual(held)
      expect(await wallet(friend)).toEqual([status === 'approved' ? 10_00n : 0n, 0n])
      expect(await titles(newcomer)).toEqual(told)
      expect(await findConversion(id)).toMatchObject({ status, user_id: newcomer, referrer_id: friend })
    },
  )

  test('is claimed also if it has an order number and no id', async () => {
    const id = await click(GUEST)
    const order_number = `ORDER-${id}`
    await report(id, 'approved', { conversion_id: '', txn_id: order_number })
    const newcomer = await member()
    await claimGuestClicks(newcomer, [id])
    expect(await wallet(newcomer)).toEqual([50_00n, 0n])
    expect(await findConversion(id)).toMatchObject({ user_id: newcomer, conversion_id: null, order_number })
  })

  test('follows later reports after the claim like any other conversion', async () => {
    const id = await click(GUEST)
    await report(id, 'pending')
    const newcomer = await member()
    await claimGuestClicks(newcomer, [id])
    expect(await report(id, 'pending')).toBe('repeat')
    expect(await report(id, 'approved', { sale_amount: '800' })).toBe('applied')
    expect(await wallet(newcomer)).toEqual([40_00n, 0n])
    expect(await report(id, 'rejected')).toBe('applied')
    expect(await report(id, 'approved')).toBe('quarantined')
    expect(await wallet(newcomer)).toEqual([0n, 0n])
  })

  test('keeps the rate of the click', async () => {
    const id = await click(GUEST, { payout_hundredths: 1_000n })
    await report(id, 'approved')
    await db.execute(sql`UPDATE campaigns SET payout_hundredths = 1`)
    const newcomer = await member()
    await claimGuestClicks(newcomer, [id])
    expect(await wallet(newcomer)).toEqual([100_00n, 0n])
  })

  test('belongs to the member from the start when it arrives after the claim', async () => {
    const id = await click(GUEST)
    const newcomer = await member()
    await claimGuestClicks(newcomer, [id])
    await report(id, 'approved')
    expect(await wallet(newcomer)).toEqual([50_00n, 0n])
  })
})

describe('guest click', () => {
  test('can be claimed once', async () => {
    const id = await click(GUEST)
    await report(id, 'approved')
    const [first, second] = [await member(), await member()]
    expect(await claimGuestClicks(first, [id, id])).toBe(1)
    expect(await claimGuestClicks(second, [id])).toBe(0)
    expect(await claimGuestClicks(first, [id])).toBe(0)
    expect([await wallet(first), await wallet(second)]).toEqual([
      [50_00n, 0n],
      [0n, 0n],
    ])
    expect(await findClick(id)).toMatchObject({ user_id: GUEST, claimed_by: first })
  })

  test('cannot be claimed if it is a member’s, unknown or older than 7 days', async () => {
    const [own, old, nearlyOld] = [await click(await member()), await click(GUEST), await click(GUEST)]
    const age = (id: string, days: number) =>
      rewrite(
        sql`UPDATE clicks SET created_at = now() - make_interval(days => ${days}, mins => -5) WHERE id = ${id}`,
      )
    await age(old, 8)
    await age(nearlyOld, 7)
    const newcomer = await member()
    expect(await claimGuestClicks(newcomer, [own, 'nobody', old, nearlyOld])).toBe(1)
    expect((await findClick(own)).claimed_by).toBeNull()
    expect((await findClick(old)).claimed_by).toBeNull()
    expect((await findClick(nearlyOld)).claimed_by).toBe(newcomer)
    expect(await claimGuestClicks(newcomer, [])).toBe(0)
  })
})

describe('concurrent claims', () => {
  test('two claims of the same clicks in opposite order give each click to one member', async () => {
    for (let round = 0; round < 10; round++) {
      const ids = [await click(GUEST), await click(GUEST), await click(GUEST)]
      for (const id of ids) await report(id, 'approved')
      const people = [await member(), await member()]
      const counts = await Promise.all([
        claimGuestClicks(people[0]!, ids),
        claimGuestClicks(people[1]!, ids.toReversed()),
      ])
      expect(counts.toSorted()).toEqual([0, 3])
      const held = await Promise.all(people.map(async (id) => (await readWallet(id)).available))
      expect(held.toSorted((a, b) => Number(a - b))).toEqual([0n, 150_00n])
    }
  })

  test('a claim concurrent with its postback credits the new member once', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await click(GUEST)
      const newcomer = await member()
      await Promise.all([claimGuestClicks(newcomer, [id]), report(id, 'approved'), report(id, 'approved')])
      expect(await wallet(newcomer)).toEqual([50_00n, 0n])
      expect((await findConversion(id)).user_id).toBe(newcomer)
    }
  })
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
