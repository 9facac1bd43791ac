import { describe, expect, test } from 'vitest'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import { earn, makeUpi } from '../wallet/support'
import { apiMember } from './client'

async function shopper() {
  const { api: client, id } = await apiMember()
  await saveUpiDetails(id, { upi: makeUpi(id) })
  await earn(id, 500_00n)
  await requestWithdrawal(id, { amount: paise(200_50n), method: 'upi', request_key: crypto.randomUUID() })
  return { client, path: `/api/statement/${id}` }
}

describe('the statement of a member', () => {
  test('has the movements of a period with its balances and sums', async () => {
    const { client, path } = await shopper()
    const { status, body } = await client.get(`${path}?from=2026-01-01&to=2199-12-31`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      from: '2026-01-01',
      to: '2199-12-31',
      opening_balance: 0,
      closing_balance: 299.5,
      total: 2,
      sums: [
        { description: 'Cashback confirmed', amount: 500 },
        { description: 'Withdrawal', amount: -200.5 },
      ],
    })
    expect(body.data).toMatchObject([
      { amount: 500, balance: 500, store: expect.stringMatching(/^Shop/) },
      { amount: -200.5, balance: 299.5, store: null },
    ])
  })

  test('without a period is that of this month, and continues by `next` with its balance', async () => {
    const { client, path } = await shopper()
    const { body: first } = await client.get(`${path}?limit=1`)
    expect([first.total, first.data[0].balance]).toEqual([2, 500])
    const { body: rest } = await client.get(first.next)
    expect(rest.data.map(({ balance }: { balance: number }) => balance)).toEqual([299.5])
    expect(rest.next).toBeUndefined()
    expect(rest).toMatchObject({ opening_balance: 0, closing_balance: 299.5, from: first.from })
    expect((await client.get(`${path}?limit=1&page=9`)).body.data).toEqual([])
  })

  test.each([
    ['month=2026-13', 'month', 'Please choose a month.'],
    ['year=2026', 'year', 'Please choose a financial year, such as 2026-27.'],
    ['from=2026-03-02&to=2026-03-01', 'to', 'The last day is before the first one.'],
    ['to=2026-03-01', 'from', 'Please enter the first day, such as 2026-04-01.'],
  ])('refuses %s at its field', async (search, field, message) => {
    const { client, path } = await shopper()
    const { status, body } = await client.get(`${path}?${search}`)
    expect([status, body]).toEqual([
      422,
      { success: false, message, error: 'invalid', errors: { [field]: message } },
    ])
  })

  test('is refused to another member', async () => {
    const { path } = await shopper()
    const { api: other } = await apiMember()
    expect((await other.get(path)).status).toBe(403)
  })
})
