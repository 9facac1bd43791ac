// The join dialog without scripts.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { otpChallenges, sessions, users } from '~/platform/db/schema/members'
import { addUser, newPhone, otherThan, PASSWORD } from '../accounts/people'
import { newVisitor, type Answer, type Fields, type Visitor } from '../support/app'

vi.spyOn(console, 'info').mockImplementation(() => {})

/** Values of all fields of the form with this action. */
function readForm(page: Answer, action: string): Record<string, string> {
  const form = page.body.match(new RegExp(`<form[^>]*action="${action}"[\\s\\S]*?</form>`))?.[0]
  if (!form) throw new Error(`no form for ${action}`)
  const values: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(input)?.[1]
    if (!name || /type="checkbox"/.test(input)) continue
    values[name] = (/\bvalue="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&')
  }
  return values
}

/** Opens a page, submits its form and follows the redirects. */
async function submit(visitor: Visitor, url: string, action: string, fields: Fields) {
  const page = await visitor.get(url)
  expect(page.status).toBe(200)
  const answer = await visitor.post(action, { ...readForm(page, action), ...fields })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  return { answer, page: await visitor.follow(answer) }
}

const codeIn = (page: Answer) =>
  /Demo mode: no SMS is sent\. Your code is (\d{4})\./.exec(page.text)?.[1] ?? 'no code'

const notice = (page: Answer) =>
  /class="notice notice-(\w+)"[^>]*>([\s\S]*?)<\/p>/
    .exec(page.body)?.[2]
    ?.replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .trim()

function newcomer(more: Fields = {}): Fields & { phone_number: string; email: string } {
  const phone = newPhone()
  return {
    username: 'Ravi Menon',
    phone_number: phone,
    email: `${phone.slice(1)}@mail.example`,
    password: PASSWORD,
    agreeToTerms: 'on',
    ...more,
  } as never
}

const findUser = async (phone: string) =>
  (await db.select().from(users).where(eq(users.phone_number, phone)))[0] ?? null

const listSessions = (userId: number) => db.select().from(sessions).where(eq(sessions.user_id, userId))

/** Backdates the last code of this phone. */
const age = (phone: string, seconds: number) =>
  db
    .update(otpChallenges)
    .set({ sent_at: sql`sent_at - make_interval(secs => ${seconds})` })
    .where(eq(otpChallenges.phone_number, phone))

describe('a browser that keeps no cookies', () => {
  /** What the page says that follows a form of `url`. */
  async function sayAfter(url: string, action: string, fields: Fields) {
    const visitor = newVisitor()
    const page = await visitor.get(url)
    expect(page.headers.get('Set-Cookie')).toMatch(/^probe=1;/)
    visitor.cookies.clear()
    const answer = await visitor.post(action, { ...readForm(page, action), ...fields })
    expect(answer.status).toBe(303)
    visitor.cookies.clear()
    const next = await visitor.get(answer.location!)
    expect(next.headers.get('Cache-Control')).toBe('private, no-store')
    return { visitor, location: answer.location!, said: notice(next) }
  }

  const NO_COOKIES =
    'Your browser keeps no cookies, so you cannot sign in. Allow them for this site, and try again.'

  test('a browser without cookies gets a message after sign-in, right or wrong, and after sign-up', async () => {
    const phone_number = (await addUser()).phone_number!
    for (const password of [PASSWORD, 'Wrong-password-1']) {
      const fields = { phone_number, password }
      const { said } = await sayAfter('/Deals?dialog=sign-in', '/auth/sign-in', fields)
      expect(said).toBe(NO_COOKIES)
    }
    expect((await sayAfter('/?dialog=sign-up', '/auth/sign-up', newcomer())).said).toBe(NO_COOKIES)
    expect((await sayAfter('/Singup', '/auth/sign-up', newcomer())).said).toBe(NO_COOKIES)
  })

  test('the browser signs in once it accepts cookies, and the URL is clean again', async () => {
    const phone_number = (await addUser()).phone_number!
    const fields = { phone_number, password: PASSWORD }
    const { visitor } = await sayAfter('/Deals?dialog=sign-in', '/auth/sign-in', fields)
    const again = '/Deals?dialog=sign-in&cookies=off'
    const { answer, page } = await submit(visitor, again, '/auth/sign-in', fields)
    expect(answer.location).toBe('/Deals')
    expect(notice(page)).toBe('You are signed in.')
  })

  test('a form that no page sent does not report missing cookies', async () => {
    const phone_number = (await addUser()).phone_number!
    const answer = await newVisitor().post('/auth/sign-in', { phone_number, password: PASSWORD, from: '/' })
    expect(answer.location).toBe('/')
  })
})

describe('sign-up', () => {
  test('by OTP on any page creates the account, signs in and returns to the page', async () => {
    const visitor = newVisitor()
    const person = newcomer()
    const { page } = await submit(visitor, '/?dialog=sign-up', '/auth/sign-up', person)
    expect(page.text).toContain('OTP Verification')
    expect(page.text).toContain(`+91 ••••• ••${person.phone_number.slice(-3)}`)
    expect(page.text).toMatch(/You can ask for a new code in \d+ s/)
    const { answer, page: end } = await submit(visitor, '/?dialog=otp', '/auth/otp', { otp: codeIn(page) })
    expect(answer.location).toBe('/')
    expect(notice(end)).toBe('Signup Successful!')
    expect(visitor.cookies.get('token')).toMatch(/^[\w-]{43}$/)
    expect(visitor.cookies.has('join')).toBe(false)
    expect(await findUser(person.phone_number)).toMatchObject({ username: 'Ravi Menon', email: person.email })
  })

  test('accepts the four digits in separate fields', async () => {
    const visitor = newVisitor()
    const { page } = await submit(visitor, '/?dialog=sign-up', '/auth/sign-up', newcomer())
    const { page: end } = await submit(visitor, '/?dialog=otp', '/auth/otp', { otp: [...codeIn(page)] })
    expect(notice(end)).toBe('Signup Successful!')
  })

  test('as a page at /Singup shows its errors there', async () => {
    const visitor = newVisitor()
    const person = newcomer({ phone_number: '123', email: 'ravi@mail.example' })
    const { answer, page } = await submit(visitor, '/Singup', '/auth/sign-up', person)
    expect(answer.location).toBe('/Singup')
    expect(page.text).toContain('Please enter a valid 10-digit mobile number.')
    expect(page.body).toContain('value="ravi@mail.example"')
    expect(page.body).toContain('value="123"')
    expect(page.body).not.toContain(PASSWORD)
    const { page: otp } = await submit(visitor, '/Singup', '/auth/sign-up', newcomer())
    const { page: end } = await submit(visitor, '/Singup?dialog=otp', '/auth/otp', { otp: codeIn(otp) })
    expect(notice(end)).toBe('Signup Successful!')
    expect((await visitor.get('/Singup')).location).toBe('/')
  })

  test('reports an empty form at each field and stores nothing', async () => {
    const before = await db.$count(otpChallenges)
    const { page } = await submit(newVisitor(), '/?dialog=sign-up', '/auth/sign-up', {})
    for (const text of [
      'Enter your full name.',
      'Enter your mobile number.',
      'Enter your e-mail address.',
      'Enter your password.',
    ])
      expect(page.text).toContain(text)
    expect(notice(page)).toBe('Please correct the 5 fields that are marked.')
    expect(page.text).toContain('Please accept the terms.')
    expect(await db.$count(otpChallenges)).toBe(before)
  })

  test('reports all errors at once: fields, referral code and a taken number', async () => {
    const taken = await addUser()
    const { page } = await submit(newVisitor(), '/?dialog=sign-up', '/auth/sign-up', {
      username: '',
      phone_number: taken.phone_number!,
      email: taken.email!,
      password: 'short',
      referred_by: 'NOBODY22',
    })
    expect(notice(page)).toBe('Both email and phone number already exist!')
    for (const text of [
      'Enter your full name.',
      'Please choose a password of 8 to 128 characters.',
      'Referral code not found.',
      'Please accept the terms.',
    ])
      expect(page.text).toContain(text)
    const { page: right } = await submit(newVisitor(), '/?dialog=sign-up', '/auth/sign-up', {
      ...newcomer({ email: taken.email! }),
      referred_by: 'NOBODY22',
    })
    expect(notice(right)).toBe('Email already exists!')
    expect(right.text).toContain('Referral code not found.')
  })

  test('returns from a mistyped number to the form with all input except the password', async () => {
    const friend = await addUser()
    const visitor = newVisitor()
    const person = newcomer({ referred_by: friend.referral_code! })
    const { page } = await submit(visitor, '/?dialog=sign-up', '/auth/sign-up', person)
    expect(page.text).toMatch(/Wrong number\? Change it/)
    expect(page.body).toContain('href="/?dialog=sign-up"')
    // Where the number is masked, it must not appear elsewhere on the page.
    expect(page.body).not.toContain(person.phone_number.slice(3))
    for (const path of ['/?dialog=sign-up', '/Singup']) {
      const form = await visitor.get(path)
      for (const value of ['Ravi Menon', person.phone_number.slice(3), person.email, friend.referral_code])
        expect(form.body).toContain(`value="${value}"`)
      expect(form.body).not.toContain(PASSWORD)
    }
    const other = newPhone()
    const { page: next } = await submit(visitor, '/?dialog=sign-up', '/auth/sign-up', {
      phone_number: other,
      password: PASSWORD,
      agreeToTerms: 'on',
    })
    const { page: end } = await submit(visitor, '/?dialog=otp', '/auth/otp', { otp: codeIn(next) })
    expect(notice(end)).toBe('Signup Successful!')
    expect(await findUser(other)).toMatchObject({ username: 'Ravi Menon', referred_by: friend.id })
    expect(await findUser(person.phone_number)).toBeNull()
  })

  test.each([
    ['username', 'A', 'Please enter your full name (2 to 80 characters).'],
    ['email', 'ravi', 'Please enter a valid email address.'],
    ['password', 'short', 'Please choose a password of 8 to 128 characters.'],
    ['password', 'password1', 'This password is too common. Please choose another one.'],
    ['password', 'Ravi Menon', 'Please choose a password that is not your name, number or e-mail.'],
    ['referred_by', 'NOBODY22', 'Referral code not found.'],
  ])('refuses %s %s: %s', async (field, value, text) => {
    const { page } = await submit(
      newVisitor(),
      '/?dialog=sign-up',
      '/auth/sign-up',
      newcomer({ [field]: value }),
    )
    expect(page.text).toContain(text)
    expect(page.text).toContain('Sign Up')
  })

  test('reports a taken e-mail, a taken number, or both', async () => {
    const there = await addUser()
    const [email, phone_number] = [there.email!, there.phone_number!]
    const go = async (more: Fields) =>
      (await submit(newVisitor(), '/?dialog=sign-up', '/auth/sign-up', newcomer(more))).page
    const byEmail = await go({ email })
    expect(notice(byEmail)).toBe('Email already exists!')
    expect(byEmail.body).toMatch(/class="field-error">Email already exists!/)
    expect(notice(await go({ phone_number }))).toBe('Phone number already exists!')
    expect(notice(await go({ email, phone_number }))).toBe('Both email and phone number already exist!')
  })

  test('tells the second of two sign-ups with one e-mail at the form and creates no account', async () => {
    const [first, second] = [newVisitor(), newVisitor()]
    const one = newcomer()
    const two = newcomer({ email: one.email })
    const { page: codeOfOne } = await submit(first, '/?dialog=sign-up', '/auth/sign-up', one)
    const { page: codeOfTwo } = await submit(second, '/?dialog=sign-up', '/auth/sign-up', two)
    await submit(first, '/?dialog=otp', '/auth/otp', { otp: codeIn(codeOfOne) })
    const { answer, page } = await submit(second, '/?dialog=otp', '/auth/otp', { otp: codeIn(codeOfTwo) })
    expect(answer.location).toBe('/?dialog=sign-up')
    expect(notice(page)).toBe('Email already exists!')
    expect(await findUser(two.phone_number)).toBeNull()
  })

  test('fills in the referral code of ?ref=, and ignores an unknown one', async () => {
    const friend = await addUser()
    const visitor = newVisitor()
    const url = `/?ref=${friend.referral_code!.toLowerCase()}&dialog=sign-up`
    const page = await visitor.get(url)
    expect(readForm(page, '/auth/sign-up').referred_by).toBe(friend.referral_code)
    const person = newcomer()
    const { page: otp } = await submit(visitor, url, '/auth/sign-up', person)
    await submit(visitor, '/?dialog=otp', '/auth/otp', { otp: codeIn(otp) })
    expect((await findUser(person.phone_number))!.referred_by).toBe(friend.id)
    const late = newVisitor()
    await late.get(`/TopStores?ref=${friend.referral_code}`)
    expect(readForm(await late.get('/Singup'), '/auth/sign-up').referred_by).toBe(friend.referral_code)
    const nobody = await newVisitor().get('/?ref=NOBODY22&dialog=sign-up')
    expect(readForm(nobody, '/auth/sign-up').referred_by).toBe('')
  })

  test('submitted by double click is one challenge, and a repeated code no second account', async () => {
    const visitor = newVisitor()
    const person = newcomer()
    const form = { ...readForm(await visitor.get('/?dialog=sign-up'), '/auth/sign-up'), ...person }
    const answers = await Promise.all([1, 2].map(() => visitor.post('/auth/sign-up', form)))
    expect(answers.map((a) => a.location)).toEqual(['/?dialog=otp', '/?dialog=otp'])
    const rows = await db
      .select()
      .from(otpChallenges)
      .where(eq(otpChallenges.phone_number, person.phone_number))
    expect(rows).toHaveLength(1)
    const otp = codeIn(await visitor.get('/?dialog=otp'))
    const entered = await Promise.all(
      [1, 2].map(() => visitor.post('/auth/otp', { from: '/?dialog=otp', otp })),
    )
    expect(entered.map((a) => a.status)).toEqual([303, 303])
    expect(await listSessions((await findUser(person.phone_number))!.id)).toHaveLength(1)
  })
})

test('many concurrent sign-ups are refused: Signup failed!', async () => {
  const visitors = Array.from({ length: 90 }, () => newVisitor())
  const answers = await Promise.all(
    visitors.map((visitor) => visitor.post('/auth/sign-up', { from: '/Singup', ...newcomer() })),
  )
  expect(new Set(answers.map((a) => a.location))).toEqual(new Set(['/Singup?dialog=otp', '/Singup']))
  const refused = answers.findIndex((a) => a.location === '/Singup')
  expect(notice(await visitors[refused]!.follow(answers[refused]!))).toBe('Signup failed!')
})

describe('sign-in by password', () => {
  const go = async (fields: Fields, visitor = newVisitor()) => ({
    visitor,
    ...(await submit(visitor, '/TopStores?dialog=sign-in', '/auth/sign-in', fields)),
  })

  test('signs in and returns to the page; remembered for 30 days', async () => {
    const user = await addUser()
    const { answer, page } = await go({ phone_number: user.phone_number!, password: PASSWORD })
    expect(answer.location).toBe('/TopStores')
    expect(notice(page)).toBe('You are signed in.')
    expect(answer.headers.getSetCookie().find((c) => c.startsWith('token='))).toMatch(
      /; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const { answer: kept } = await go({
      phone_number: user.phone_number!,
      password: PASSWORD,
      rememberMe: 'on',
    })
    expect(kept.headers.getSetCookie().find((c) => c.startsWith('token='))).toContain('Max-Age=2592000')
  })

  test('ends the browser’s previous session', async () => {
    const user = await addUser()
    const fields = { phone_number: user.phone_number!, password: PASSWORD }
    const { visitor } = await go(fields)
    const first = visitor.cookies.get('token')
    await visitor.post('/auth/sign-in', { from: '/?dialog=sign-in', ...fields })
    expect(visitor.cookies.get('token')).not.toBe(first)
    expect(await listSessions(user.id)).toHaveLength(1)
  })

  test('dialogs are not shown to a signed-in member', async () => {
    const { visitor } = await go({ phone_number: (await addUser()).phone_number!, password: PASSWORD })
    for (const view of ['sign-in', 'sign-up', 'otp-sign-in', 'otp']) {
      const answer = await visitor.get(`/Deals?page=2&dialog=${view}`)
      expect([answer.status, answer.location]).toEqual([303, '/Deals?page=2'])
    }
    for (const view of ['forgot-password', 'reset-password'])
      expect((await visitor.get(`/Deals?dialog=${view}`)).body).toContain(`id="dialog-${view}"`)
  })

  test('with a wrong password shows the message and keeps the number, not the password', async () => {
    const user = await addUser()
    const { answer, page, visitor } = await go({ phone_number: user.phone_number!, password: 'not this one' })
    expect(answer.location).toBe('/TopStores?dialog=sign-in')
    expect(notice(page)).toBe('Wrong password! Please try again.')
    expect(page.body).toContain(`value="${user.phone_number}"`)
    expect(page.body).not.toContain('not this one')
    expect(visitor.cookies.has('token')).toBe(false)
    // The number is carried over to the other ways to sign in, without scripts.
    for (const view of ['otp-sign-in', 'forgot-password'])
      expect((await visitor.get(`/?dialog=${view}`)).body).toContain(`value="${user.phone_number!.slice(3)}"`)
    await submit(visitor, '/?dialog=sign-in', '/auth/sign-in', {
      phone_number: user.phone_number!,
      password: PASSWORD,
    })
    expect(visitor.cookies.has('join')).toBe(false)
  })

  test('reports errors at the fields', async () => {
    const { page } = await go({ phone_number: '12', password: '' })
    expect(page.text).toContain('Please enter a valid 10-digit mobile number.')
    expect(page.text).toContain('Enter your password.')
  })

  test('is limited: Too many attempts. Please try again in 15 minutes.', async () => {
    const user = await addUser()
    const visitor = newVisitor()
    const fields = { from: '/?dialog=sign-in', phone_number: user.phone_number!, password: 'not this one' }
    for (let i = 0; i < 10; i++) await visitor.post('/auth/sign-in', fields)
    const page = await visitor.follow(await visitor.post('/auth/sign-in', fields))
    expect(notice(page)).toBe('Too many attempts. Please try again in 15 minutes.')
  })

  test('works in a browser known to the member after strangers used up their attempts', async () => {
    const user = await addUser()
    const phone_number = user.phone_number!
    const { visitor: known } = await go({ phone_number, password: PASSWORD })
    await known.post('/auth/sign-out', { from: '/?dialog=logout' })
    expect(known.cookies.has('token')).toBe(false)
    const stranger = newVisitor()
    const guess = { from: '/?dialog=sign-in', phone_number, password: 'not this one' }
    for (let i = 0; i < 11; i++) await stranger.post('/auth/sign-in', guess)
    const form = { ...guess, password: PASSWORD }
    await stranger.post('/auth/sign-in', form)
    expect(stranger.cookies.has('token')).toBe(false)
    // A forged cookie, or one of another browser, has no effect.
    const { visitor: other } = await go({ phone_number: (await addUser()).phone_number!, password: PASSWORD })
    for (const device of [other.cookies.get('device')!, 'AAAA'.repeat(30)]) {
      const made = newVisitor()
      made.cookies.set('device', device)
      await made.post('/auth/sign-in', form)
      expect(made.cookies.has('token')).toBe(false)
    }
    await known.post('/auth/sign-in', form)
    expect(known.cookies.has('token')).toBe(true)
  })

  test('many concurrent sign-ins are refused: Login failed. Please try again.', async () => {
    const visitors = Array.from({ length: 90 }, () => newVisitor())
    const answers = await Promise.all(
      visitors.map((visitor) =>
        visitor.post('/auth/sign-in', { from: '/?dialog=sign-in', phone_number: newPhone(), password: 'x' }),
      ),
    )
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([303]))
    const pages = await Promise.all(visitors.map((visitor, at) => visitor.follow(answers[at]!)))
    expect(new Set(pages.map(notice))).toEqual(
      new Set(['Wrong password! Please try again.', 'Login failed. Please try again.']),
    )
  })
})

describe('sign-in with OTP', () => {
  test('signs in and returns to the page', async () => {
    const user = await addUser()
    const visitor = newVisitor()
    const { page } = await submit(visitor, '/Deals?page=2&dialog=otp-sign-in', '/auth/otp-sign-in', {
      phone_number: user.phone_number!,
    })
    const { answer, page: end } = await submit(visitor, '/Deals?page=2&dialog=otp', '/auth/otp', {
      otp: codeIn(page),
    })
    expect(answer.location).toBe('/Deals?page=2')
    expect(notice(end)).toBe('You are signed in.')
    expect(await listSessions(user.id)).toHaveLength(1)
  })

  test('refuses an unknown number: ❌ User does not exist. Please sign up.', async () => {
    for (const view of ['otp-sign-in', 'forgot-password']) {
      const phone_number = newPhone()
      const { answer, page } = await submit(newVisitor(), `/?dialog=${view}`, `/auth/${view}`, {
        phone_number,
      })
      expect(answer.location).toBe(`/?dialog=${view}`)
      expect(notice(page)).toBe('❌ User does not exist. Please sign up.')
      expect(page.body).toMatch(/<a class="button button-primary"[^>]*dialog=sign-up[^>]*>Sign Up<\/a>/)
      expect(page.body).toContain(`value="${phone_number}"`)
    }
  })

  async function waiting() {
    const user = await addUser()
    const visitor = newVisitor()
    const { page } = await submit(visitor, '/?dialog=otp-sign-in', '/auth/otp-sign-in', {
      phone_number: user.phone_number!,
    })
    return { user, phone: user.phone_number!, visitor, code: codeIn(page) }
  }
  const enter = async (visitor: Visitor, otp: string | string[]) =>
    (await submit(visitor, '/?dialog=otp', '/auth/otp', { otp })).page

  test('reports a wrong code: Oops... Wrong OTP. Please try again.; three end the code', async () => {
    const { visitor, code, user } = await waiting()
    const OVER = 'This code has expired. Please ask for a new one.'
    for (let i = 0; i < 3; i++) {
      const wrong = await visitor.follow(
        await visitor.post('/auth/otp', { from: '/?dialog=otp', otp: otherThan(code) }),
      )
      expect(notice(wrong)).toBe('Oops... Wrong OTP. Please try again.')
      expect(wrong.text.includes(OVER)).toBe(i === 2)
      expect(wrong.body.includes('name="otp"')).toBe(i < 2)
    }
    const late = await visitor.follow(await visitor.post('/auth/otp', { from: '/?dialog=otp', otp: code }))
    expect(notice(late)).toBe('Oops... An error occurred during OTP verification. Please try again.')
    expect(late.text).toContain(OVER)
    expect(await listSessions(user.id)).toHaveLength(0)
  })

  test('reports fewer than four digits without costing a try', async () => {
    const { visitor, code } = await waiting()
    for (const otp of ['', '12', ['1', '', '2', 'x']])
      expect((await enter(visitor, otp)).text).toContain('Please enter the 4 digits of your code.')
    expect(
      notice(
        await enter(
          visitor,
          [...code].map((digit) => ` ${digit}`),
        ),
      ),
    ).toBe('You are signed in.')
  })

  test('refuses the code of another browser', async () => {
    const { code } = await waiting()
    const other = newVisitor()
    const page = await other.follow(await other.post('/auth/otp', { from: '/?dialog=otp', otp: code }))
    expect(page.text).toContain('There is no code to enter here. Please ask for one first.')
    expect(other.cookies.has('token')).toBe(false)
  })

  test('makes another browser wait before its code', async () => {
    const { phone } = await waiting()
    const { page } = await submit(newVisitor(), '/?dialog=otp-sign-in', '/auth/otp-sign-in', {
      phone_number: phone,
    })
    expect(notice(page)).toMatch(/^You can ask for a new code in \d+ s$/)
  })

  test('offers Resend OTP after 90 s and refuses it before', async () => {
    const { phone, visitor, code } = await waiting()
    const early = await visitor.get('/?dialog=otp')
    expect(early.text).not.toContain('Resend OTP')
    const refused = await visitor.follow(await visitor.post('/auth/resend', { from: '/?dialog=otp' }))
    expect(notice(refused)).toMatch(/^You can ask for a new code in \d+ s$/)
    expect(codeIn(refused)).toBe(code)
    await age(phone, 90)
    expect((await visitor.get('/?dialog=otp')).text).not.toContain('You can ask for a new code')
    const { page } = await submit(visitor, '/?dialog=otp', '/auth/resend', {})
    expect(notice(page)).toBe('A new code is on its way.')
    expect(notice(await enter(visitor, codeIn(page)))).toBe('You are signed in.')
  })

  test('sends five codes an hour: Too many attempts. Please try again in 60 minutes.', async () => {
    const { phone, visitor } = await waiting()
    for (let sent = 1; sent <= 5; sent++) {
      await age(phone, 91)
      const page = await visitor.follow(await visitor.post('/auth/resend', { from: '/?dialog=otp' }))
      expect(notice(page)).toBe(
        sent < 5 ? 'A new code is on its way.' : 'Too many attempts. Please try again in 60 minutes.',
      )
    }
  })
})

describe('forgot password', () => {
  const NEW = 'another calm lake'

  async function proven() {
    const user = await addUser()
    const visitor = newVisitor()
    const { page } = await submit(visitor, '/?dialog=forgot-password', '/auth/forgot-password', {
      phone_number: user.phone_number!,
    })
    const { answer, page: next } = await submit(visitor, '/?dialog=otp', '/auth/otp', { otp: codeIn(page) })
    expect(answer.location).toBe('/?dialog=reset-password')
    expect(next.text).toContain('Reset Password')
    return { user, visitor }
  }
  const reset = (visitor: Visitor, new_password: string, confirm_password = new_password) =>
    submit(visitor, '/?dialog=reset-password', '/auth/reset-password', { new_password, confirm_password })

  test('replaces the password: Password reset successful!', async () => {
    const { user, visitor } = await proven()
    const { answer, page } = await reset(visitor, NEW)
    expect(answer.location).toBe('/?dialog=sign-in')
    expect(notice(page)).toBe('Password reset successful!')
    const { page: end } = await submit(visitor, '/?dialog=sign-in', '/auth/sign-in', {
      phone_number: user.phone_number!,
      password: NEW,
    })
    expect(notice(end)).toBe('You are signed in.')
  })

  test('reports different passwords with both messages and keeps neither', async () => {
    const { visitor } = await proven()
    const { page, answer } = await reset(visitor, NEW, 'another calm lage')
    expect(notice(page)).toBe('password and confirm password not match')
    expect(page.text).toContain('Passwords do not match!')
    expect(page.body + answer.headers.getSetCookie().join()).not.toContain('another calm')
    expect((await reset(visitor, 'password1')).page.text).toContain('This password is too common.')
    expect(notice((await reset(visitor, NEW)).page)).toBe('Password reset successful!')
  })

  test('refuses a reset without a proof: Something went wrong! Try again.', async () => {
    const visitor = newVisitor()
    expect((await visitor.get('/?dialog=reset-password')).body).not.toContain('name="new_password"')
    const answer = await visitor.post('/auth/reset-password', {
      from: '/?dialog=reset-password',
      new_password: NEW,
      confirm_password: NEW,
    })
    expect(notice(await visitor.follow(answer))).toBe('Something went wrong! Try again.')
  })
})

describe('logout', () => {
  async function signedIn() {
    const user = await addUser()
    const visitor = newVisitor()
    await submit(visitor, '/?dialog=sign-in', '/auth/sign-in', {
      phone_number: user.phone_number!,
      password: PASSWORD,
    })
    return { user, visitor }
  }

  test('asks first; confirming ends the session on the server and in the browser', async () => {
    const { user, visitor } = await signedIn()
    const dialog = await visitor.get('/Account?dialog=logout')
    expect(dialog.text).toContain('Are you sure?')
    expect(dialog.text).toContain('You want to logout your account?!')
    const { answer, page } = await submit(visitor, '/Account?dialog=logout', '/auth/sign-out', {})
    expect(answer.location).toBe('/')
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect(notice(page)).toBe('Logout! You are logged out successfully.')
    expect(await listSessions(user.id)).toHaveLength(0)
    expect((await visitor.get('/Account')).location).toBe('/')
    expect((await visitor.post('/auth/sign-out', {})).status).toBe(303)
  })

  test('a request with two token cookies is treated as signed out', async () => {
    const { visitor } = await signedIn()
    const token = `token=${visitor.cookies.get('token')}`
    expect((await visitor.get('/Account', { Cookie: token })).status).toBe(200)
    expect((await visitor.get('/Account', { Cookie: `${token}; token=other` })).location).toBe('/')
    expect((await visitor.get('/Account', { Cookie: `token=other; ${token}` })).location).toBe('/')
  })

  test('Cancel shows Logout Cancelled and keeps the session', async () => {
    const { user, visitor } = await signedIn()
    const dialog = await visitor.get('/Account/History?dialog=logout')
    const cancel = /href="(\/auth\/stay[^"]*)"/.exec(dialog.body)![1]!
    const answer = await visitor.get(cancel)
    expect([answer.status, answer.location]).toEqual([303, '/Account/History'])
    expect(notice(await visitor.follow(answer))).toBe('Logout Cancelled')
    expect(notice(await visitor.get('/Account/History'))).toBeUndefined()
    expect(await listSessions(user.id)).toHaveLength(1)
  })

  test('Cancel redirects only within this site', async () => {
    for (const from of ['//evil.example', 'https://evil.example/', '/\\evil.example', ''])
      expect((await newVisitor().get(`/auth/stay?${new URLSearchParams({ from })}`)).location).toBe('/')
  })
})

describe('routes of /auth', () => {
  const NAMES = 'sign-in sign-up otp-sign-in forgot-password otp resend reset-password sign-out'.split(' ')

  // 'Try again' on an error page and reloading its URL send plain GET requests.
  test.each(NAMES)('GET /auth/%s redirects to its form', async (name) => {
    const forms: Record<string, string> = { resend: '/?dialog=otp', 'sign-out': '/Account?dialog=logout' }
    const answer = await newVisitor().get(`/auth/${name}`)
    expect([answer.status, answer.location]).toEqual([302, forms[name] ?? `/?dialog=${name}`])
  })

  test.each(NAMES)('POST /auth/%s from another site is refused', async (name) => {
    const answer = await newVisitor().post(`/auth/${name}`, {}, { 'Sec-Fetch-Site': 'cross-site' })
    expect(answer.status).toBe(403)
  })

  test('each dialog view renders for guests, and the page for members', async () => {
    for (const view of ['sign-in', 'sign-up', 'otp-sign-in', 'forgot-password', 'otp', 'reset-password']) {
      const page = await newVisitor().get(`/?dialog=${view}`)
      expect(page.status).toBe(200)
      expect(page.body).toContain(`id="dialog-${view}"`)
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    }
  })
})
