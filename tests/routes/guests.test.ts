// Guests, and members whose session has ended, at the pages of members.
import { describe, expect, test } from 'vitest'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { newVisitor, type Visitor } from '../support/app'
import { signedIn } from '../support/people'

const LOGIN_FIRST = 'Please login first!'
const SIGNED_OUT = 'You were signed out. Please sign in again.'
const PASSWORD = 'Chai at five 5'

const guests: [string, () => Visitor, said: string][] = [
  ['a guest', newVisitor, LOGIN_FIRST],
  [
    'a member whose session has ended',
    () => {
      const visitor = newVisitor()
      visitor.cookies.set('token', 'ended')
      return visitor
    },
    SIGNED_OUT,
  ],
]

describe.each(guests)('%s', (_, arrive, said) => {
  test.each(['/Account', '/Account/Wallet', '/account/Wallet/xyz', '/Account/nonsense', '/Account/Wallet/'])(
    'a guest is redirected from %s to the home page, which says why and has a sign-in link',
    async (path) => {
      const visitor = arrive()
      const answer = await visitor.get(path)
      expect([answer.status, answer.location]).toEqual([302, '/'])
      const home = await visitor.get('/')
      expect(home.text).toContain(said)
      expect(home.body).toContain('href="/?dialog=sign-in"')
      expect(home.headers.get('Cache-Control')).toMatch(/private/)
      expect((await visitor.get('/')).text).not.toContain(said)
    },
  )

  test.each([
    '/Account/Wallet?dialog=withdraw',
    '/Account/Wallet?dialog=sign-in',
    '/Account?dialog=logout',
    '/Account/Referral?dialog=refer',
    '/account/nonsense?dialog=otp',
  ])('a guest is redirected from %s to the sign-in dialog, which says why, by one redirect', async (path) => {
    const visitor = arrive()
    const answer = await visitor.get(path)
    expect([answer.status, answer.location]).toEqual([303, '/?dialog=sign-in'])
    const page = await visitor.get('/?dialog=sign-in')
    expect(page.status).toBe(200)
    expect(page.text).toContain(said)
    expect(page.body).toContain('id="dialog-sign-in"')
  })
})

test('a prefetched page gets no notice and no return path', async () => {
  for (const path of ['/Account', '/Account/Wallet?dialog=withdraw']) {
    const answer = await newVisitor().get(path, { 'Sec-Purpose': 'prefetch' })
    expect(answer.headers.getSetCookie()).toEqual([])
  }
})

describe('after the sign-in', () => {
  const password_hash = hashPassword(PASSWORD)
  let serial = 0
  async function returning(path: string, from = '/?dialog=sign-in') {
    const phone = `96${String(++serial).padStart(8, '0')}`
    await signedIn({ phone_number: `+91${phone}`, password_hash: await password_hash })
    const visitor = newVisitor()
    await visitor.follow(await visitor.get(path))
    const signedInAt = await visitor.post('/auth/sign-in', { from, phone_number: phone, password: PASSWORD })
    expect(signedInAt.status).toBe(303)
    return { visitor, answer: await visitor.get(signedInAt.location!) }
  }

  test.each([
    ['/Account/Referral?dialog=refer', '/Account/Referral?dialog=refer'],
    ['/Account/Wallet?edit=upi&dialog=sign-in', '/Account/Wallet?edit=upi'],
    ['/Account?dialog=logout', '/Account'],
  ])('a dialog of %s returns to %s', async (path, to) => {
    const { visitor, answer } = await returning(path)
    expect([answer.status, answer.location]).toEqual([303, to])
    expect((await visitor.follow(answer)).text).toContain('You are signed in.')
    expect(visitor.cookies.has('kept')).toBe(false)
  })

  test('a plain page, and a sign-in elsewhere, return to the page before', async () => {
    expect((await returning('/Account/Wallet')).answer.status).toBe(200)
    const elsewhere = await returning('/Account/Referral?dialog=refer', '/Deals?dialog=sign-in')
    expect(elsewhere.answer.status).toBe(200)
    expect(elsewhere.visitor.cookies.has('kept')).toBe(false)
  })
})

test('an unknown page below /Account is 404 for a member', async () => {
  const { visitor } = await signedIn()
  expect((await visitor.get('/Account/nonsense')).status).toBe(404)
})
