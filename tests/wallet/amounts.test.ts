/** Amounts at doors that need a database; the table of all shapes is tests/amounts.test.ts. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { ops } from '../ops/support'
import { requestAmount } from './payout-support'
import { click, member, memberWith, receive } from './support'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-amounts-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

test.each(['100,50', '1,000', '100,500', '1,00,500.5', '1.005', '₹100', '1e3'])(
  'a postback of a sale of %s is quarantined with its text, and credits nothing',
  async (sale_amount) => {
    const user = await member()
    const raw = { p1: await click(user), txn_id: randomUUID(), sale_amount, status: 'approved' }
    expect(await receive(raw)).toMatchObject({ outcome: 'quarantined', reason: 'unusable-amount' })
    expect((await readWallet(user)).available).toBe(0n)
    const { out } = await ops('postbacks list --state quarantined --json --limit 1')
    expect(out).toContain(sale_amount)
  },
)

test('a postback of a sale of 1,00,500.00 is a sale of a lakh and five hundred', async () => {
  const user = await member()
  const txn_id = randomUUID()
  const raw = { p1: await click(user), txn_id, sale_amount: '1,00,500.00', status: 'approved' }
  expect(await receive(raw)).toMatchObject({ outcome: 'applied' })
  const [sale] = await db.select().from(conversions).where(eq(conversions.external_id, txn_id))
  expect(sale!.sale_paise).toBe(1_00_500_00n)
})

test('the bank’s file is read with amounts in the formats of spreadsheets, and refused with others', async () => {
  const id = await requestAmount(await memberWith(1_000_00n), '1,000')
  await approveWithdrawal(id)
  const findProblem = async (amount: string) => {
    const answer = path.join(folder, 'answer.csv')
    fs.writeFileSync(answer, `withdrawal,utr,amount\n${id},UTR${randomUUID()},"${amount}"\n`)
    const { out } = await ops(`withdrawals import "${answer}" --dry-run --json`)
    return (JSON.parse(out) as { rows: { problem: string }[] }).rows[0]!.problem
  }
  for (const amount of ['1000', '1,000', '1,000.00', 'Rs. 1,000', '₹1000.00', '1,000/-'])
    expect([amount, await findProblem(amount)]).toEqual([amount, ''])
  for (const amount of ['1000,00', '1.000', '10,00', '1,0,00', '1e3', '-1000', '100,000'])
    expect([amount, await findProblem(amount)]).toEqual([amount, `the bank says ${amount}, it is 1000.00`])
})
