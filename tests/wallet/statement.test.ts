import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { brands } from '~/db/schema/catalogue'
import { paise } from '~/formats/money'
import { creditWallet } from '~/wallet/ledger/credit.server'
import { houseAccount, lockWallets, moneyTransaction } from '~/wallet/ledger/ledger.server'
import { writeStatement } from '~/wallet/history/statement.server'
import { readWallet } from '~/wallet/wallet.server'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { earn, member, memberWith } from './support'

async function readStatement(userId: number): Promise<{ text: string; rows: Record<string, string>[] }> {
  let text = ''
  for await (const part of writeStatement(userId)) text += part
  return { text, rows: parse(text, { columns: true }) }
}

test('the statement lists movements oldest first with running balances, ending in the balance', async () => {
  const id = await memberWith(1_234_50n)
  await requestWithdrawal(id, { amount: '200.50', method: 'upi', request_key: crypto.randomUUID() })
  await earn(id, 40_00n)
  const { text, rows } = await readStatement(id)
  expect(text.split('\r\n')[0]).toBe('Transaction,Date (IST),Status,Store,Amount (Rs.),Balance (Rs.)')
  expect(rows.map((row) => [row.Status, row['Amount (Rs.)'], row['Balance (Rs.)']])).toEqual([
    ['Cashback confirmed', '1234.50', '1234.50'],
    ['Withdrawal requested', '-200.50', '1034.00'],
    ['Cashback confirmed', '40.00', '1074.00'],
  ])
  expect(rows[0]).toMatchObject({
    Transaction: expect.stringMatching(/^TXN\d{8}DD$/),
    Store: expect.any(String),
  })
  expect(rows[0]!['Date (IST)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect((await readWallet(id)).available).toBe(1_074_00n)
})

test('the statement of a member without movements is only the header', async () => {
  expect((await readStatement(await member())).text.split('\r\n')).toHaveLength(2)
})

test('the statement holds only the member’s own wallet movements', async () => {
  const id = await memberWith(100_00n)
  await memberWith(700_00n)
  expect((await readStatement(id)).rows).toHaveLength(1)
})

test('a store name that could be a formula is escaped as text', async () => {
  const id = await memberWith(5_00n)
  await db
    .update(brands)
    .set({ name: '=HYPERLINK("https://evil.example","Win, now")' })
    .where(
      eq(
        brands.id,
        sql`(SELECT p.brand_id FROM conversions c JOIN campaigns p ON p.id = c.campaign_id WHERE c.user_id = ${id})`,
      ),
    )
  const { text, rows } = await readStatement(id)
  expect(rows[0]!.Store).toBe(`'=HYPERLINK("https://evil.example","Win, now")`)
  expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"",""Win, now"")",`)
})

test('a statement of 2,500 movements holds each once and ends in the balance', async () => {
  const id = await member()
  const conversion = await earn(id, 1_00n)
  await moneyTransaction(async (tx) => {
    let [wallet] = await lockWallets(tx, [id])
    for (let i = 1; i < 2500; i++)
      wallet = await creditWallet(tx, wallet!, {
        reference: `many:${id}:${i}`,
        kind: 'cashback',
        against: houseAccount('cashback_expense'),
        amount: paise(1_00n),
        refType: 'conversion',
        refId: conversion,
      })
  })
  const { rows } = await readStatement(id)
  expect(rows).toHaveLength(2500)
  expect(new Set(rows.map((row) => row.Transaction)).size).toBe(2500)
  expect(rows.at(-1)!['Balance (Rs.)']).toBe('2500.00')
}, 30_000)
