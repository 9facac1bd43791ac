/** Migration of a database whose sales have one date of holding, and whose deleted accounts keep their balances. */
import { expect, test } from 'vitest'
import { checks } from '~/domain/books/audit/checks'
import { sums } from '~/domain/books/audit/sums'
import { migratedInTwo } from '../support/migrations'

const { begin, finish } = migratedInTwo('_held_money')

test('the migration keeps holds, and posts the balances of deleted accounts to the platform', async () => {
  const sql = await begin()
  await sql`INSERT INTO users (id, username) VALUES (1001, 'Asha'), (1002, 'Ravi'), (1003, 'Deleted account')`
  await sql`INSERT INTO brands (source, external_id, coupon_code, name) VALUES ('t', 'b', 'b', 'Shop')`
  await sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, url, network, network_campaign_id)
    SELECT 't', 'c', 'c', 'c', 'Deal', id, 'https://shop.example/', 'trackier', '1' FROM brands`
  await sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_model, payout_hundredths, currency, visitor_hash)
    SELECT 'k' || u.id, u.id, c.id, 'trackier', 'percentage', 1000, 'Rs.', 'v' FROM campaigns c, users u WHERE u.id > 1000`
  await sql`
    INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise)
    SELECT code, u.id, CASE code WHEN 'user_debt' THEN 'debit' ELSE 'credit' END, 0
      FROM users u, unnest(ARRAY['user_available', 'user_pending', 'payout_clearing', 'user_debt']) code WHERE u.id > 1000`
  await sql`
    INSERT INTO ledger_accounts (code, user_id, normal_side)
    VALUES ('pending_contra', 0, 'debit'), ('cashback_expense', 0, 'debit'), ('referral_expense', 0, 'debit')
    ON CONFLICT DO NOTHING`
  const sale = async (name: string, facts: Record<string, string | number | null>) => {
    const row = {
      network: 'trackier',
      external_id: name,
      campaign_id: 1,
      click_id: `k${facts.user_id}`,
      ...facts,
    }
    const [made] = await sql<{ id: string }[]>`INSERT INTO conversions ${sql(row)} RETURNING id`
    return made!.id
  }
  const post = async (
    id: string,
    revision: number,
    kind: string,
    amount: number,
    [from, to]: [string, string],
  ) => {
    const account = (name: string) => {
      const [code, user = '0'] = name.split(' ')
      return sql`(SELECT id FROM ledger_accounts WHERE code = ${code!} AND user_id = ${user})`
    }
    await sql`
      INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
      VALUES (${`conversion:${id}:r${revision}:${kind.replace('_back', '')}`}, ${kind}, ${account(from)}, ${account(to)},
              ${amount}, 'conversion', ${id}, 1)`
    await sql`UPDATE ledger_accounts SET debits_paise = debits_paise + ${amount} WHERE id = ${account(from)} AND user_id > 0`
    await sql`UPDATE ledger_accounts SET credits_paise = credits_paise + ${amount} WHERE id = ${account(to)} AND user_id > 0`
  }
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const cashback = (user: number): [string, string] => ['cashback_expense', `user_available ${user}`]

  const approved = { user_id: 1001, referrer_id: 1002, status: 'approved', withdrawable_at: until }
  const grown = await sale('grown', {
    ...approved,
    sale_paise: 1300,
    granted_paise: 130,
    referral_paise: 26,
    revision: 3,
  })
  await post(grown, 1, 'cashback', 100, cashback(1001))
  await post(grown, 1, 'referral', 20, ['referral_expense', 'user_available 1002'])
  await post(grown, 2, 'cashback', 50, cashback(1001))
  await post(grown, 2, 'referral', 10, ['referral_expense', 'user_available 1002'])
  await post(grown, 3, 'cashback_back', 20, ['user_available 1001', 'cashback_expense'])
  await post(grown, 3, 'referral_back', 4, ['user_available 1002', 'referral_expense'])
  await sale('reversed', {
    user_id: 1001,
    referrer_id: null,
    status: 'reversed',
    withdrawable_at: until,
    revision: 2,
  })
  const left = { user_id: 1003, referrer_id: null }
  const gone = await sale('gone', {
    ...left,
    status: 'approved',
    sale_paise: 9000,
    granted_paise: 900,
    revision: 1,
  })
  await post(gone, 1, 'cashback', 900, cashback(1003))
  const open = await sale('open', {
    ...left,
    status: 'pending',
    sale_paise: 700,
    pending_paise: 70,
    revision: 1,
  })
  await post(open, 1, 'pending', 70, ['pending_contra', 'user_pending 1003'])
  await sql`UPDATE users SET deleted_at = now() WHERE id = 1003`

  await finish()
  expect(
    await sql`SELECT conversion_id, user_id, kind, revision, amount_paise, state FROM held_money ORDER BY kind, revision`,
  ).toEqual(
    [
      { user_id: '1001', kind: 'cashback', revision: 1, amount_paise: '100' },
      { user_id: '1001', kind: 'cashback', revision: 2, amount_paise: '30' },
      { user_id: '1002', kind: 'referral', revision: 1, amount_paise: '20' },
      { user_id: '1002', kind: 'referral', revision: 2, amount_paise: '6' },
    ].map((row) => ({ conversion_id: grown, ...row, state: 'granted' })),
  )
  expect(await sql`SELECT user_id, forfeited_paise, phone_hash FROM departures`).toEqual([
    { user_id: '1003', forfeited_paise: '900', phone_hash: null },
  ])
  expect(await sql`SELECT status, pending_paise, revision FROM conversions WHERE id = ${open}`).toEqual([
    { status: 'pending', pending_paise: '0', revision: 2 },
  ])
  for (const name of [
    'cached balance',
    'pending = pending conversions',
    'available - debt = earned - withdrawn',
    'house = sums of sales',
    'conversion = its transfers',
    'referral = the click’s share of granted',
    'credited = sale × the click’s rate',
    'held money within its sale',
    'deleted member holds nothing',
    'given up = its transfers',
    'inherited debt = its transfers',
    'transfer of a known kind',
    'transfer named after its cause',
    'transfer of its cause’s people',
    'account as in the chart',
  ])
    expect([name, await sql.unsafe(`WITH ${sums} ${checks[name]!.query}`)]).toEqual([name, []])
})
