// The pages that mails link to, and the state of the address on /Account.
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { db } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { otpChallenges, rateLimits, users } from '~/platform/db/schema/members'
import { notifications } from '~/platform/db/schema/notifications'
import { accountMessages } from '~/messages/account'
import { applyNumberChanges } from '~/domain/accounts/apply-number-changes.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { awaitTokenTo, mailsTo, readChange, readUser, tokenTo } from '../accounts/mails'
import { newPhone } from '../accounts/people'
import { newVisitor, type Fields, type Visitor } from '../support/app'
import { signedIn } from '../support/people'

const PASSWORD = 'a quiet river'

let password_hash: string
beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD)
})

afterEach(() => db.delete(rateLimits))

let serial = 0
const newEmail = () => `reader${++serial}@mail.example`

/** `confirmedDays`: how many days ago the address was confirmed; null: never. */
async function member(confirmedDays: number | null = 40) {
  const email = newEmail()
  const phone_number = newPhone()
  const email_confirmed_at = confirmedDays === null ? null : new Date(Date.now() - confirmedDays * 86_400_000)
  const signed = await signedIn({ email, phone_number, password_hash, email_confirmed_at })
  return { ...signed, email, phone_number }
}

async function send(visitor: Visitor, path: string, fields: Fields = {}, from = path) {
  const answer = await visitor.post(path, { from, ...fields })
  expect(answer.status).toBe(303)
  return { ...(await visitor.follow(answer)), location: answer.location }
}

/** The error message of a field. */
function errorAt(body: string, field: string): string | undefined {
  const input = new RegExp(`<input[^>]*name="${field}"[^>]*>`).exec(body)?.[0] ?? ''
  const id = /aria-describedby="(?:[^" ]* )?([^" ]*-error)"/.exec(input)?.[1]
  return id && new RegExp(`id="${id}"[^>]*>([^<]*)`).exec(body)?.[1]
}

const changeTo = (visitor: Visitor, email: string) =>
  send(
    visitor,
    '/Account/details',
    { username: 'Asha Rao', email, password: PASSWORD },
    '/Account?edit=details',
  )

describe('the link of an address', () => {
  test('is sent from the profile and confirms by a button, without a session', async () => {
    const { visitor, email, id } = await member(null)
    expect((await visitor.get('/Account')).text).toContain('Not confirmed yet.')
    const sent = await send(visitor, '/Account/email', { send: 'link' }, '/Account')
    expect(sent.text).toContain(`A link for ${email} is on its way.`)
    const path = `/auth/email/${await tokenTo(email, 'confirm-address')}`

    const reader = newVisitor()
    for (let i = 0; i < 2; i++) {
      const page = await reader.get(path)
      expect(page.status).toBe(200)
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')
      expect(page.text).toMatch(/Is re•••.@mail\.example your e-mail address\?/)
    }
    expect((await readUser(id)).email_confirmed_at).toBeNull()
    const done = await send(reader, path)
    expect([done.location, done.text]).toEqual(['/', expect.stringContaining('Your e-mail is confirmed.')])
    expect((await readUser(id)).email_confirmed_at).not.toBeNull()
    expect((await visitor.get('/Account')).text).toContain('Your e-mail is confirmed.')

    const over = await reader.get(path)
    expect([over.status, over.text]).toEqual([
      404,
      expect.stringContaining('This link was used, or it is too old.'),
    ])
    const nothing = await send(visitor, '/Account/email', { send: 'link' }, '/Account')
    expect(nothing.text).toContain('Nothing waits to be confirmed.')
  })

  test('confirms nothing by a HEAD or a prefetch', async () => {
    const { visitor, email, id } = await member(null)
    await send(visitor, '/Account/email', { send: 'link' }, '/Account')
    const path = `/auth/email/${await tokenTo(email, 'confirm-address')}`
    await newVisitor().request(path, { method: 'HEAD' })
    await newVisitor().get(path, { 'Sec-Purpose': 'prefetch' })
    expect((await readUser(id)).email_confirmed_at).toBeNull()
    expect((await newVisitor().get(path)).status).toBe(200)
  })

  test('is refused if somebody else has confirmed the address meanwhile', async () => {
    const holder = await member(null)
    await db
      .update(users)
      .set({ created_at: sql`created_at`, email_set_at: sql`now() - interval '8 days'` })
      .where(eq(users.id, holder.id))
    const { visitor } = await member()
    await changeTo(visitor, holder.email)
    const path = `/auth/email/${await tokenTo(holder.email, 'change-address')}`
    await db
      .update(users)
      .set({ email_confirmed_at: sql`now()` })
      .where(eq(users.id, holder.id))
    expect((await send(visitor, path)).text).toContain(
      'Another account has this address. Please write to us.',
    )
  })
})

describe('a change of the address', () => {
  test('waits for the link, is undone from the former mailbox, and ends the password', async () => {
    const { visitor, email, id } = await member()
    const next = newEmail()
    const changed = await changeTo(visitor, next)
    expect(changed.location).toBe('/Account')
    expect(changed.text).toContain(
      `Your details are saved. Your e-mail changes once you use the link that we mailed to ${next}.`,
    )
    expect(changed.text).toContain(`It changes to ${next} once you use the link that we mailed there.`)
    const again = await send(visitor, '/Account/email', { send: 'link' }, '/Account')
    expect(again.text).toContain(`A link for ${next} is on its way.`)
    expect(await mailsTo(next)).toHaveLength(2)

    const confirmed = await send(visitor, `/auth/email/${await tokenTo(next, 'change-address')}`)
    expect(confirmed.location).toBe('/Account')
    expect(confirmed.text).toContain('Your new e-mail is confirmed, and counts from now on.')

    const path = `/auth/email/${await tokenTo(email, 'address-changed')}/undo`
    const reader = newVisitor()
    expect((await reader.get(path)).text).toMatch(/Your account gets re•••.@mail\.example back/)
    expect((await readUser(id)).email).toBe(next)
    const undone = await send(reader, path)
    expect(undone.location).toBe('/?dialog=forgot-password')
    expect(undone.text).toContain('The change is undone.')
    expect(await readUser(id)).toMatchObject({ email, password_hash: null })
    expect((await visitor.get('/Account')).location).toBe('/')
    expect((await reader.get(path)).status).toBe(404)
  })

  test('gets the same answer above the limit of the address', async () => {
    const { visitor } = await member()
    const next = newEmail()
    for (let i = 0; i < 5; i++)
      expect((await changeTo(visitor, next)).text).toContain(`the link that we mailed to ${next}.`)
    expect(await mailsTo(next)).toHaveLength(3)
  })
})

describe('a lost number', () => {
  const PATH = '/auth/lost-number'

  async function requestLink() {
    const found = await member()
    const guest = newVisitor()
    await send(guest, PATH, { email: found.email })
    return { ...found, guest, path: `${PATH}/${await awaitTokenTo(found.email, 'lost-number')}` }
  }

  test('begins on a page with the same answer for every address', async () => {
    const { email } = await member()
    const guest = newVisitor()
    expect((await guest.get('/?dialog=otp-sign-in')).body).toContain(`href="${PATH}"`)
    const page = await guest.get(PATH)
    expect(page.text).toContain('Please write to us from your e-mail address')
    const texts = []
    for (const typed of [email, (await member(29)).email, newEmail()])
      texts.push((await send(guest, PATH, { email: typed })).text)
    expect(texts[0]).toContain('If a number can be changed with this address, the link is on its way to it.')
    expect(new Set(texts).size).toBe(1)
    await awaitTokenTo(email, 'lost-number')
  })

  test.each([
    ['', 'Enter your e-mail address.'],
    ['asha@', 'Please enter a valid email address.'],
    ['asha@mail.example, ravi@mail.example', 'Please enter a valid email address.'],
  ])('refuses the address %j: %s', async (email, text) => {
    const page = await send(newVisitor(), PATH, { email })
    expect(errorAt(page.body, 'email')).toBe(text)
  })

  test('changes with the password and the code to the new number, and is stopped by the mail', async () => {
    const { visitor, guest, path, email, id, phone_number } = await requestLink()
    const next = newPhone()
    const code = await send(guest, path, { password: PASSWORD, phone_number: next })
    expect(code.location).toBe(`${path}/code`)
    const digits = /Your code is (\d{4})\./.exec(code.text)![1]!
    const dialog = await guest.get('/?dialog=otp')
    expect(dialog.text).toContain(accountMessages.otp.none)
    expect(dialog.text).not.toContain('Your code is')
    const elsewhere = await send(guest, '/auth/otp', { otp: digits }, '/?dialog=otp')
    expect(elsewhere.text).toContain(accountMessages.otp.ended.text)
    const wrong = await send(guest, `${path}/code`, { otp: digits === '0000' ? '1111' : '0000' })
    expect(wrong.text).toContain('Wrong OTP. Please try again.')
    expect(errorAtOtp((await send(guest, `${path}/code`, { otp: '1' })).body)).toBe(
      'Please enter the 4 digits of your code.',
    )
    const begun = await send(guest, `${path}/code`, { otp: digits })
    expect(begun.location).toBe(path)
    const again = await guest.get(path)
    expect([again.status, again.text]).toEqual([
      200,
      expect.stringContaining('do not sign in with the old number'),
    ])
    expect((await visitor.get('/Account')).text).toMatch(
      new RegExp(`It changes to \\+91 ••••• ••${next.slice(-3)} on \\d`),
    )
    expect(begun.text).toMatch(/Your number changes on \d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [ap]m\./)
    expect(await readChange(id)).toMatchObject({ state: 'waiting', new_phone: next })
    expect((await guest.get(`${path}/code`)).location).toBe(path)

    const stop = `${PATH}/${await tokenTo(email, 'number-change')}/stop`
    const reader = newVisitor()
    expect((await reader.get(stop)).text).toContain('Press this if it was not you')
    expect(await readChange(id)).toMatchObject({ state: 'waiting' })
    const stopped = await send(reader, stop)
    expect(stopped.location).toBe('/?dialog=forgot-password')
    expect(stopped.text).toContain('Your number stays.')
    expect(await readUser(id)).toMatchObject({ phone_number, password_hash: null })
    expect((await reader.get(stop)).status).toBe(404)
    expect((await guest.get(path)).status).toBe(404)
  })

  const errorAtOtp = (body: string) => /class="field-error"[^>]*>([^<]*)/.exec(body)?.[1]

  test.each<[field: string, value: (own: string, other: string) => string, text: string]>([
    ['password', () => '', 'Enter your password.'],
    ['password', () => 'not mine', 'Wrong password! Please try again.'],
    ['phone_number', () => '', 'Enter your mobile number.'],
    ['phone_number', () => '12345', 'Please enter a valid 10-digit mobile number.'],
    ['phone_number', (own) => own, 'This is your current number.'],
    ['phone_number', (_, other) => other, 'An account has this number already.'],
  ])('refuses %s with its text at the field (%#)', async (field, value, text) => {
    const { guest, path, phone_number, id } = await requestLink()
    const other = await member()
    const fields = {
      password: PASSWORD,
      phone_number: newPhone(),
      [field]: value(phone_number, other.phone_number),
    }
    const page = await send(guest, path, fields)
    expect(page.location).toBe(path)
    expect(errorAt(page.body, field)).toBe(text)
    expect(page.body).not.toContain(PASSWORD)
    expect(await readChange(id)).toBeNull()
  })

  test('returns to the form if the new number was taken after its code was sent', async () => {
    const { guest, path } = await requestLink()
    const next = newPhone()
    const code = await send(guest, path, { password: PASSWORD, phone_number: next })
    const otp = /Your code is (\d{4})\./.exec(code.text)![1]!
    await signedIn({ phone_number: next })
    const page = await send(guest, `${path}/code`, { otp })
    expect([page.location, page.text]).toEqual([
      path,
      expect.stringContaining('An account has this number already.'),
    ])
  })

  test('shows that the link is over if it ended after the code was sent', async () => {
    const { guest, path, id } = await requestLink()
    const code = await send(guest, path, { password: PASSWORD, phone_number: newPhone() })
    const otp = /Your code is (\d{4})\./.exec(code.text)![1]!
    await db.execute(sql`UPDATE address_links SET ended_at = now() WHERE user_id = ${id}`)
    expect((await send(guest, path, { password: PASSWORD, phone_number: newPhone() })).text).toContain(
      'This link was used, or it is too old.',
    )
    expect((await send(guest, `${path}/code`, { otp })).text).toContain(
      'This link was used, or it is too old.',
    )
  })

  test('gets a new code after the first one has ended', async () => {
    const { guest, path } = await requestLink()
    const next = newPhone()
    await send(guest, path, { password: PASSWORD, phone_number: next })
    await db
      .update(otpChallenges)
      .set({
        expires_at: sql`now()`,
        sent_at: sql`now() - interval '2 minutes'`,
      })
      .where(eq(otpChallenges.phone_number, next))
    expect((await guest.get(`${path}/code`)).text).toContain(
      'This code has expired. Please ask for a new one.',
    )
    const again = await send(guest, '/auth/resend', {}, `${path}/code`)
    expect(again.text).toContain('A new code is on its way.')
    const otp = /Your code is (\d{4})\./.exec(again.text)![1]!
    expect((await send(guest, `${path}/code`, { otp })).location).toBe(path)
  })

  test('after 72 hours ends the sessions, and hides the payout details for 7 days', async () => {
    const { guest, path, id, visitor } = await requestLink()
    await saveUpiDetails(id, { upi: 'asha.rao@okbank' })
    // Its notification keeps the last characters of the destination.
    await db.delete(notifications).where(eq(notifications.user_id, id))
    const next = newPhone()
    const code = await send(guest, path, { password: PASSWORD, phone_number: next })
    await send(guest, `${path}/code`, { otp: /Your code is (\d{4})\./.exec(code.text)![1]! })
    await db
      .update(numberChanges)
      .set({ due_at: sql`now()` })
      .where(eq(numberChanges.user_id, id))
    await applyNumberChanges()
    expect((await visitor.get('/Account')).location).toBe('/')
    await send(guest, '/auth/sign-in', { phone_number: next, password: PASSWORD }, '/?dialog=sign-in')
    const wallet = await guest.get('/Account/Wallet?edit=upi')
    expect(wallet.text).toContain('Your payout details are hidden.')
    expect(wallet.text).toMatch(/You see and change them again from .*, because your mobile number changed\./)
    expect(wallet.body).not.toContain('as•••@okbank')
    const saved = await send(guest, '/Account/Wallet/upi', { upi: 'new@okbank' }, '/Account/Wallet?edit=upi')
    expect(saved.text).toContain('Your payout details are hidden.')
    expect((await guest.get('/Account/Wallet?dialog=withdraw')).body).not.toContain('as•••@okbank')
    expect((await guest.get('/Account/Privacy/data.json')).body).not.toContain('as•••@okbank')
  })
})
