import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseError, db } from '~/db/client.server'
import { categories, users } from '~/db/schema'

test('members start at 1001 and row 9 is the guest, who has nothing to sign in with', async () => {
  const [member] = await db.insert(users).values({ username: 'Asha' }).returning()
  expect(member?.id).toBe(1001)
  const guest = await db.query.users.findFirst({ where: (u, { eq }) => eq(u.id, 9) })
  expect(guest).toMatchObject({
    username: 'Guest',
    password_hash: null,
    phone_number: null,
    referral_code: null,
  })
  const refused = await db
    .execute(sql`UPDATE users SET password_hash = 'x' WHERE id = 9`)
    .catch(databaseError)
  expect(refused).toEqual({ code: '23514', constraint: 'users_guest_is_nobody' })
})

test('the menu has nine categories and the filter thirteen, in the order of the spec', async () => {
  const rows = await db.select().from(categories).orderBy(categories.position)
  expect(rows.filter((c) => c.in_menu).map((c) => c.name)).toEqual([
    'Electronics',
    'Fashion',
    'Health-&-Beauty',
    'Travel',
    'Sports',
    'Airlines',
    'Services',
    'Lifestyle',
    'Law',
  ])
  const filter = rows.filter((c) => c.filter_position).sort((a, b) => a.filter_position! - b.filter_position!)
  expect(filter.map((c) => c.name)).toEqual(
    'Fashion, E-commerce, Electronics, Health-medicine, Sports, Travel, Services, Lifestyle, Clothing, Airlines, Vehicles, Home-Improvement, Network Security'.split(
      ', ',
    ),
  )
})
