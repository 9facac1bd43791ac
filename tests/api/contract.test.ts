/** Calls every documented operation on a running server; client.ts checks each response against the document. */
import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { newPhone } from '../accounts/people'
import { addStore, addOffer } from '../support/catalogue'
import { sendTo, startServers } from '../support/app'
import { beginSale } from '../support/flash-sale'
import { earn } from '../wallet/support'
import { apiClient, asked, readDocument } from './client'

test('every operation on a running server answers as documented', async () => {
  const { id: brand_id } = await addStore({ coupon_code: 'KESAR', store_url: 'https://kesar-tea.example' })
  const offer = await addOffer({ brand_id, slug: 'kettles', code: 'TEA10', category_id: 1 })
  await addOffer({ brand_id })
  await beginSale(offer.id)
  const [server] = await startServers(1)
  const send = sendTo(server!)
  const guest = apiClient(undefined, send)

  const phone_number = newPhone()
  const email = 'meera@mail.example'
  const password = 'a quiet river'
  const prove = async (purpose: string) => {
    const { body: sent } = await guest.post('/api/otp/send', { phone_number, purpose })
    const verified = await guest.post('/api/otp/verify', {
      phone_number,
      purpose,
      challenge: sent.challenge,
      otp: sent.demo_code,
    })
    return verified.body.otp_token as string
  }
  await guest.post('/api/check-user-exist', { email, phone_number })
  const signup = { username: 'Meera Nair', phone_number, email, password, agreeToTerms: true }
  const { body: session } = await guest.post('/api/signup', { ...signup, otp_token: await prove('sign-up') })
  await guest.post('/api/login-otp-exists', { phone_number })
  await guest.post('/api/login', { phone_number, password })
  const id: number = session.userId
  await earn(id, 50_000n)
  const me = apiClient(session.token, send)

  for (const path of [
    '/api/get-campains',
    '/api/coupons',
    '/api/coupon/kettles',
    '/api/category-coupons/Electronics',
    '/api/all-brands',
    '/api/stores',
    '/api/topStores',
    `/api/single-coupon/${offer.id}`,
    '/api/offers/brand/KESAR',
    '/api/CouponOffer/KESAR',
    '/api/all-couponss/KESAR',
    '/api/limited-offer',
    `/api/${offer.id}/feedback`,
    '/api/resolve-link?url=https://www.kesar-tea.example/kettles/7',
  ])
    await guest.get(path)
  for (const path of [
    `/api/tdetails/${id}`,
    `/api/notification/${id}`,
    `/api/getimage/${id}`,
    `/api/bank-details/${id}`,
    `/api/upi-details/${id}`,
    `/api/get-click?user_id=${id}&coupon_id=${offer.id}`,
    `/api/visits/${id}`,
    `/api/claims/${id}`,
    `/api/statement/${id}`,
  ])
    await me.get(path)
  const { body: visits } = await me.get(`/api/visits/${id}?limit=1`)
  await me.get(`/api/visits/${id}/${visits.data[0].number}`)
  await me.post(`/api/claims/${id}`, {
    kind: 'question',
    text: 'When?',
    visit: visits.data[0].number,
  })
  const bank = {
    acc_number: '0012345678',
    acc_holder_name: 'Meera Nair',
    ifsc_code: 'ABCD0123456',
    bank_name: '',
  }
  await me.post('/api/upi-details', { userId: id, upi: 'meera@okbank' })
  await me.post('/api/add-withdrow-details', { userId: id, amount: '20.50', type: 'upi' })
  await me.post('/api/bank-details', { userId: id, ...bank })
  await me.put(`/api/bank-details/${id}`, { ...bank, acc_number: '0012345679' })
  await me.post('/api/feedback', { user_id: id, coupon_id: offer.id, feedback: 'yes' })
  await guest.post('/api/subscribe-details', { email })
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b6b63' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('user_id', String(id))
  form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'me.png')
  await me.ask('POST', '/api/updateimage', { body: form })
  await me.post(`/api/users-change/${id}`, {
    currentPassword: password,
    newPassword: 'a louder river',
    confirmNewPassword: 'a louder river',
  })
  await guest.post('/api/login-otp', { phone_number, otp_token: await prove('otp-sign-in') })
  await guest.post('/api/forget-password', {
    phone_number,
    new_password: 'a third river',
    otp_token: await prove('forgot-password'),
  })
  const { body: again } = await guest.post('/api/login', { phone_number, password: 'a third river' })
  await apiClient(again.token, send).post('/api/logout', {})

  const { paths } = await readDocument()
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const kept = [...asked]
    .filter(([, statuses]) => statuses.some((status) => status < 300))
    .map(([call]) => call)
  expect(all.filter((call) => !kept.includes(call))).toEqual([])
  expect([...asked.values()].flat().filter((status) => status >= 400)).toEqual([])
})

test('an internal error is JSON with the text of its operation and no details', async () => {
  const tables = ['campaigns', 'brands']
  // The lists of stores read brands alone.
  for (const table of tables) await db.execute(sql.raw(`ALTER TABLE ${table} RENAME TO ${table}_lost`))
  try {
    for (const [path, text] of [
      ['/api/get-campains', 'Failed to fetch coupons'],
      ['/api/topStores', 'Failed to load top stores'],
      ['/api/single-coupon/1', 'Failed to fetch coupons'],
    ] as const) {
      const { status, body, headers } = await apiClient().get(path)
      expect([path, status, body]).toEqual([path, 500, { success: false, message: text, error: 'failed' }])
      expect(headers.get('Cache-Control')).toBe('private, no-store')
    }
  } finally {
    for (const table of tables) await db.execute(sql.raw(`ALTER TABLE ${table}_lost RENAME TO ${table}`))
  }
})
