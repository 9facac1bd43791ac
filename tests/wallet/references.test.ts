/** How references of payments are compared, and the migration of those that were compared otherwise. */
import { describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { databaseError, db } from '~/platform/db/client.server'
import { checks } from '~/domain/books/audit/checks'
import { referenceKey } from '~/platform/formats/reference-key'
import { isUtr } from '~/domain/wallet/withdrawal-steps.server'
import { payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { migratedInTwo } from '../support/migrations'
import { makeApprovedWithdrawal, findWithdrawal } from './payout-support'

describe('a reference', () => {
  test.each([
    ['432198765012', '432198765012'],
    ['4321-98765012', '432198765012'],
    [' n432/198_x ', 'N432198X'],
    ['000432', '432'],
    ['0000', '0'],
    ['N0042', 'N0042'],
    ['----', ''],
    ['४२', ''],
    ['', ''],
  ])('%j is compared as %j, in the database as well', async (text, key) => {
    expect(referenceKey(text)).toBe(key)
    const [row] = await db.execute<{ key: string | null }>(sql`SELECT utr_key_of(${text}) AS key`)
    expect(row!.key ?? '').toBe(key)
  })

  test('without a letter or a digit is refused as a UTR, by commands and by the database', async () => {
    expect(['----', '0000', '000042', 'N-326042'].map(isUtr)).toEqual([false, false, true, true])
    const { id } = await makeApprovedWithdrawal()
    expect(await payWithdrawal(id, '- / -').catch(databaseError)).toMatchObject({ code: '23514' })
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing', utr: null })
  })

  test('of another withdrawal is refused with added dashes and leading zeros', async () => {
    const [first, second] = [await makeApprovedWithdrawal(), await makeApprovedWithdrawal()]
    await payWithdrawal(first.id, '432198765012')
    for (const spelled of ['4321-98765012', '0000432198765012', '4321/9876/5012'])
      expect(await payWithdrawal(second.id, spelled)).toEqual({
        ok: false,
        reason: 'utr-used',
        withdrawalId: first.id,
      })
  })
})

describe('the migration', () => {
  const { begin, finish } = migratedInTwo('_settings')

  test('gives each reference its new key, and names references that became equal', async () => {
    const client = await begin()
    await client`INSERT INTO users (id, username) VALUES (1001, 'Asha')`
    const payWith = async (utr: string) => {
      const [row] = await client<{ id: string }[]>`
        INSERT INTO withdrawals (user_id, amount_paise, method, request_key, destination, destination_hint)
        VALUES (1001, 100, 'upi', gen_random_uuid(), 'k1.x', 'x') RETURNING id`
      await client`UPDATE withdrawals SET status = 'processing' WHERE id = ${row!.id}`
      await client`UPDATE withdrawals SET status = 'paid', utr = ${utr} WHERE id = ${row!.id}`
      return row!.id
    }
    const ids = [await payWith('4321-9'), await payWith('43219'), await payWith('00N1'), await payWith('n2')]
    const postWith = async (reference: string, key: string) => {
      const [row] = await client<{ id: string }[]>`
        INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by)
        VALUES ('impact', 'payment', ${reference}, ${key}, '2026-11-01', 100, 0, 0, 100, 'asha') RETURNING id`
      return row!.id
    }
    const settlements = [
      await postWith('N-42', 'N42'),
      await postWith('0042', '0042'),
      await postWith('42', '42'),
    ]
    settlements.push(await postWith('४२', '४२'))
    const lines = () =>
      client`SELECT id, reference, reference_key, corrections, created_at FROM network_settlements ORDER BY id`
    const before = await lines()

    await finish()
    expect([...(await lines())]).toEqual([...before])
    expect(
      (await client`SELECT id, utr_key FROM withdrawals ORDER BY id`).map((row) => [row.id, row.utr_key]),
    ).toEqual([
      [ids[0], '43219'],
      [ids[1], null],
      [ids[2], 'N1'],
      [ids[3], 'N2'],
    ])
    const keys =
      await client`SELECT settlement_id AS id, key, corrections AS n FROM settlement_references ORDER BY 1`
    expect(keys.map(({ id, key, n }) => [id, key, n])).toEqual([
      [settlements[0], 'N42', 0],
      [settlements[1], '42', 0],
      [settlements[2], '42', 1],
      [settlements[3], '४२', 0],
    ])
    const found = async (name: string) =>
      (await client.unsafe(checks[name]!.query)).map(({ subject, detail }) => [subject, detail])
    expect(await found('a unique UTR')).toEqual([[ids[1], `withdrawal ${ids[0]} has the UTR 4321-9, too`]])
    expect(await found('UTR without its key')).toEqual([])
    expect(await found('a unique reference')).toEqual([
      [settlements[2], `settlement ${settlements[1]} has the reference 0042, too`],
    ])
    expect(await found('reference without its key')).toEqual([])
    await expect(postWith('n/42', 'N42X')).rejects.toMatchObject({
      constraint_name: 'settlement_references_key',
    })
  })
})
