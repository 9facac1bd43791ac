import { describe, expect, test } from 'vitest'
import { saveUpiDetails } from '~/wallet/details/payout-details.server'
import { approveWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { cancelWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { listPayoutsOfSales } from '~/wallet/withdrawals/find-withdrawal-of-sale.server'
import { earn, makeUpi, member, sendRequest, takeBack, typeCommands } from './support'

async function pay(id: number) {
  await typeCommands('withdrawals')
  for (const step of [await approveWithdrawal(id), await payWithdrawal(id, `PAID00${id}`)])
    if (!step.ok) throw new Error(step.reason)
}

/** 'earn A 100' credits sale A; 'withdraw 50' is a withdrawal named by its place among them; 'pay 0', 'cancel 0'; 'reverse A 100'. */
async function live(steps: readonly string[]) {
  const userId = await member()
  await saveUpiDetails(userId, { upi: makeUpi(userId) })
  const sales = new Map<string, number>()
  const withdrawals: number[] = []
  for (const step of steps) {
    const [what, name = '', amount = ''] = step.split(' ')
    if (what === 'earn') sales.set(name, await earn(userId, BigInt(amount) * 100n))
    else if (what === 'reverse') await takeBack(userId, sales.get(name)!, BigInt(amount) * 100n)
    else if (what === 'withdraw') {
      const answer = await sendRequest(userId, name)
      if (!answer.ok) throw new Error(answer.reason)
      withdrawals.push(answer.withdrawal.id)
    } else if (what === 'pay') await pay(withdrawals[Number(name)]!)
    else await cancelWithdrawal(userId, withdrawals[Number(name)]!)
  }
  const payouts = await listPayoutsOfSales(userId, [...sales.values()])
  return [...sales].map(([name, id]) => {
    const payout = payouts.find(({ saleId }) => saleId === id)
    const place = payout?.withdrawalId && withdrawals.indexOf(payout.withdrawalId)
    if (!payout) return `${name} in the wallet`
    if (payout.withdrawalId === null) return `${name} with ${payout.left / 100n} in the wallet`
    return `${name} ${payout.isPaid ? 'paid' : 'on its way'} by ${place}`
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
      ['A in the wallet', 'B paid by 0'],
    ],
    [
      'that repaid an older reversal is not said to be paid by a withdrawal from before it',
      ['earn A 100', 'withdraw 100', 'pay 0', 'earn B 50', 'reverse A 100'],
      ['A paid by 0', 'B in the wallet'],
    ],
  ])('%s', async (_, steps, where) => {
    expect(await live(steps)).toEqual(where)
  })
})
