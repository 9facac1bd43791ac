import { beforeAll, expect, test } from 'vitest'
import { payWithdrawal, approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { findDefects } from '~/domain/books/audit.server'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor } from '../support/app'
import { newPhone } from '../accounts/people'
import { apiClient } from './client'
import { typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('withdrawals'))

test('a member can sign up, find an offer, buy and be paid through the API alone', async () => {
  const { id: brand_id } = await addStore({ coupon_code: 'KESAR' })
  await addOffer({ brand_id, title: 'Kettles', slug: 'kettles', payout_hundredths: 1000n })
  const guest = apiClient()
  const phone_number = newPhone().slice(3)

  const free = await guest.post('/api/check-user-exist', { email: 'meera@mail.example', phone_number })
  expect(free.status).toBe(200)
  const { body: sent } = await guest.post('/api/otp/send', { phone_number, purpose: 'sign-up' })
  const { body: proof } = await guest.post('/api/otp/verify', {
    phone_number,
    purpose: 'sign-up',
    challenge: sent.challenge,
    otp: sent.demo_code,
  })
  const { body: session } = await guest.post('/api/signup', {
    username: 'Meera Nair',
    phone_number,
    email: 'meera@mail.example',
    password: 'a quiet river',
    referred_by: '',
    agreeToTerms: true,
    otp_token: proof.otp_token,
  })
  const me = apiClient(session.token)
  const id: number = session.userId

  const { body: offers } = await guest.get('/api/CouponOffer/KESAR')
  const { body: click } = await me.get(`/api/get-click?user_id=${id}&coupon_id=${offers.data[0].id}`)
  const p1 = new URL(click.trackingUrl).searchParams.get('p1')
  const report = async (status: string) => {
    const answer = await newVisitor().get(
      `/postback/trackier/demo-trackier-secret?p1=${p1}&conversion_id=T1&sale_amount=2000&payout=300&status=${status}`,
    )
    expect(answer.status).toBe(200)
  }
  await report('pending')
  const balance = async () => (await me.get(`/api/tdetails/${id}`)).body.data[0]
  expect(await balance()).toMatchObject({ amount: 200, balance: null })
  await report('approved')
  expect(await balance()).toMatchObject({ amount: 200, balance: 200 })

  await me.post('/api/upi-details', { userId: id, upi: 'meera@okbank' })
  const { body: asked } = await me.post('/api/add-withdrow-details', { userId: id, amount: 150, type: 'upi' })
  expect(asked.updatedBalance).toBe(50)
  await approveWithdrawal(asked.withdrawal_id)
  await payWithdrawal(asked.withdrawal_id, 'UTR000000001')

  const { body: news } = await me.get(`/api/notification/${id}`)
  expect(news.length).toBeGreaterThanOrEqual(4)
  const { body: again } = await guest.post('/api/login', { phone_number, password: 'a quiet river' })
  expect(again.balance).toBe(50)
  expect(await findDefects()).toEqual([])
})
