/** Migration of a database from before commission was booked. */
import { expect, test } from 'vitest'
import { checks } from '~/wallet/audit/checks'
import { sums } from '~/wallet/audit/sums'
import { migratedInTwo } from '../support/migrations'

const { begin, finish } = migratedInTwo('_house_accounts')

test('the migration adds an opening entry per approved sale with commission and changes nothing else', async () => {
  const sql = await begin()
  await sql`INSERT INTO users (id, username) VALUES (1001, 'Asha')`
  await sql`INSERT INTO brands (source, external_id, coupon_code, name) VALUES ('t', 'b', 'b', 'Shop')`
  await sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, url, network, network_campaign_id)
    SELECT 't', 'c', 'c', 'c', 'Deal', id, 'https://shop.example/', 'trackier', '1' FROM brands`
  await sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_model, currency, visitor_hash)
    SELECT 'k', 1001, id, 'trackier', 'percentage', 'Rs.', 'v' FROM campaigns`
  const add = async (name: string, status: string, commission: number | null, revision: number) => {
    const [row] = await sql<{ id: string }[]>`
      INSERT INTO conversions (network, external_id, click_id, user_id, campaign_id, status, sale_paise,
                               network_payout_paise, revision)
      SELECT 'trackier', ${name}, 'k', 1001, id, ${status}, 1000, ${commission}, ${revision} FROM campaigns RETURNING id`
    return row!.id
  }
  const approved = await add('A', 'approved', 8_000, 3)
  await add('B', 'pending', 8_000, 1)
  await add('C', 'reversed', 8_000, 2)
  await add('D', 'approved', null, 1)
  await add('E', 'approved', 0, 1)
  const last = await add('F', 'approved', 1, 2)
  // Some of the platform's accounts exist, with history.
  await sql`
    INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise) VALUES
      ('bank', 0, 'debit', NULL), ('cashback_expense', 0, 'debit', NULL), ('user_available', 1001, 'credit', 0)`
  await sql`
    INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id)
    SELECT 'conversion:' || ${approved}::text || ':r3:cashback', 'cashback', d.id, c.id, 500, 'conversion', ${approved}
      FROM ledger_accounts d, ledger_accounts c WHERE d.code = 'cashback_expense' AND c.code = 'user_available'`
  const before = await sql`SELECT * FROM ledger_transfers`

  await finish()
  expect(await sql`SELECT * FROM ledger_transfers WHERE kind = 'cashback'`).toMatchObject([...before])
  const posted = await sql`
    SELECT t.reference, t.kind, d.code AS debit, c.code AS credit, t.amount_paise, t.ref_id
      FROM ledger_transfers t
      JOIN ledger_accounts d ON d.id = t.debit_account JOIN ledger_accounts c ON c.id = t.credit_account
     WHERE t.kind <> 'cashback' ORDER BY t.id`
  const opening = { kind: 'commission_opening', debit: 'network_receivable', credit: 'commission_income' }
  expect(posted).toEqual([
    { ...opening, reference: `conversion:${approved}:r3:opening`, amount_paise: '8000', ref_id: approved },
    { ...opening, reference: `conversion:${last}:r2:opening`, amount_paise: '1', ref_id: last },
  ])
  for (const name of [
    'commission booked = commission of approved sales',
    'account as in the chart',
    'transfer of a known kind',
    'transfer named after its cause',
    'transfer of its cause’s people',
  ]) {
    const defects = await sql.unsafe(`WITH ${sums} SELECT * FROM (${checks[name]!.query}) AS defects`)
    expect({ name, defects }).toEqual({ name, defects: [] })
  }
})
