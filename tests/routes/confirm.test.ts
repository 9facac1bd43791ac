import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { closeOtherSessions, openSession } from '~/domain/accounts/sessions.server'
import { db } from '~/platform/db/client.server'
import { rateLimits, sessions } from '~/platform/db/schema/members'
import { findPayoutDestination } from '~/domain/wallet/destinations.server'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'

const PASSWORD = 'Chai at five 5'
let password_hash: string
beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD)
})

const upi = { from: '/Account/Wallet?edit=upi', upi: 'asha.rao@okbank' }
const bank = {
  from: '/Account/Wallet?edit=bank',
  acc_number: '001234567890',
  acc_holder_name: 'Asha Rao',
  ifsc_code: 'abcd0123456',
  bank_name: 'CRN 7',
}
const CONFIRM = '/auth/confirm?from=%2FAccount%2FWallet%3Fedit%3Dupi'

/** A member who signed in with a code. */
const byCode = () => signedIn({ password_hash }, { openedBy: 'code' })

const stored = async (id: number, method: 'bank' | 'upi') =>
  (await findPayoutDestination(db, id, method))?.details ?? null

const confirm = (visitor: ReturnType<typeof newVisitor>, password = PASSWORD, from = CONFIRM) =>
  visitor.post('/auth/confirm', { from, password })

describe('payout details in a session opened by a code', () => {
  test('are saved after the password is confirmed', async () => {
    const { id, visitor } = await byCode()
    const answer = await visitor.post('/Account/Wallet/upi', upi)
    expect([answer.status, answer.location]).toEqual([303, CONFIRM])
    expect(await stored(id, 'upi')).toBeNull()
    const kept = answer.headers.getSetCookie().find((line) => line.startsWith('confirm='))!
    expect(kept).toMatch(/^confirm=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900$/)

    const page = await visitor.follow(answer)
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.text).toContain('Confirm your password')
    expect(page.text).toContain('then your UPI ID is saved')
    expect(page.body).toMatch(/<input[^>]*type="password"[^>]*name="password"/)
    expect(page.body).not.toContain('asha.rao')

    const done = await confirm(visitor)
    expect([done.status, done.location]).toEqual([303, '/Account/Wallet#upi-details'])
    expect((await visitor.follow(done)).text).toContain('Added Successfully!')
    expect(await stored(id, 'upi')).toBe('{"upi":"asha.rao@okbank"}')
    expect(visitor.cookies.has('confirm')).toBe(false)
  })

  test('can be changed for 15 minutes after confirmation', async () => {
    const { id, visitor } = await byCode()
    expect((await visitor.follow(await confirm(visitor))).text).toContain(
      'Your password is confirmed for 15 minutes.',
    )
    expect((await visitor.post('/Account/Wallet/bank', bank)).location).toBe('/Account/Wallet#bank-details')
    expect(await stored(id, 'bank')).toContain('001234567890')
    await db
      .update(sessions)
      .set({ confirmed_at: sql`now() - interval '15 minutes'` })
      .where(eq(sessions.user_id, id))
    expect((await visitor.post('/Account/Wallet/upi', upi)).location).toBe(CONFIRM)
    expect(await stored(id, 'upi')).toBeNull()
  })

  test('need a separate confirmation in each session', async () => {
    const { id, visitor } = await byCode()
    await confirm(visitor)
    const other = newVisitor()
    const facts = { userId: id, remember: false, kind: 'cookie', openedBy: 'code', agent: null } as const
    other.cookies.set('token', (await openSession(facts)).token)
    expect((await other.post('/Account/Wallet/upi', upi)).location).toBe(CONFIRM)
  })

  test('a wrong password is reported at the field, and the pending form is kept', async () => {
    const { id, visitor } = await byCode()
    await visitor.follow(await visitor.post('/Account/Wallet/bank', bank))
    const answer = await confirm(visitor, 'not my password', '/auth/confirm')
    expect(answer.location).toBe('/auth/confirm')
    const page = await visitor.follow(answer)
    expect(page.body).toMatch(
      /id="([^"]+)-error" class="field-error"[^>]*>Wrong password! Please try again\.</,
    )
    expect(page.body).not.toContain('not my password')
    expect((await visitor.follow(await confirm(visitor, ''))).body).toContain('field-error')
    expect(await stored(id, 'bank')).toBeNull()
    await confirm(visitor)
    expect(await stored(id, 'bank')).toContain('001234567890')
  })

  test('confirmation has the attempt limit of signed-in password checks', async () => {
    const { id, visitor } = await byCode()
    for (let i = 0; i < 10; i++) await confirm(visitor, 'not my password')
    expect((await visitor.follow(await confirm(visitor))).text).toContain('Too many attempts.')
    expect((await visitor.post('/Account/Wallet/upi', upi)).location).toBe(CONFIRM)
    expect(await stored(id, 'upi')).toBeNull()
    await db.delete(rateLimits)
  })

  test('a pending form refused after confirmation returns as typed', async () => {
    const { visitor } = await byCode()
    // An empty number means the stored one, which does not exist here.
    const fields = { ...bank, acc_number: '' }
    const asked = await visitor.post('/Account/Wallet/bank', fields)
    expect(asked.location).toMatch(/^\/auth\/confirm\?/)
    const done = await confirm(visitor)
    expect(done.location).toBe('/Account/Wallet?edit=bank')
    const form = await visitor.follow(done)
    expect(form.body).toContain('value="Asha Rao"')
    expect(form.text).toContain('Please enter an account number of 9 to 18 digits.')
  })

  test('a pending form is filled in again after a sign-in with the password', async () => {
    const { id, visitor } = await byCode()
    await visitor.post('/Account/Wallet/upi', upi)
    await closeOtherSessions(id, null)
    const facts = { userId: id, remember: false, kind: 'cookie', openedBy: 'password', agent: null } as const
    visitor.cookies.set('token', (await openSession(facts)).token)
    const form = await visitor.follow(await visitor.get(CONFIRM))
    expect(form.body).toContain('value="asha.rao@okbank"')
    expect(visitor.cookies.has('confirm')).toBe(false)
  })
})

test('a pending form is not saved for another member in the same browser', async () => {
  const [asha, ravi] = [await byCode(), await byCode()]
  await asha.visitor.post('/Account/Wallet/upi', upi)
  asha.visitor.cookies.set('token', ravi.visitor.cookies.get('token')!)
  await confirm(asha.visitor)
  expect([await stored(asha.id, 'upi'), await stored(ravi.id, 'upi')]).toEqual([null, null])
})

test('an invalid form is refused before the password is asked for', async () => {
  const { visitor } = await byCode()
  const answer = await visitor.post('/Account/Wallet/upi', { ...upi, upi: 'nobody' })
  expect(answer.location).toBe('/Account/Wallet?edit=upi')
})

test.each(['password', 'sign-up'] as const)(
  'a session opened by %s needs no confirmation for 15 minutes, and one afterwards',
  async (openedBy) => {
    const { id, visitor } = await signedIn({ password_hash }, { openedBy })
    expect((await visitor.post('/Account/Wallet/upi', upi)).location).toBe('/Account/Wallet#upi-details')
    expect(await stored(id, 'upi')).not.toBeNull()
    expect((await visitor.get(CONFIRM)).location).toBe('/Account/Wallet?edit=upi')
    await db
      .update(sessions)
      .set({ created_at: sql`now() - interval '15 minutes'` })
      .where(eq(sessions.user_id, id))
    expect((await visitor.post('/Account/Wallet/bank', bank)).location).toMatch(/^\/auth\/confirm\?/)
    await confirm(visitor)
    expect(await stored(id, 'bank')).toContain('001234567890')
  },
)

test('a fourth change in 24 hours says when it is possible again, and keeps what was typed', async () => {
  const { visitor } = await signedIn({ password_hash }, { openedBy: 'password' })
  for (const name of ['a', 'b', 'c', 'd'])
    await visitor.post('/Account/Wallet/upi', { ...upi, upi: `${name}1@okbank` })
  const page = await visitor.follow(await visitor.post('/Account/Wallet/upi', { ...upi, upi: 'e1@okbank' }))
  expect(page.text).toMatch(/Payout details can be changed three times in 24 hours: again from \d/)
  expect(page.body).toContain('value="e1@okbank"')
})

test.each([
  ['https://evil.example/', '/Account/Wallet'],
  ['//evil.example/', '/Account/Wallet'],
  ['/\\evil.example', '/Account/Wallet'],
  ['/auth/confirm?from=/Deals', '/Account/Wallet'],
  ['/Account?edit=details', '/Account?edit=details'],
])('after confirmation ?from=%s leads to %s', async (from, to) => {
  const { visitor } = await byCode()
  const page = `/auth/confirm?from=${encodeURIComponent(from)}`
  expect((await confirm(visitor, PASSWORD, page)).location).toBe(to)
  expect((await visitor.get(page)).location).toBe(to)
})

test('confirmation redirects a guest to the sign-in dialog', async () => {
  const guest = newVisitor()
  expect((await guest.get('/auth/confirm')).location).toBe('/?dialog=sign-in')
  expect((await confirm(guest)).location).toBe('/')
})

test('confirmation from another site is refused', async () => {
  const { visitor } = await byCode()
  const answer = await visitor.post(
    '/auth/confirm',
    { from: CONFIRM, password: PASSWORD },
    { 'Sec-Fetch-Site': 'cross-site' },
  )
  expect(answer.status).toBe(403)
})
