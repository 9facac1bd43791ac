// What the wallet leaves out, and what it says instead.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { paise } from '~/formats/money'
import { addAdjustment } from '~/wallet/adjustments/adjust.server'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
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
