import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { moneyTransaction, houseAccount, lockWallets } from '~/domain/wallet/ledger.server'
import { paise } from '~/platform/formats/money'
import { addAdjustment } from '~/domain/books/adjustments.server'
import { creditWallet } from '~/domain/wallet/credits.server'
import { readShownSums, readWallet } from '~/domain/wallet/sums.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { listPayoutsOfSales } from '~/domain/wallet/sale-payouts.server'
import { byCommand, earn, makeUpi, member, sendRequest, takeBack, typeCommands } from './support'

async function pay(id: number) {
  await typeCommands('withdrawals')
  for (const step of [await approveWithdrawal(id), await payWithdrawal(id, `PAID00${id}`)])
    if (!step.ok) throw new Error(step.reason)
}

/** A later report of a sale raises its cashback. */
async function raise(userId: number, sale: number, amount: bigint) {
  await moneyTransaction(async (tx) => {
    const [wallet] = await lockWallets(tx, [userId])
    await tx.execute(
      sql`UPDATE conversions SET granted_paise = granted_paise + ${amount}, revision = 2 WHERE id = ${sale}`,
    )
    await creditWallet(tx, wallet!, {
      reference: `conversion:${sale}:r2:cashback`,
      kind: 'cashback',
      against: houseAccount('cashback_expense'),
      amount: paise(amount),
      refType: 'conversion',
      refId: sale,
    })
  })
}

async function correct(userId: number, amount: bigint) {
  const by = `corrector of ${userId}`
  const answer = await byCommand('adjustments add', by, () =>
    addAdjustment({ userId, kind: 'debit', amount: paise(amount), reason: 'Counted twice' }, by),
  )
  if (!answer.ok) throw new Error(answer.reason)
}

/** 'earn A 100' credits sale A; 'withdraw 50' is a withdrawal named by its place among them; 'pay 0', 'cancel 0'; 'reverse A 100', 'raise A 10'; 'debit 50' by an operator. */
async function live(steps: readonly string[]) {
  await typeCommands('withdrawals')
  const userId = await member()
  await saveUpiDetails(userId, { upi: makeUpi(userId) })
  const sales = new Map<string, number>()
  const withdrawals: number[] = []
  for (const step of steps) {
    const [what, name = '', amount = ''] = step.split(' ')
    const sum = BigInt(amount || name) * 100n
    if (what === 'earn') sales.set(name, await earn(userId, sum))
    else if (what === 'reverse') await takeBack(userId, sales.get(name)!, sum)
    else if (what === 'raise') await raise(userId, sales.get(name)!, sum)
    else if (what === 'debit') await correct(userId, sum)
    else if (what === 'withdraw') {
      const answer = await sendRequest(userId, name)
      if (!answer.ok) throw new Error(answer.reason)
      withdrawals.push(answer.withdrawal.id)
    } else if (what === 'pay') await pay(withdrawals[Number(name)]!)
    else await cancelWithdrawal(userId, withdrawals[Number(name)]!)
  }
  const payouts = await listPayoutsOfSales(userId, [...sales.values()])
  const left = payouts.reduce((sum, payout) => sum + payout.left, 0n)
  expect(left).toBe((await readWallet(userId)).available)
  return [...sales].map(([name, id]) => {
    const payout = payouts.find(({ saleId }) => saleId === id)
    if (!payout) return `${name} has none`
    const { withdrawal } = payout
    if (payout.isWhole) return `${name} in the wallet`
    if (payout.left > 0n) return `${name} with ${payout.left / 100n} in the wallet`
    if (!withdrawal) return `${name} used up`
    return `${name} ${withdrawal.isPaid ? 'paid' : 'on its way'} by ${withdrawals.indexOf(withdrawal.id)}`
  })
}

describe('the cashback of a sale', () => {
  test.each([
    ['stays in the wallet without a withdrawal', ['earn A 100'], ['A in the wallet']],
    ['is on its way once it is requested', ['earn A 100', 'withdraw 100'], ['A on its way by 0']],
    ['is paid by a paid withdrawal', ['earn A 100', 'withdraw 100', 'pay 0'], ['A paid by 0']],
    [
      'leaves the wallet in the order in which it came',
      ['earn A 100', 'earn B 50', 'withdraw 100', 'pay 0'],
      ['A paid by 0', 'B in the wallet'],
    ],
    [
      'is in the wallet in part after a withdrawal of the rest',
      ['earn A 100', 'earn B 50', 'withdraw 60', 'pay 0'],
      ['A with 40 in the wallet', 'B in the wallet'],
    ],
    [
      'goes with the withdrawal that takes its last rupee',
      ['earn A 100', 'withdraw 60', 'pay 0', 'withdraw 40'],
      ['A on its way by 1'],
    ],
    [
      'is back in the wallet after a cancelled withdrawal',
      ['earn A 100', 'withdraw 100', 'cancel 0'],
      ['A in the wallet'],
    ],
    [
      'does not wait for what was reversed before the withdrawal',
      ['earn A 100', 'earn B 50', 'reverse A 100', 'withdraw 50', 'pay 0'],
      ['A has none', 'B paid by 0'],
    ],
    [
      'that repaid an older reversal is not said to be paid by a withdrawal from before it',
      ['earn A 100', 'withdraw 100', 'pay 0', 'earn B 50', 'reverse A 100'],
      ['A has none', 'B used up'],
    ],
    [
      'that came after a reversal of paid cashback repays it',
      ['earn A 100', 'withdraw 100', 'pay 0', 'reverse A 100', 'earn B 50'],
      ['A has none', 'B used up'],
    ],
    [
      'is in the wallet as far as it exceeds what was owed',
      ['earn A 100', 'withdraw 100', 'pay 0', 'reverse A 100', 'earn B 150'],
      ['A has none', 'B with 50 in the wallet'],
    ],
    [
      'that a debt used up stays so after later withdrawals',
      [
        'earn A 100',
        'withdraw 100',
        'pay 0',
        'earn B 50',
        'reverse A 100',
        'earn C 30',
        'earn D 100',
        'withdraw 80',
        'pay 1',
      ],
      ['A has none', 'B used up', 'C used up', 'D paid by 1'],
    ],
    [
      'that a correction took is not said to be paid',
      ['earn A 100', 'withdraw 100', 'pay 0', 'earn B 50', 'debit 50'],
      ['A paid by 0', 'B used up'],
    ],
    [
      'is taken by a correction in the order in which it came',
      ['earn A 100', 'earn B 50', 'debit 100'],
      ['A used up', 'B in the wallet'],
    ],
    [
      'is paid by the withdrawal after a correction took the older one',
      ['earn A 100', 'debit 100', 'earn B 50', 'withdraw 50', 'pay 0'],
      ['A used up', 'B paid by 0'],
    ],
    [
      'keeps its place when it is raised after it was paid',
      ['earn A 100', 'earn B 50', 'withdraw 100', 'pay 0', 'raise A 10'],
      ['A with 10 in the wallet', 'B in the wallet'],
    ],
    [
      'leaves with the withdrawal that takes what was added to it',
      ['earn A 100', 'withdraw 100', 'pay 0', 'raise A 10', 'withdraw 10', 'pay 1'],
      ['A paid by 1'],
    ],
  ])('%s', async (_, steps, where) => {
    expect(await live(steps)).toEqual(where)
  })
})

test('the sums of a member name a debt, and no debt without one', async () => {
  const userId = await member()
  const sale = await earn(userId, 100_00n)
  expect((await readShownSums(userId)).sums.owed).toBeNull()
  await typeCommands('withdrawals')
  await saveUpiDetails(userId, { upi: makeUpi(userId) })
  const request = await sendRequest(userId, '100')
  if (!request.ok) throw new Error(request.reason)
  await pay(request.withdrawal.id)
  await takeBack(userId, sale, 100_00n)
  expect((await readShownSums(userId)).sums.owed).toBe('Rs. 100.00')
})
