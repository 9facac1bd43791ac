/** When the demo's start seeds its database. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { deskAccess } from '~/platform/db/schema/desk'
import { seedWhenEmpty } from '../../environment/seed'
import { makeOffer, click, member } from '../wallet/support'

async function isSeeded(): Promise<boolean> {
  let seeded = false
  await seedWhenEmpty(process.env.EMBEDDED_DATABASE_URL!, () => {
    seeded = true
    return Promise.resolve()
  })
  return seeded
}

test('a database is seeded while it has members at most, and never once it has offers or visits', async () => {
  expect(await isSeeded()).toBe(true)
  const user = await member()
  expect(await isSeeded()).toBe(true)
  await makeOffer()
  // As after an upgrade from a release without the desk.
  expect(await db.$count(deskAccess)).toBe(0)
  expect(await isSeeded()).toBe(false)
  await click(user)
  expect(await isSeeded()).toBe(false)
  expect(await db.execute(sql`SELECT 1 FROM ledger_transfers`)).toEqual([])
})
