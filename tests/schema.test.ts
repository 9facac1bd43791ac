import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { categories } from '~/platform/db/schema/catalogue'
import { users } from '~/platform/db/schema/members'
import { actualFunctions, actualTriggers } from '~/domain/books/audit/guards'
import { actualConstraints, actualDefaults, actualNotNull } from '~/domain/books/audit/structure'

test('members start at 1001, and row 9 is the guest without credentials', async () => {
  const [member] = await db.insert(users).values({ username: 'Asha' }).returning()
  expect(member?.id).toBe(1001)
  const [guest] = await db.select().from(users).where(eq(users.id, 9))
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

test('the menu has nine categories and the filter thirteen, in order', async () => {
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

/** In a database that migrations made. */
async function readAll(query: string): Promise<{ of: string; name: string; definition: string }[]> {
  const rows = await db.execute<{ of: string; name: string; definition: string }>(
    sql`SELECT a.* FROM (${sql.raw(query)}) a`,
  )
  // app/platform/db/migrate.server.ts makes migration_lock before the first migration.
  return rows.filter(({ of }) => of !== 'migration_lock')
}

const byPlace = async (query: string) => {
  const rows = await readAll(query)
  const entries = rows.map(({ of, name, definition }) => [of ? `${of}.${name}` : name, definition] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const joinNames = async (query: string) => {
  const rows = await readAll(query)
  const tables = [...new Set(rows.map(({ of }) => of))].toSorted()
  const listNames = (table: string) => rows.filter(({ of }) => of === table).map(({ name }) => name)
  return Object.fromEntries(tables.map((table) => [table, listNames(table).toSorted().join(' ')]))
}

/** `npm run db:generate` writes the file. */
test('the audit expects what the migrations and the functions make', async () => {
  const schema = {
    constraints: await byPlace(actualConstraints),
    defaults: await byPlace(actualDefaults),
    notNull: await joinNames(actualNotNull),
    triggers: await byPlace(actualTriggers),
    functions: await byPlace(actualFunctions),
  }
  const text = `${JSON.stringify(schema, null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../app/domain/books/audit/shipped-schema.json')
})
