// What the wallet leaves out, and what it says instead.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { addAdjustment } from '~/domain/books/adjustments.server'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import { click, earn } from '../wallet/support'

const STEPS = 'Your first cashback in three steps'

const report = (facts: string) => newVisitor().get(`/postback/trackier/demo-trackier-secret?${facts}`)

test('a newcomer sees three steps and the way to the deals, and of sums the balance alone', async () => {
  const { visitor } = await signedIn()
  const { text, body } = await visitor.get('/Account/Wallet')
  expect(text).toContain(STEPS)
  expect(body).toMatch(/<a[^>]*href="\/Deals"[^>]*>See All Deals</)
  expect(text.match(/Rs\. 0\.00/g), 'the header has the balance, too').toHaveLength(
    text.match(/Balance: Rs\. 0\.00/g)!.length + 1,
  )
  for (const kept of ['You can withdraw now', 'Redeem', 'Bank details', 'UPI details'])
    expect(text).toContain(kept)
  for (const left of ['Pending', 'On its way to you', 'Waiting for confirmation'])
    expect(text).not.toContain(left)
  expect((await visitor.get('/Account/History')).text).toContain('No transactions yet')
})

test('after a visit there are no steps', async () => {
  const { visitor, id } = await signedIn()
  await click(id)
  expect((await visitor.get('/Account/Wallet')).text).not.toContain(STEPS)
})

test('with money and without a visit there are no steps', async () => {
  const { visitor, id } = await signedIn()
  const facts = { userId: id, kind: 'goodwill', amount: paise(5_00n), reason: 'Sorry' } as const
  expect((await addAdjustment(facts, 'asha')).ok).toBe(true)
  expect((await visitor.get('/Account/Wallet')).text).not.toContain(STEPS)
})

test('the button is small while there is nothing to withdraw, and keeps its name', async () => {
  const { visitor, id } = await signedIn()
  const look = async () =>
    /class="([^"]*)"[^>]*href="[^"]*dialog=withdraw"[^>]*>Redeem</.exec(
      (await visitor.get('/Account/Wallet')).body.replace(/<header[\s\S]*?<\/header>/, ''),
    )?.[1]
  expect(await look()).toBe('button balance-nothing')
  await earn(id, 100n)
  expect(await look()).toBe('button button-white')
})

test('on hold the reason is above the sum, which does not ask to be withdrawn', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 396_00n)
  await db.execute(sql`
    UPDATE users SET payout_hold_until = '2099-11-22T10:15:00Z', payout_hold_reason = 'your UPI ID changed' WHERE id = ${id}`)
  const { text, body } = await visitor.get('/Account/Wallet')
  expect(text).toMatch(/because your UPI ID changed\.\s+On hold\s+Rs\. 396\.00\s+Redeem/)
  expect(text).not.toContain('You can withdraw now')
  expect(body).toContain('class="button balance-nothing"')
  const home = await visitor.get('/')
  expect(home.text).toMatch(/On hold\s+Rs\. 396\.00/)
  expect(home.text).not.toContain('You can withdraw now')
})

test('confirmed money is said to be a part of the balance of the header', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 778_62n)
  await changeSettings({ HOLDING_DAYS: '30' })
  await report(`p1=${await click(id)}&conversion_id=held-${id}&sale_amount=1000&status=approved`)
  await changeSettings({ HOLDING_DAYS: '0' })
  const { text } = await visitor.get('/Account/Wallet')
  const balance = /Balance: (Rs\. [\d,.]+\d)/.exec(text)![1]!
  expect(text).toMatch(/You can withdraw now\s+Rs\. 778\.62/)
  expect(balance).not.toBe('Rs. 778.62')
  expect(text).toMatch(
    new RegExp(`withdrawable from [^;]+; part of your balance of ${balance.replaceAll('.', '\\.')}`),
  )
})

test('a paid withdrawal has the day of its request and of its payment', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 500_00n)
  await saveUpiDetails(id, { upi: 'dates@okbank' })
  const made = await requestWithdrawal(id, {
    amount: paise(200_00n),
    method: 'upi',
    request_key: crypto.randomUUID(),
  })
  if (!made.ok) throw new Error(made.reason)
  await rewrite(sql`
    UPDATE withdrawals SET status = 'paid', utr = ${`DATES${id}`}, created_at = '2026-10-17T12:00:00Z',
           updated_at = '2026-10-18T12:00:00Z' WHERE id = ${made.withdrawal.id}`)
  const dates = `Requested 17 Oct 2026 · Paid 18 Oct 2026 · UTR DATES${id}`
  expect((await visitor.get('/Account/Wallet')).text).toContain(dates)
  const history = await visitor.get('/Account/History')
  expect(history.text).toMatch(
    new RegExp(`Withdrawal paid\\s+Requested .* · Paid 18 Oct 2026 · UTR DATES${id}`),
  )
  const statement = await visitor.get('/Account/Statement')
  expect(statement.text).toMatch(/Withdrawal paid\s+paid 18 Oct 2026/)
})

test('pending cashback names its purchases, and how many more there are', async () => {
  const { visitor, id } = await signedIn()
  for (let n = 1; n <= 12; n++)
    await report(`p1=${await click(id)}&conversion_id=pending-${id}-${n}&sale_amount=${n}000&status=pending`)
  const { text, body } = await visitor.get('/Account/Wallet')
  expect(text).toMatch(/Pending\s+Rs\. 3,900\.00/)
  expect(text).toContain('Waiting for confirmation')
  expect(text).toMatch(/Shop \d+\s+reported \d+ \w+ \d{4}\s+Rs\. 600\.00/)
  expect(body.match(/<li class="list-row pending-row/g)).toHaveLength(10)
  expect(text).toContain('2 more in your History')
  await report(`p1=${await click(id)}&conversion_id=done-${id}&sale_amount=1000&status=approved`)
  expect((await visitor.get('/Account/Wallet')).text).toContain('2 more in your History')
})

test('the history groups rows by month, with the status as a chip beside the logo of the store', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 100n)
  await earn(id, 200n)
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`
      UPDATE ledger_transfers SET created_at = '2026-01-31T18:30:00Z' WHERE id = (
        SELECT min(t.id) FROM ledger_transfers t JOIN ledger_accounts a ON a.id = t.credit_account
         WHERE a.code = 'user_available' AND a.user_id = ${id})`)
  })
  const { body, text } = await visitor.get('/Account/History')
  const months = [...body.matchAll(/<th scope="rowgroup"[^>]*>([^<]*)</g)].map(([, month]) => month)
  expect(months).toHaveLength(2)
  expect(months[1], 'midnight in India').toBe('February 2026')
  expect(body).toMatch(
    /class="initials logo[^"]*"[^>]*>.*?class="history-chip history-chip-done"><svg.*?Cashback confirmed/s,
  )
  expect(text).toMatch(
    /1 Feb 2026, 12:00 am\s+Shop \d+\s+Cashback confirmed\s+\+Rs\. 1\.00\s+Rs\. 1\.00\s+TXN\d{8}DD/,
  )
})
