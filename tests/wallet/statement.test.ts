import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { paise } from '~/platform/formats/money'
import { joinParts } from '~/platform/formats/parts'
import { creditWallet } from '~/domain/wallet/credits.server'
import { houseAccount, lockWallets, moneyTransaction } from '~/domain/wallet/ledger.server'
import { readPeriod, type StatementPeriod } from '~/domain/wallet/statements'
import { MOST_ROWS, readWalletStatement, streamStatement } from '~/domain/wallet/statements.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { rewrite } from '../support/rewrite'
import { earn, member, memberWith, sendRequest } from './support'

async function readWhole(
  userId: number,
  period: StatementPeriod | null = null,
): Promise<{ text: string; rows: Record<string, string>[] }> {
  const text = await joinParts(streamStatement(userId, period))
  return { text, rows: parse(text, { columns: true }) }
}

const readFile = async (userId: number, period: StatementPeriod) => (await readWhole(userId, period)).rows

async function earnOften(id: number, times: number): Promise<void> {
  const conversion = await earn(id, 1_00n)
  await moneyTransaction(async (tx) => {
    let [wallet] = await lockWallets(tx, [id])
    for (let i = 1; i < times; i++)
      wallet = await creditWallet(tx, wallet!, {
        reference: `many:${id}:${i}`,
        kind: 'cashback',
        against: houseAccount('cashback_expense'),
        amount: paise(1_00n),
        refType: 'conversion',
        refId: conversion,
      })
  })
}

test('the statement lists movements oldest first with running balances, ending in the balance', async () => {
  const id = await memberWith(1_234_50n)
  await sendRequest(id, '200.50')
  await earn(id, 40_00n)
  const { text, rows } = await readWhole(id)
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
  expect((await readWhole(await member())).text.split('\r\n')).toHaveLength(2)
})

test('the statement holds only the member’s own wallet movements', async () => {
  const id = await memberWith(100_00n)
  await memberWith(700_00n)
  expect((await readWhole(id)).rows).toHaveLength(1)
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
  const { text, rows } = await readWhole(id)
  expect(rows[0]!.Store).toBe(`'=HYPERLINK("https://evil.example","Win, now")`)
  expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"",""Win, now"")",`)
})

test('a statement of 2,500 movements holds each once and ends in the balance', async () => {
  const id = await member()
  await earnOften(id, 2_500)
  const { rows } = await readWhole(id)
  expect(rows).toHaveLength(2500)
  expect(new Set(rows.map((row) => row.Transaction)).size).toBe(2500)
  expect(rows.at(-1)!['Balance (Rs.)']).toBe('2500.00')
}, 30_000)

const MONTH = readPeriod(new URLSearchParams()).period!
const EARLIER = readPeriod(new URLSearchParams({ month: '2026-01' })).period!

/** Moves the member's first movements into another month: the ledger itself is append-only. */
const backdate = (userId: number, rows: number) =>
  rewrite(sql`
    UPDATE ledger_transfers SET created_at = '2026-01-31T18:29:59Z' WHERE id IN (
      SELECT t.id FROM ledger_transfers t JOIN ledger_accounts a ON a.id IN (t.debit_account, t.credit_account)
       WHERE a.code = 'user_available' AND a.user_id = ${userId} ORDER BY t.id LIMIT ${rows})`)

test('the statement of a period has its opening and closing balance, its rows and the sums by kind', async () => {
  const id = await memberWith(1_000_00n)
  await sendRequest(id, '200')
  await backdate(id, 2)
  await earn(id, 40_00n)
  await earn(id, 2_50n)
  const now = await readWalletStatement(id, MONTH)
  expect([now.opening.balance, now.closing.balance, now.total]).toEqual(['Rs. 800.00', 'Rs. 842.50', 2])
  expect(now.rows.map(({ amount, balance }) => [amount, balance])).toEqual([
    ['+Rs. 40.00', 'Rs. 840.00'],
    ['+Rs. 2.50', 'Rs. 842.50'],
  ])
  expect(now.kinds).toEqual([{ words: 'Cashback confirmed', amount: '+Rs. 42.50' }])
  const earlier = await readWalletStatement(id, EARLIER)
  expect([earlier.opening.balance, earlier.closing.balance]).toEqual(['Rs. 0.00', 'Rs. 800.00'])
  expect(earlier.kinds).toEqual([
    { words: 'Cashback confirmed', amount: '+Rs. 1,000.00' },
    { words: 'Withdrawal', amount: '−Rs. 200.00' },
  ])
})

test('a period that has not ended closes with the balance of today, so far', async () => {
  const id = await memberWith(1_000_00n)
  const { period } = readPeriod(new URLSearchParams({ month: '2199-11' }))
  const at = (text: string) => readWalletStatement(id, period!, new Date(text))
  const running = await at('2199-11-26T06:30:00Z')
  expect(running.closing).toMatchObject({ words: 'Balance on 26 Nov 2199, so far', day: '' })
  expect(running.at).toBe('26 Nov 2199, 12:00 pm')
  const ended = await at('2199-11-30T18:30:00Z')
  expect(ended.closing).toMatchObject({ words: 'Closing balance', day: '30 Nov 2199' })
})

test('the file of a period has the rows of its page between the opening and the closing balance', async () => {
  const id = await memberWith(1_000_00n)
  await backdate(id, 1)
  await earn(id, 40_00n)
  const { rows } = await readWalletStatement(id, MONTH)
  const file = (await readFile(id, MONTH)).map((row) => [row.Transaction, row.Status, row['Balance (Rs.)']])
  expect(file).toEqual([
    ['', 'Opening balance', '1000.00'],
    [rows[0]!.number, 'Cashback confirmed', '1040.00'],
    ['', 'Balance so far', '1040.00'],
  ])
  const last = (await readFile(id, EARLIER)).at(-1)!
  expect([last.Status, last['Date (IST)']]).toEqual(['Closing balance', '2026-01-31'])
})

test('a period without movements opens and closes with the same balance', async () => {
  const id = await memberWith(70_00n)
  const later = readPeriod(new URLSearchParams({ month: '2199-12' })).period!
  expect(await readWalletStatement(id, later)).toMatchObject({
    opening: { balance: 'Rs. 70.00' },
    closing: { balance: 'Rs. 70.00' },
    rows: [],
    kinds: [],
  })
  expect(await readWalletStatement(await member(), MONTH)).toMatchObject({ closing: { balance: 'Rs. 0.00' } })
})

test('a long period is cut on the page, and its balances and sums are those of all rows', async () => {
  const id = await member()
  await earnOften(id, 1_200)
  const statement = await readWalletStatement(id, MONTH)
  expect(statement.rows).toHaveLength(MOST_ROWS)
  expect(statement).toMatchObject({ total: 1_200, closing: { balance: 'Rs. 1,200.00' } })
  expect(await readFile(id, MONTH)).toHaveLength(1_202)
}, 30_000)
