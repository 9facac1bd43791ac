// Concurrent sign-ins, and sign-in while the attempt counters are unavailable.
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { otpChallenges, sessions } from '~/platform/db/schema/members'
import { addUser, newPhone, PASSWORD } from '../accounts/people'
import { newVisitor, type Answer, type Visitor } from '../support/app'

vi.spyOn(console, 'info').mockImplementation(() => {})

const notice = (page: Answer) =>
  /class="notice notice-\w+"[^>]*>([\s\S]*?)<\/p>/
    .exec(page.body)?.[1]
    ?.replace(/<[^>]*>/g, '')
    .trim()

const codeIn = (page: Answer) => /Your code is (\d{4})\./.exec(page.text)?.[1] ?? 'none'

async function askForCode(visitor: Visitor, purpose: 'otp-sign-in' | 'forgot-password', phone: string) {
  const from = `/Deals?page=2&dialog=${purpose}`
  return codeIn(await visitor.follow(await visitor.post(`/auth/${purpose}`, { from, phone_number: phone })))
}

const from = '/Deals?page=2&dialog=otp'

describe('right code entered twice at once without scripts', () => {
  test.each(['otp-sign-in', 'forgot-password'] as const)(
    '%s: either answer completes the form',
    async (purpose) => {
      const user = await addUser()
      const visitor = newVisitor()
      const otp = await askForCode(visitor, purpose, user.phone_number!)
      const answers = await Promise.all([1, 2].map(() => visitor.post('/auth/otp', { from, otp })))
      for (const answer of answers) {
        expect(answer.status).toBe(303)
        const page = await visitor.follow(answer)
        if (purpose === 'forgot-password') expect(page.text).toContain('New password')
        else {
          expect(page.body).not.toContain('<dialog')
          expect(page.text).not.toContain('An error occurred')
        }
      }
      const opened = await db.$count(sessions, eq(sessions.user_id, user.id))
      expect(opened).toBe(purpose === 'otp-sign-in' ? 1 : 0)
    },
  )

  test('the second answer alone signs in and returns to the page', async () => {
    const user = await addUser()
    const visitor = newVisitor()
    const otp = await askForCode(visitor, 'otp-sign-in', user.phone_number!)
    const join = visitor.cookies.get('join')!
    await visitor.post('/auth/otp', { from, otp })
    const second = await visitor.post('/auth/otp', { from, otp }, { Cookie: `join=${join}` })
    expect(second.location).toBe('/Deals?page=2')
    const page = await visitor.follow(second)
    expect(notice(page)).toBe('You are signed in.')
    expect(page.body).not.toContain('<dialog')
  })
})

describe('unreadable attempt counters', () => {
  afterEach(() => db.execute(sql`ALTER TABLE IF EXISTS rate_limits_lost RENAME TO rate_limits`))
  const lose = () => db.execute(sql`ALTER TABLE rate_limits RENAME TO rate_limits_lost`)

  test('refuse the right password: Login failed. Please try again.', async () => {
    const user = await addUser()
    await lose()
    const visitor = newVisitor()
    const answer = await visitor.post('/auth/sign-in', {
      from: '/?dialog=sign-in',
      phone_number: user.phone_number!,
      password: PASSWORD,
    })
    expect(answer.status).toBe(303)
    const page = await visitor.follow(answer)
    expect(notice(page)).toBe('Login failed. Please try again.')
    expect(page.body).toContain(`value="${user.phone_number}"`)
    expect(visitor.cookies.has('token')).toBe(false)
    expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(0)
  })

  test('refuse the right code, which works afterwards', async () => {
    const visitor = newVisitor()
    const otp = await askForCode(visitor, 'otp-sign-in', (await addUser()).phone_number!)
    await lose()
    const enter = async () => notice(await visitor.follow(await visitor.post('/auth/otp', { from, otp })))
    expect(await enter()).toBe('Oops... An error occurred during OTP verification. Please try again.')
    expect(visitor.cookies.has('token')).toBe(false)
    await db.execute(sql`ALTER TABLE rate_limits_lost RENAME TO rate_limits`)
    expect(await enter()).toBe('You are signed in.')
  })

  test.each([
    ['otp-sign-in', 'Login failed. Please try again.'],
    ['forgot-password', 'Something went wrong! Try again.'],
    ['sign-up', 'Signup failed!'],
  ])('prevent sending a code for %s: %s', async (form, text) => {
    const user = await addUser()
    await lose()
    const phone_number = form === 'sign-up' ? newPhone() : user.phone_number!
    const person = { username: 'Ravi Menon', email: 'r@mail.example', password: PASSWORD, agreeToTerms: 'on' }
    const visitor = newVisitor()
    const fields = { from: `/?dialog=${form}`, phone_number, ...(form === 'sign-up' ? person : {}) }
    const page = await visitor.follow(await visitor.post(`/auth/${form}`, fields))
    expect(notice(page)).toBe(text)
    expect(await db.$count(otpChallenges, eq(otpChallenges.phone_number, phone_number))).toBe(0)
  })

  test('leave the catalogue available', async () => {
    await lose()
    for (const path of ['/', '/Deals', '/?dialog=sign-in'])
      expect((await newVisitor().get(path)).status).toBe(200)
  })
})
