import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { formatPayoutTime, measurePayoutTime, readPayoutTime } from '~/domain/wallet/payout-time.server'
import { member } from './support'

/** Payouts that took `hours`, paid `days` ago. */
async function pay(userId: number, hours: number[], days = 1): Promise<void> {
  for (const took of hours) {
    const [row] = await db.execute<{ id: string }>(sql`
      INSERT INTO withdrawals (user_id, amount_paise, method, request_key, destination, destination_hint, created_at)
      VALUES (${userId}, 100, 'upi', gen_random_uuid(), 'sealed', 'hint',
              now() - ${days} * interval '1 day' - (${took} - 0.5) * interval '1 hour') RETURNING id`)
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`UPDATE withdrawals SET status = 'paid' WHERE id = ${row!.id}`)
      await tx.execute(sql`
        INSERT INTO withdrawal_steps (withdrawal_id, status, created_at)
        VALUES (${row!.id}, 'paid', now() - ${days} * interval '1 day')`)
    })
  }
}

test('the usual time is the median of the payouts of 90 days, and needs thirty of them', async () => {
  const id = await member()
  await pay(id, Array(40).fill(700), 91)
  await pay(id, [...Array(15).fill(1), ...Array(10).fill(5), ...Array(4).fill(60)])
  expect(await measurePayoutTime()).toBeNull()
  expect(await readPayoutTime(0), 'what is known holds for an hour').toBeNull()
  await pay(id, [5])
  expect(await measurePayoutTime()).toEqual({ usual: 1n, most: 60n })
  expect(await readPayoutTime(59 * 60 * 1000)).toBeNull()
  expect(await readPayoutTime(60 * 60 * 1000)).toEqual({ usual: 1n, most: 60n })
})

test('a correction of the bank reference does not make a payout later', async () => {
  await db.execute(sql`
    INSERT INTO withdrawal_steps (withdrawal_id, status, utr)
    SELECT withdrawal_id, 'paid', 'UTR' || withdrawal_id FROM withdrawal_steps WHERE status = 'paid'`)
  expect(await measurePayoutTime()).toEqual({ usual: 1n, most: 60n })
})

test.each([
  [1n, 1n, 'Usually paid within 1 h.'],
  [6n, 48n, 'Usually paid within 6 h, 9 of 10 within 48 h.'],
  [49n, 73n, 'Usually paid within 3 days, 9 of 10 within 4 days.'],
  [50n, 72n, 'Usually paid within 3 days.'],
])('%s and %s hours read ‘%s’', (usual, most, text) => {
  expect(formatPayoutTime({ usual, most })).toBe(text)
})
