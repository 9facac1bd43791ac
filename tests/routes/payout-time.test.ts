import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { measureShopInTurn } from '~/domain/wallet/shop-figures.server'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { earn, member } from '../wallet/support'

/** A process keeps the figure for an hour, so that this is the only test of its file. */
test('the wallet, its dialog and home say how long payouts usually take', async () => {
  const other = await member()
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`
      WITH asked AS (
        INSERT INTO withdrawals (user_id, amount_paise, method, request_key, destination, destination_hint, status, created_at)
        SELECT ${other}, 100, 'upi', gen_random_uuid(), 'sealed', 'hint', 'paid', now() - n * interval '70 minutes'
          FROM generate_series(1, 30) n RETURNING id)
      INSERT INTO withdrawal_steps (withdrawal_id, status) SELECT id, 'paid' FROM asked`)
  })
  const { visitor, id } = await signedIn()
  await earn(id, 100_00n)
  await saveUpiDetails(id, { upi: 'pay.time@okbank' })
  const text = 'Usually paid within 18 h, 9 of 10 within 32 h.'
  expect((await visitor.get('/Account/Wallet')).text).toContain(text)
  expect((await visitor.get('/Account/Wallet?dialog=withdraw')).text.split(text)).toHaveLength(3)
  await measureShopInTurn(0)
  expect((await newVisitor().get('/')).text).toContain('Payouts usually within 18 h')
})
