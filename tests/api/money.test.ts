/** Operations on money, clicks and notifications: responses and refusals. */
import { beforeAll, describe, expect, test } from 'vitest'
import { count, eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { addStore, addOffer, day } from '../support/catalogue'
import { notify } from '~/domain/outreach/notifications.server'
import { request } from '../support/app'
import { signedIn } from '../support/people'
import { click, earn } from '../wallet/support'
import { apiClient, apiMember, openBearer } from './client'

const guest = apiClient()

/** The network's report of a sale of Rs. 1,000 behind a click. */
const report = (clickId: string, status: string) =>
  request(
    `/postback/trackier/demo-trackier-secret?p1=${clickId}&conversion_id=T1&sale_amount=1000&status=${status}`,
  )

const BANK = {
  acc_number: '0012345678',
  acc_holder_name: 'Asha Rao',
  ifsc_code: 'abcd0123456',
  bank_name: '7',
}

describe('payout details', () => {
  test('bank details are added, shown by their last digits and changed', async () => {
    const { id, api } = await apiMember()
    const path = `/api/bank-details/${id}`
    expect((await api.get(path)).body).toEqual({ success: true, data: null })
    const added = await api.post('/api/bank-details', { userId: id, ...BANK })
    expect([added.status, added.body.message]).toEqual([201, 'Added Successfully!'])
    expect((await api.get(path)).body.data).toEqual({
      acc_number: '•••• 5678',
      acc_holder_name: 'Asha Rao',
      ifsc_code: 'ABCD0123456',
      bank_name: '7',
    })
    const changed = await api.put(path, { ...BANK, acc_number: '0012345679' })
    expect([changed.status, changed.body.message]).toEqual([200, 'Updated Successfully!'])
  })
  test('a UPI ID is added and changed', async () => {
    const { id, api } = await apiMember()
    expect((await api.get(`/api/upi-details/${id}`)).body).toEqual({ success: true, upi: null })
    const texts = []
    for (const upi of ['asha.rao@okbank', 'asha.rao@other'])
      texts.push(await api.post('/api/upi-details', { userId: id, upi }))
    expect(texts.map(({ status, body }) => [status, body.message])).toEqual([
      [201, 'Added Successfully!'],
      [200, 'updated Successfully!'],
    ])
    expect((await api.get(`/api/upi-details/${id}`)).body.upi).not.toContain('asha.rao')
  })
  test('a token opened by a code cannot change them, one of a sign-up can', async () => {
    const { id } = await signedIn()
    const api = apiClient(await openBearer(id, 'code'))
    const text = 'Please sign in with your password to change payout details.'
    const answers = [
      await api.post('/api/bank-details', { userId: id, ...BANK }),
      await api.put(`/api/bank-details/${id}`, BANK),
      await api.post('/api/upi-details', { userId: id, upi: 'asha.rao@okbank' }),
      await api.post('/api/upi-details', { userId: id, upi: 'nobody' }),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([403, { success: false, message: text, error: 'password-needed' }])
    expect((await api.get(`/api/upi-details/${id}`)).body).toEqual({ success: true, upi: null })
    expect((await api.get(`/api/bank-details/${id}`)).body.data).toBeNull()
    const signedUp = apiClient(await openBearer(id, 'sign-up'))
    expect((await signedUp.post('/api/upi-details', { userId: id, upi: 'a@ok' })).status).toBe(201)
  })
  test('errors are reported by field', async () => {
    const { id, api } = await apiMember()
    const { status, body } = await api.post('/api/bank-details', {
      userId: id,
      acc_number: '12',
      ifsc_code: 'x',
    })
    expect(status).toBe(422)
    expect(Object.keys(body.errors).toSorted()).toEqual(['acc_holder_name', 'acc_number', 'ifsc_code'])
    const steering = { ...BANK, acc_holder_name: 'Asha\u001b[2A Rao', bank_name: '7\u202e8\n9' }
    const refused = await api.post('/api/bank-details', { userId: id, ...steering })
    const text = "Please use letters, digits, spaces and . , ' - / & ( ) only."
    expect(refused.body).toMatchObject({ message: text, errors: { acc_holder_name: text, bank_name: text } })
    expect((await api.get(`/api/bank-details/${id}`)).body.data).toBeNull()
    expect((await api.post('/api/upi-details', { userId: id, upi: 'nobody' })).status).toBe(422)
  })
})

describe('POST /api/add-withdrow-details', () => {
  const ask = (who: Awaited<ReturnType<typeof apiMember>>, amount: unknown, key?: string) =>
    who.api.post(
      '/api/add-withdrow-details',
      { userId: who.id, amount, type: 'upi' },
      key === undefined ? {} : { 'Idempotency-Key': key },
    )
  const rich = async () => {
    const who = await apiMember()
    await who.api.post('/api/upi-details', { userId: who.id, upi: 'asha.rao@okbank' })
    await earn(who.id, 123_456n)
    return who
  }

  test('answers 201 with updatedBalance, for an amount as number or text', async () => {
    const who = await rich()
    expect(await ask(who, 200.5)).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: '✅ Withdrawal successful',
        status: 'requested',
        updatedBalance: 1034.06,
      },
    })
    expect((await ask(who, '1,000')).body.updatedBalance).toBe(34.06)
  })
  test('one Idempotency-Key is one withdrawal with one answer, also concurrently', async () => {
    const who = await rich()
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(who, 100, 'order-66')))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(all.map(({ body }) => body.withdrawal_id)).size).toBe(1)
    const [made] = await db.select({ n: count() }).from(withdrawals).where(eq(withdrawals.user_id, who.id))
    expect(made!.n).toBe(1)
    expect((await ask(who, 100, 'another')).body.updatedBalance).toBe(1034.56)
  })
  test('an Idempotency-Key reused with another amount or type is 422, and nothing moves', async () => {
    const who = await rich()
    expect((await ask(who, 460.2, 'order-67')).status).toBe(201)
    const bank = { acc_number: '000123456789', acc_holder_name: 'Asha Rao', ifsc_code: 'HDFC0001234' }
    await who.api.post('/api/bank-details', { userId: who.id, ...bank, bank_name: '' })
    const toBank = { userId: who.id, amount: 460.2, type: 'bank' }
    for (const other of [
      await ask(who, 1, 'order-67'),
      await who.api.post('/api/add-withdrow-details', toBank, { 'Idempotency-Key': 'order-67' }),
    ])
      expect([other.status, other.body]).toEqual([
        422,
        {
          success: false,
          message: 'This request was already made, for Rs. 460.20. Nothing more was withdrawn.',
          error: 'key-reused',
        },
      ])
    const again = await ask(who, '460.20', 'order-67')
    expect([again.status, again.body.updatedBalance]).toEqual([201, 774.36])
  })
  test.each(['two words', 'k'.repeat(256)])('an invalid Idempotency-Key is 422: %s', async (key) => {
    const { status, body } = await ask(await rich(), 100, key)
    expect([status, body.message]).toEqual([422, 'An Idempotency-Key has 1 to 255 printable characters.'])
  })
  test.each([
    [0, 422, 'Please enter a valid amount.'],
    ['100,50', 422, 'Please enter a valid amount.'],
    ['1.234', 422, 'Please enter a valid amount.'],
    [-5, 422, 'Please enter a valid amount.'],
    [1e21, 422, 'Please enter a valid amount.'],
    ['abc', 422, 'Please enter a valid amount.'],
    [9999, 409, 'You can enter up to ₹1,234.56 only.'],
    ['9,99,99,99,99,99,999', 409, 'You can enter up to ₹1,234.56 only.'],
  ])('the amount %s is %d %s', async (amount, status, text) => {
    const refused = await ask(await rich(), amount)
    expect([refused.status, refused.body.message]).toEqual([status, text])
  })
  test('refuses a request without payout details and one with an empty wallet', async () => {
    const who = await apiMember()
    expect((await ask(who, 1)).body.message).toBe('Please Add Bank or Upi details First!')
    await who.api.post('/api/upi-details', { userId: who.id, upi: 'asha.rao@okbank' })
    const empty = await ask(who, 1)
    expect([empty.status, empty.body]).toEqual([
      409,
      { success: false, message: 'Your wallet amount is empty.', error: 'empty-wallet' },
    ])
  })
})

test('GET /api/tdetails/{id} lists the history newest first, in pages', async () => {
  const { id, api } = await apiMember()
  expect((await api.get(`/api/tdetails/${id}`)).body).toMatchObject({ data: [], total: 0 })
  await earn(id, 10_000n)
  await earn(id, 2_550n)
  const { body } = await api.get(`/api/tdetails/${id}?limit=1`)
  expect(body).toMatchObject({ total: 2, page: 1, limit: 1 })
  expect(body.data[0]).toMatchObject({ amount: 25.5, balance: 125.5 })
  const [{ id: record, transaction_id }] = body.data
  expect(transaction_id).toBe(`TXN${String(record).padStart(8, '0')}DD`)
  expect(body.next).toBe(`/api/tdetails/${id}?limit=1&page=2`)
  const last = (await api.get(body.next)).body
  expect(last).toMatchObject({ total: 2, page: 2, data: [{ amount: 100 }] })
  expect(last).not.toHaveProperty('next')
  const whole = (await api.get(`/api/tdetails/${id}`)).body
  expect(whole).toMatchObject({ total: 2, limit: 1000, data: [{ amount: 25.5 }, { amount: 100 }] })
  const beyond = (await api.get(`/api/tdetails/${id}?page=99999999`)).body
  expect(beyond).toMatchObject({ total: 2, data: [] })
})

test('GET /api/tdetails/{id} reports that a rejected sale’s amount was never credited', async () => {
  const { id, api } = await apiMember()
  const clickId = await click(id)
  for (const status of ['pending', 'rejected']) await report(clickId, status)
  const { body } = await api.get(`/api/tdetails/${id}`)
  const rejected = body.data.filter((one: { state: string }) => one.state === 'rejected')
  expect(rejected).toMatchObject([{ amount: 50, balance: null, description: 'Cashback declined' }])
})

test('GET /api/notification/{userId} returns an array', async () => {
  const { id, api } = await apiMember()
  expect((await api.get(`/api/notification/${id}`)).body).toEqual([])
  await api.post('/api/upi-details', { userId: id, upi: 'asha.rao@okbank' })
  const { body } = await api.get(`/api/notification/${id}`)
  expect(body.length).toBe(1)
  expect(body[0]).toMatchObject({ read_at: null })
})

test('GET /api/notification/{userId} returns all or a page, with the total', async () => {
  const { id, api } = await apiMember()
  for (let n = 1; n <= 60; n++)
    await notify(db, {
      userId: id,
      topic: 'money',
      reference: `n:${n}`,
      title: `News ${n}`,
      body: 'Body',
      href: '/',
    })
  const all = await api.get(`/api/notification/${id}`)
  expect([all.body.length, all.body[0].title, all.headers.get('X-Total-Count')]).toEqual([
    60,
    'News 60',
    '60',
  ])
  const page = await api.get(`/api/notification/${id}?limit=25&page=2`)
  expect([page.body.length, page.body[0].title]).toEqual([25, 'News 35'])
  expect(page.headers.get('Link')).toBe(`</api/notification/${id}?limit=25&page=3>; rel="next"`)
})

test('POST /api/subscribe-details accepts a repeat and refuses an invalid address', async () => {
  for (const email of ['A.Rao@mail.example ', 'a.rao@mail.example'])
    expect((await guest.post('/api/subscribe-details', { email })).status).toBe(200)
  const { status, body } = await guest.post('/api/subscribe-details', { email: 'a b@c' })
  expect([status, body.message]).toEqual([422, 'Please enter a valid email address.'])
})

describe('GET /api/get-click', () => {
  let offer: { id: number }
  let open: { id: number }
  let ended: { id: number }
  beforeAll(async () => {
    const { id: brand_id } = await addStore()
    offer = await addOffer({ brand_id })
    open = await addOffer({ brand_id, guest_clicks: true })
    ended = await addOffer({ brand_id, ends_at: day(-1) })
  })
  const countClicks = async () => (await db.select({ n: count() }).from(clicks))[0]!.n

  test('returns the tracking URL of a member’s click', async () => {
    const { id, api } = await apiMember()
    const { status, body } = await api.get(`/api/get-click?user_id=${id}&coupon_id=${offer.id}`)
    expect(status).toBe(200)
    expect(body.trackingUrl).toMatch(/^https:\/\/.*p1=[a-z2-7]{26}/)
  })
  test.each(['', '&user_id=', '&user_id=9'])('allows guests where the offer does: %j', async (who) => {
    const before = await countClicks()
    const { status } = await guest.get(`/api/get-click?coupon_id=${open.id}&click_id=abc${who}`)
    expect([status, await countClicks()]).toEqual([200, before + 1])
  })
  test.each(['1001', 'abc', '0', '09', 'undefined', ' 9'])(
    'tracks nothing in the name of %j without a bearer',
    async (user_id) => {
      const before = await countClicks()
      for (const { id } of [open, offer]) {
        const { status, body } = await guest.get(
          `/api/get-click?coupon_id=${id}&user_id=${encodeURIComponent(user_id)}`,
        )
        expect([status, body.message]).toEqual([401, 'Login first to access this offer!'])
      }
      expect(await countClicks()).toBe(before)
    },
  )
  test('refuses another member’s id, an ended offer and an unknown one', async () => {
    const { id, api } = await apiMember()
    const get = (query: string) => api.get(`/api/get-click?${query}`)
    expect((await get(`user_id=${id + 1}&coupon_id=${offer.id}`)).status).toBe(403)
    expect((await get(`user_id=${id}&coupon_id=${ended.id}`)).body.message).toBe('This offer has ended.')
    expect((await get('coupon_id=999999')).body.message).toBe('Coupon not found')
    expect((await get('coupon_id=x')).status).toBe(422)
    expect((await get('')).status).toBe(422)
  })
})
