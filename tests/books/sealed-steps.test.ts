/** Steps have the seal of their transaction; what SQL writes has none, until an owner vouches for it. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { acceptRow, listAcceptances, findDefects } from '~/domain/books/audit.server'
import { makeCheckpoint } from '~/domain/books/checkpoints.server'
import { SEAL_CHECK } from '~/domain/books/audit/step-seals.server'
import { rewrite } from '../support/rewrite'
import { withoutKey } from './corruptions/plant'
import { member } from '../wallet/support'

const bySql = (work: (tx: Tx) => Promise<unknown>) =>
  db.transaction(async (tx) => {
    await tx.execute(withoutKey)
    await work(tx)
  })

const rename = (id: number, hash: string) => sql`UPDATE users SET password_hash = ${hash} WHERE id = ${id}`

const list = async () =>
  (await findDefects()).map(({ check, subject, detail }) => [check, subject, detail.replace(/ \d{4}.*,/, '')])

let id: number
beforeAll(async () => {
  id = await member()
})

test.each([
  ['a statement by itself', () => db.execute(rename(id, '1'))],
  [
    'a query that returns rows',
    () => db.update(users).set({ password_hash: '2' }).where(eq(users.id, id)).returning(),
  ],
  ['a transaction', () => db.transaction((tx) => tx.execute(rename(id, '3')))],
  ['a savepoint', () => db.transaction((tx) => tx.transaction((inner) => inner.execute(rename(id, '4'))))],
  [
    'a transaction with an isolation level',
    () => db.transaction((tx) => tx.execute(rename(id, '5')), { isolationLevel: 'serializable' }),
  ],
])('%s of the application is sealed', async (_, work) => {
  await work()
  expect(await list()).toEqual([])
})

test('a statement of the application returns its rows, and fails with its own error', async () => {
  const rows = await db
    .update(users)
    .set({ password_hash: '6' })
    .where(eq(users.id, id))
    .returning({ id: users.id })
  expect(rows).toEqual([{ id }])
  const refused = db.execute(sql`INSERT INTO users (id, username) VALUES (${id}, 'Twice')`)
  await expect(refused).rejects.toMatchObject({ cause: { code: '23505' } })
})

describe('a change by SQL', () => {
  test('is named until it is accepted, and then listed', async () => {
    await bySql((tx) => tx.execute(rename(id, 'x')))
    expect(await list()).toEqual([[SEAL_CHECK, `users ${id}`, 'changed by SQL']])
    const none = await db.transaction((tx) => acceptRow('users 999999', { reason: 'x', by: 'asha' }, tx))
    expect(none).toMatchObject({ ok: false, reason: 'no-such-row' })
    await db.transaction((tx) => acceptRow(`users ${id}`, { reason: 'A repair', by: 'asha' }, tx))
    expect(await list()).toEqual([])
    expect(await listAcceptances()).toMatchObject([
      { row_id: String(id), reason: 'A repair', accepted_by: 'asha' },
    ])
    await bySql((tx) => tx.execute(rename(id, 'y')))
    expect(await list()).toEqual([[SEAL_CHECK, `users ${id}`, 'changed by SQL']])
    await rewrite()
  })

  test('with the triggers disabled can be accepted, too', async () => {
    await bySql(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(rename(id, 'z'))
    })
    expect(await list()).toEqual([['row = its last digest', `users ${id}`, 'is not as it was written']])
    await db.transaction((tx) => acceptRow(`users ${id}`, { reason: 'A repair', by: 'asha' }, tx))
    expect(await list()).toEqual([])
  })

  test('is accepted with all others after an older release ran', async () => {
    await bySql((tx) => tx.execute(rename(id, 'older')))
    await db.transaction((tx) => acceptRow('all', { reason: 'A rollback', by: 'asha' }, tx))
    expect(await list()).toEqual([])
    await bySql((tx) => tx.execute(rename(id, 'later')))
    expect(await list()).toEqual([[SEAL_CHECK, `users ${id}`, 'changed by SQL']])
    await rewrite()
  })
})

test('an older database needs seals from its first checkpoint with seals on', async () => {
  await rewrite(sql`DELETE FROM row_steps WHERE row_id = 'seals'`)
  await bySql((tx) => tx.execute(rename(id, 'inherited')))
  expect(await list()).toEqual([])
  await makeCheckpoint()
  expect(await list()).toEqual([])
  await bySql((tx) => tx.execute(rename(id, 'later')))
  expect(await list()).toEqual([[SEAL_CHECK, `users ${id}`, 'changed by SQL']])
})
