/** Account operations: responses and refusals. */
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import { newPhone, addUser, PASSWORD } from '../accounts/people'
import { apiClient, apiMember, openBearer } from './client'

const guest = apiClient()
const NEW = 'another quiet river'

/** Asks for a code and exchanges it for its proof. */
async function prove(phone_number: string, purpose: string): Promise<string> {
  const sent = await guest.post('/api/otp/send', { phone_number, purpose })
  expect(sent.status).toBe(200)
  const verified = await guest.post('/api/otp/verify', {
    phone_number,
    purpose,
    challenge: sent.body.challenge,
    otp: sent.body.demo_code,
  })
  expect(verified.status).toBe(200)
  return verified.body.otp_token
}

const person = (phone_number: string) => ({
  username: 'Meera Nair',
  phone_number,
  email: `${phone_number.slice(1)}@mail.example`,
  password: NEW,
  agreeToTerms: true,
})

const unused = () => newPhone().slice(3)

describe('POST /api/login-otp-exists', () => {
  test('reports whether the number has an account', async () => {
    const user = await addUser()
    const ask = (phone_number: string) => guest.post('/api/login-otp-exists', { phone_number })
    expect(await ask(user.phone_number!)).toMatchObject({ status: 200, body: { status: 'User exists' } })
    expect(await ask(unused())).toMatchObject({ status: 200, body: { status: 'User does not exist' } })
  })
  test('refuses an invalid number', async () => {
    const { status, body } = await guest.post('/api/login-otp-exists', { phone_number: '12' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      success: false,
      message: 'Please enter a valid 10-digit mobile number.',
      errors: { phone_number: 'Please enter a valid 10-digit mobile number.' },
    })
  })
})

describe('POST /api/check-user-exist', () => {
  test('answers 200 when both are free, else 409 with one of three texts', async () => {
    const user = await addUser()
    const ask = (email: string, phone_number: string) =>
      guest.post('/api/check-user-exist', { email, phone_number })
    const [mail, phone] = [user.email!, user.phone_number!]
    expect((await ask('free@mail.example', unused())).status).toBe(200)
    const texts = await Promise.all([ask(mail, unused()), ask('free@mail.example', phone), ask(mail, phone)])
    expect(texts.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'Email already exists'],
      [409, 'Phone number already exists'],
      [409, 'Both email and phone number already exist'],
    ])
  })
})

describe('POST /api/signup', () => {
  test('creates the account with a proof and answers with a session', async () => {
    const phone = unused()
    const otp_token = await prove(phone, 'sign-up')
    const { status, body } = await guest.post('/api/signup', { ...person(phone), otp_token })
    expect(status).toBe(201)
    expect(body).toMatchObject({ username: 'Meera Nair', balance: 0, phone_number: `+91${phone}` })
    expect(body.referral_code).toMatch(/^[A-Z2-9]{8}$/)
    expect((await apiClient(body.token).get(`/api/tdetails/${body.userId}`)).status).toBe(200)
    const again = await guest.post('/api/signup', { ...person(unused()), otp_token })
    expect([again.status, again.body.error]).toEqual([401, 'noProof'])
  })
  test('answers 401 without a valid proof for this purpose and number', async () => {
    const user = await addUser()
    const phone = unused()
    const of = await prove(user.phone_number!, 'otp-sign-in')
    const right = await prove(phone, 'sign-up')
    for (const otp_token of ['nonsense', of])
      expect((await guest.post('/api/signup', { ...person(phone), otp_token })).status).toBe(401)
    const missing = await guest.post('/api/signup', person(phone))
    expect([missing.status, missing.body.message]).toEqual([401, 'Please verify your number first.'])
    const other = await guest.post('/api/signup', { ...person(unused()), otp_token: right })
    expect(other.status).toBe(401)
    await db.update(otpChallenges).set({ expires_at: new Date(0) })
    expect((await guest.post('/api/signup', { ...person(phone), otp_token: right })).status).toBe(401)
  })
  test('reports errors by field: terms, password, referral code', async () => {
    const phone = unused()
    const otp_token = await prove(phone, 'sign-up')
    const post = (more: object) => guest.post('/api/signup', { ...person(phone), otp_token, ...more })
    expect((await post({ agreeToTerms: false })).body.errors).toEqual({
      agreeToTerms: 'Please accept the terms.',
    })
    expect((await post({ password: 'password1' })).body.errors.password).toMatch(/too common/)
    const own = await post({ password: 'Meera Nair' })
    expect([own.status, own.body.errors]).toEqual([
      422,
      { password: 'Please choose a password that is not your name, number or e-mail.' },
    ])
    const referral = await post({ referred_by: 'NOBODY99' })
    expect([referral.status, referral.body.message]).toEqual([422, 'Referral code not found.'])
    expect((await post({ referred_by: null })).status).toBe(201)
  })
  test('creates one account for 20 concurrent requests with one proof', async () => {
    const phone = unused()
    const otp_token = await prove(phone, 'sign-up')
    const all = await Promise.all(
      Array.from({ length: 20 }, () => guest.post('/api/signup', { ...person(phone), otp_token })),
    )
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('POST /api/login', () => {
  test('answers with a session', async () => {
    const user = await addUser()
    const { status, body } = await guest.post('/api/login', {
      phone_number: user.phone_number,
      password: PASSWORD,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ userId: user.id, username: 'Asha Rao', email: user.email, balance: 0 })
  })
  test('answers 401 ‘Wrong password! Please try again.’, also for an unknown number', async () => {
    const user = await addUser()
    for (const phone_number of [user.phone_number, unused()]) {
      const { status, body } = await guest.post('/api/login', { phone_number, password: 'wrong' })
      expect([status, body.message]).toEqual([401, 'Wrong password! Please try again.'])
    }
  })
  test('answers 429 with Retry-After after ten wrong passwords', async () => {
    const phone_number = unused()
    const tries = []
    for (let i = 0; i < 11; i++)
      tries.push(await guest.post('/api/login', { phone_number, password: 'wrong' }))
    const last = tries.at(-1)!
    expect(last.status).toBe(429)
    expect(last.body.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/)
    expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})

describe('POST /api/login-otp', () => {
  test('a proof opens one session', async () => {
    const user = await addUser()
    const otp_token = await prove(user.phone_number!, 'otp-sign-in')
    const post = () => guest.post('/api/login-otp', { phone_number: user.phone_number, otp_token })
    expect((await post()).body).toMatchObject({ userId: user.id })
    expect((await post()).status).toBe(401)
  })
  test('a phone number alone opens no session', async () => {
    const user = await addUser()
    const { status, body } = await guest.post('/api/login-otp', { phone_number: user.phone_number })
    expect([status, body.message]).toEqual([401, 'Please verify your number first.'])
  })
})

describe('POST /api/forget-password', () => {
  const reset = (phone_number: string, more: object) =>
    guest.post('/api/forget-password', { phone_number, new_password: NEW, ...more })
  test('changes the password with a proof, and ends every session', async () => {
    const user = await addUser()
    const phone_number = user.phone_number!
    const token = await openBearer(user.id)
    const otp_token = await prove(phone_number, 'forgot-password')
    const weak = await reset(phone_number, { new_password: 'short', otp_token })
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['new_password']])
    const { status, body } = await reset(phone_number, { otp_token })
    expect([status, body.message]).toEqual([200, 'Password reset successful!'])
    expect((await apiClient(token).get(`/api/tdetails/${user.id}`)).status).toBe(401)
    expect((await guest.post('/api/login', { phone_number, password: NEW })).status).toBe(200)
  })
  test('refuses a sign-in proof and a missing proof', async () => {
    const phone_number = (await addUser()).phone_number!
    const none = await reset(phone_number, {})
    expect([none.status, none.body.message]).toEqual([401, 'Please verify your number first.'])
    const otp_token = await prove(phone_number, 'otp-sign-in')
    expect((await reset(phone_number, { otp_token })).status).toBe(401)
  })
})

describe('POST /api/otp/send and /api/otp/verify', () => {
  test('refuse an unknown number, a registered one, a send too soon, and a wrong code', async () => {
    const user = await addUser()
    const send = (phone_number: string, purpose: string) =>
      guest.post('/api/otp/send', { phone_number, purpose })
    expect((await send(unused(), 'otp-sign-in')).body.message).toBe('❌ User does not exist. Please sign up.')
    expect((await send(user.phone_number!, 'sign-up')).status).toBe(409)
    expect((await send(user.phone_number!, 'something')).status).toBe(422)
    const sent = await send(user.phone_number!, 'otp-sign-in')
    expect(sent.status).toBe(200)
    const soon = await send(user.phone_number!, 'otp-sign-in')
    expect(soon.status).toBe(429)
    expect(Number(soon.headers.get('Retry-After'))).toBeGreaterThan(80)
    const otp = String((Number(sent.body.demo_code) + 1) % 10_000).padStart(4, '0')
    const wrong = await guest.post('/api/otp/verify', {
      phone_number: user.phone_number,
      purpose: 'otp-sign-in',
      challenge: sent.body.challenge,
      otp,
    })
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Wrong OTP. Please try again.'])
  })
  test('a code needs its challenge: none is 422, and another one costs no try', async () => {
    const user = await addUser()
    const asked = { phone_number: user.phone_number, purpose: 'otp-sign-in' }
    const { body: sent } = await guest.post('/api/otp/send', asked)
    const { body: other } = await guest.post('/api/otp/send', { ...asked, purpose: 'forgot-password' })
    const verify = (more: object) => guest.post('/api/otp/verify', { ...asked, otp: sent.demo_code, ...more })
    const without = await verify({})
    expect([without.status, without.body.errors]).toEqual([
      422,
      { challenge: 'Please ask for a code first.' },
    ])
    for (const challenge of ['nonsense', other.challenge, `${sent.challenge}x`])
      for (let tries = 0; tries < 4; tries++) {
        const { status, body } = await verify({ challenge })
        expect([status, body.error]).toEqual([401, 'ended'])
      }
    const right = await verify({ challenge: sent.challenge })
    expect(right.status).toBe(200)
    // A proof is not accepted as a challenge, nor a challenge as a proof.
    expect((await verify({ challenge: right.body.otp_token })).status).toBe(401)
    const login = { phone_number: asked.phone_number, otp_token: sent.challenge }
    expect((await guest.post('/api/login-otp', login)).status).toBe(401)
  })
  test('a code sent to a browser cannot be verified by an API client', async () => {
    const { startWithPhone } = await import('~/domain/accounts/code-sign-in.server')
    const user = await addUser()
    const visitor = { address: '', agent: null, challengeId: null, members: [] }
    await startWithPhone('otp-sign-in', { phone_number: user.phone_number!, request_key: null }, visitor)
    const [row] = await db
      .select()
      .from(otpChallenges)
      .where(eq(otpChallenges.phone_number, user.phone_number!))
    const { status, body } = await guest.post('/api/otp/verify', {
      phone_number: user.phone_number,
      purpose: 'otp-sign-in',
      challenge: row!.id,
      otp: row!.demo_code,
    })
    expect([status, body.error]).toEqual([401, 'ended'])
  })
})

describe('POST /api/users-change/{userId}', () => {
  const change = (currentPassword: string, newPassword: string, confirmNewPassword = newPassword) => ({
    currentPassword,
    newPassword,
    confirmNewPassword,
  })
  test('changes the password, keeps this token and ends the others', async () => {
    const user = await addUser()
    const [mine, other] = await Promise.all([openBearer(user.id), openBearer(user.id)])
    const path = `/api/users-change/${user.id}`
    const { status, body } = await apiClient(mine).post(path, change(PASSWORD, NEW))
    expect([status, body.success]).toEqual([200, true])
    expect((await apiClient(other).get(`/api/tdetails/${user.id}`)).status).toBe(401)
    expect((await apiClient(mine).get(`/api/tdetails/${user.id}`)).status).toBe(200)
  })
  test.each(['/api/users-change', '/api/users-change/', '/api/users-change/%20'])(
    '%s without an id answers 400 with a token and 401 without',
    async (path) => {
      const client = apiClient(await openBearer((await addUser()).id))
      for (const body of [change(PASSWORD, NEW), {}]) {
        const { status, body: answer } = await client.post(path, body)
        expect([status, answer.message]).toEqual([400, 'User ID is missing'])
      }
      const without = await guest.post(path, change(PASSWORD, NEW))
      expect([without.status, without.body.message]).toEqual([401, 'Authentication token is missing'])
    },
  )
  test('answers with the texts of invalid fields', async () => {
    const user = await addUser()
    const client = apiClient(await openBearer(user.id))
    const path = `/api/users-change/${user.id}`
    const texts = []
    for (const body of [change('', NEW), change(PASSWORD, NEW, 'x'), change('wrong', NEW)])
      texts.push(await client.post(path, body))
    expect(texts.map(({ status, body }) => [status, body.message])).toEqual([
      [400, 'All fields are required'],
      [422, 'New password and confirm password do not match'],
      [401, 'Wrong password! Please try again.'],
    ])
    const without = await guest.post(path, change(PASSWORD, NEW))
    expect([without.status, without.body.message]).toEqual([401, 'Authentication token is missing'])
  })
})

describe('POST /api/logout', () => {
  test('ends the session of this token', async () => {
    const { id, api } = await apiMember()
    expect((await api.post('/api/logout', {})).status).toBe(200)
    expect((await api.get(`/api/tdetails/${id}`)).status).toBe(401)
  })
})

describe('GET /api/getimage/{userId} and POST /api/updateimage', () => {
  afterEach(() => vi.restoreAllMocks())
  test('stores an uploaded image and returns it as WebP', async () => {
    const { id, api } = await apiMember()
    expect((await api.get(`/api/getimage/${id}`)).body).toMatchObject({ success: true, image_url: null })
    const { default: sharp } = await import('sharp')
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c2410c' } })
      .png()
      .toBuffer()
    const form = (fields: Record<string, string | Blob>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return { body }
    }
    const image = new Blob([new Uint8Array(png)], { type: 'image/png' })
    const stored = await api.ask('POST', '/api/updateimage', form({ user_id: String(id), image }))
    expect([stored.status, stored.body.message]).toEqual([200, 'Image updated successfully!'])
    const { body } = await api.get(`/api/getimage/${id}`)
    expect(body.image_url).toMatch(/^data:image\/webp;base64,/)
    const none = await api.ask('POST', '/api/updateimage', form({ user_id: String(id) }))
    expect([none.status, none.body.message]).toEqual([422, 'Please select an image'])
    const nobody = await api.ask('POST', '/api/updateimage', form({ image }))
    expect([nobody.status, nobody.body.message]).toEqual([400, 'User ID is missing'])
    const other = await api.ask('POST', '/api/updateimage', form({ user_id: String(id + 1), image }))
    expect(other.status).toBe(403)
  })
})
