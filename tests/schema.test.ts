import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseError, db } from '~/db/client.server'
import { categories } from '~/db/schema/catalogue'
import { users } from '~/db/schema/members'
import { DEFAULTS } from '~/wallet/audit/defaults'
import { CONSTRAINTS } from '~/wallet/audit/constraints'
import { FUNCTIONS, TRIGGERS } from '~/wallet/audit/guard-objects'
import { BODY, DEFINITION } from '~/wallet/audit/guards'
import { NOT_NULL } from '~/wallet/audit/not-null'
import { actualConstraints, actualDefaults, actualNotNull } from '~/wallet/audit/structure'

test('members start at 1001, and row 9 is the guest without credentials', async () => {
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

test('the audit knows every trigger and function of the migrations', async () => {
  const triggers = await db.execute<{ definition: string }>(sql`
    SELECT ${sql.raw(DEFINITION)} AS definition
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal ORDER BY 1`)
  const functions = await db.execute<{ signature: string; body: string }>(sql`
    SELECT p.oid::regprocedure::text AS signature, ${sql.raw(BODY)} AS body
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1`)
  // After a migration that changes one, copy the received values into app/wallet/audit/guards.ts.
  expect(triggers.map(({ definition }) => definition).toSorted()).toEqual(TRIGGERS.toSorted())
  expect(Object.fromEntries(functions.map(({ signature, body }) => [signature, body]))).toEqual(FUNCTIONS)
})

test('the audit knows every constraint, unique index and NOT NULL of the migrations', async () => {
  // app/db/migrate.server.ts makes migration_lock before the first migration.
  const constraints = await db.execute<{ line: string }>(sql`
    SELECT of || ': ' || name || ' ' || definition AS line FROM (${sql.raw(actualConstraints)}) a WHERE of <> 'migration_lock'`)
  const notNull = await db.execute<{ line: string }>(sql`
    SELECT of || ': ' || string_agg(name, ' ' ORDER BY attnum) AS line FROM (${sql.raw(actualNotNull)}) a
     WHERE of <> 'migration_lock' GROUP BY of`)
  // After a migration that changes one, copy the received values into constraints.ts and not-null.ts in app/wallet/audit/.
  expect(constraints.map(({ line }) => line).toSorted()).toEqual(CONSTRAINTS.toSorted())
  expect(notNull.map(({ line }) => line).toSorted()).toEqual(NOT_NULL.toSorted())
})

test('the audit knows every default and identity of the migrations', async () => {
  const defaults = await db.execute<{ line: string }>(sql`
    SELECT of || ': ' || name || ' ' || definition AS line FROM (${sql.raw(actualDefaults)}) a WHERE of <> 'migration_lock'`)
  // After a migration that changes one, copy the received values into app/wallet/audit/defaults.ts.
  expect(defaults.map(({ line }) => line).toSorted()).toEqual(DEFAULTS.toSorted())
})
