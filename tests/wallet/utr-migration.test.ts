/** Migration of a database from before UTRs were unique. */
import { expect, test } from 'vitest'
import { checks } from '~/wallet/audit/checks'
import { migratedInTwo } from '../support/migrations'

const { begin, finish } = migratedInTwo('_unique_utr')

test('a UTR that several withdrawals share stays; the audit names all but the first, and no other can use it', async () => {
  const sql = await begin()
  await sql`INSERT INTO users (id, username) VALUES (1001, 'Asha')`
  const add = async (utr: string | null) => {
    const [row] = await sql<{ id: string }[]>`
      INSERT INTO withdrawals (user_id, amount_paise, method, request_key, destination, destination_hint)
      VALUES (1001, 100, 'upi', gen_random_uuid(), 'k1.x', 'x') RETURNING id`
    await sql`UPDATE withdrawals SET status = 'processing' WHERE id = ${row!.id}`
    if (utr) await sql`UPDATE withdrawals SET status = 'paid', utr = ${utr} WHERE id = ${row!.id}`
    return row!.id
  }
  const [first, second, third, other, open] = [
    await add('432198765012'),
    await add('432198765012'),
    await add('4321 98765012'),
    await add('n1'),
    await add(null),
  ]

  await finish()
  expect(await sql`SELECT id, utr_key FROM withdrawals ORDER BY id`).toEqual([
    { id: first, utr_key: '432198765012' },
    { id: second, utr_key: null },
    { id: third, utr_key: null },
    { id: other, utr_key: 'N1' },
    { id: open, utr_key: null },
  ])
  const defects = await sql.unsafe(checks['a UTR of its own']!.query)
  expect(defects.map(({ subject, detail }) => [subject, detail])).toEqual([
    [second, `withdrawal ${first} has the UTR 432198765012, too`],
    [third, `withdrawal ${first} has the UTR 432198765012, too`],
  ])
  expect(await sql.unsafe(checks['UTR without its key']!.query)).toEqual([])
  const pay = sql`UPDATE withdrawals SET status = 'paid', utr = '432198765012' WHERE id = ${open!}`
  await expect(pay).rejects.toMatchObject({ code: '23505', constraint_name: 'withdrawals_utr' })

  // A corrected UTR gets its key, and the audit reports nothing.
  for (const [id, utr] of [
    [second, 'A2'],
    [third, 'A3'],
  ])
    await sql.begin(async (tx) => {
      await tx`INSERT INTO withdrawal_steps (withdrawal_id, status, utr, reason) VALUES (${id!}, 'paid', ${utr!}, 'Typo')`
      await tx`UPDATE withdrawals SET utr = ${utr!} WHERE id = ${id!}`
    })
  expect(await sql.unsafe(checks['a UTR of its own']!.query)).toEqual([])
  expect(await sql`SELECT utr_key FROM withdrawals WHERE id = ${second!}`).toEqual([{ utr_key: 'A2' }])
})
