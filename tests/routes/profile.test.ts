import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { findSession } from '~/domain/accounts/find-session.server'
import { openSession } from '~/domain/accounts/sessions.server'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { newVisitor, type Visitor } from '../support/app'
import { tokenTo } from '../accounts/mails'
import { signedIn } from '../support/people'

const PASSWORD = 'a quiet river'
const NEW = 'a loud river, now'

let password_hash: string
beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD)
})

const member = (facts: Partial<typeof users.$inferInsert> = {}) => signedIn({ password_hash, ...facts })

async function send(visitor: Visitor, path: string, fields: Record<string, string>, from: string) {
  const answer = await visitor.post(path, { from, ...fields })
  expect(answer.status).toBe(303)
  const page = await visitor.follow(answer)
  expect(page.status).toBe(200)
  return { ...page, location: answer.location }
}

/** The error message of a field. */
function errorAt(body: string, field: string): string | undefined {
  const input = new RegExp(`<input[^>]*name="${field}"[^>]*>`).exec(body)?.[0] ?? ''
  const id = /aria-describedby="(?:[^" ]* )?([^" ]*-error)"/.exec(input)?.[1]
  return id && new RegExp(`id="${id}"[^>]*>([^<]*)`).exec(body)?.[1]
}

describe('profile details', () => {
  const FORM = '/Account?edit=details'
  const edit = (visitor: Visitor, fields: Record<string, string>) =>
    send(
      visitor,
      '/Account/details',
      { username: 'Asha Rao', email: 'rao@mail.example', password: PASSWORD, ...fields },
      FORM,
    )

  test('are shown and prefilled in their form', async () => {
    const { visitor } = await member({ username: 'Meera Nair', email: 'meera@mail.example' })
    const page = await visitor.get('/Account')
    for (const text of ['Meera Nair', 'meera@mail.example', 'Member since']) expect(page.text).toContain(text)
    const form = await visitor.get(FORM)
    expect(form.body).toMatch(/<input[^>]*name="username"[^>]*value="Meera Nair"/)
    expect(form.body).toMatch(/<input[^>]*name="email"[^>]*value="meera@mail.example"/)
  })

  test('change with the password, and a changed e-mail is notified once its link is used', async () => {
    const { visitor, id } = await member({ email: 'old.address@mail.example' })
    const page = await edit(visitor, { username: '  Asha   Devi Rao ', email: 'New.Address@Mail.example' })
    expect(page.location).toBe('/Account')
    expect(page.text).toContain('Your details are saved.')
    expect(page.text).toContain('Asha Devi Rao')
    expect((await visitor.get('/Account/Notifications')).text).not.toContain('Your e-mail changed')
    const link = `/auth/email/${await tokenTo('new.address@mail.example', 'change-address')}`
    expect((await visitor.follow(await visitor.post(link, { from: link }))).text).toContain(
      'new.address@mail.example',
    )
    const news = await visitor.get('/Account/Notifications')
    expect(news.text).toContain('Your e-mail changed')
    expect(news.text).toContain('It is now ne•••s@mail.example instead of ol•••s@mail.example.')
    const [row] = await db.select().from(users).where(eq(users.id, id))
    expect(row).toMatchObject({ username: 'Asha Devi Rao', email: 'new.address@mail.example' })
  })

  test('a changed name alone is not notified', async () => {
    const { visitor } = await member({ email: 'same@mail.example' })
    await edit(visitor, { email: 'same@mail.example' })
    expect((await visitor.get('/Account/Notifications')).text).not.toContain('Your e-mail changed')
  })

  test.each([
    ['username', '', 'Enter your full name.'],
    ['username', 'A', 'Please enter your full name (2 to 80 characters).'],
    ['email', '', 'Enter your e-mail address.'],
    ['email', 'asha@', 'Please enter a valid email address.'],
    ['email', 'taken@mail.example', 'Email already exists!'],
    ['password', '', 'Enter your password.'],
    ['password', 'not mine', 'Wrong password! Please try again.'],
  ])('refuses %s %j: %s', async (field, value, text) => {
    await db.insert(users).values({ username: 'Taken', email: 'taken@mail.example' }).onConflictDoNothing()
    const { visitor, id } = await member({ username: 'Asha Before' })
    const page = await edit(visitor, { [field]: value })
    expect(page.location).toBe(FORM)
    expect(errorAt(page.body, field)).toBe(text)
    expect(page.body).not.toContain('a quiet river')
    const [row] = await db.select().from(users).where(eq(users.id, id))
    expect(row!.username).toBe('Asha Before')
  })

  test('a wrong password does not reveal whether an e-mail is taken', async () => {
    await db.insert(users).values({ username: 'Taken', email: 'taken@mail.example' }).onConflictDoNothing()
    const { visitor } = await member()
    const page = await edit(visitor, { email: 'taken@mail.example', password: 'not mine' })
    expect(page.text).toContain('Wrong password! Please try again.')
    expect(page.text).not.toContain('Email already exists!')
  })
})

describe('list of sessions', () => {
  const PHONE =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'

  test('shows this device first and the others with their last use, and can end them', async () => {
    const { visitor, id } = await member()
    const other = await openSession({
      userId: id,
      remember: true,
      kind: 'cookie',
      openedBy: 'password',
      agent: PHONE,
    })
    const app = await openSession({
      userId: id,
      remember: true,
      kind: 'bearer',
      openedBy: 'password',
      agent: null,
    })
    const page = await visitor.get('/Account')
    expect(page.text).toContain('Where you are signed in')
    expect(page.text.indexOf('This device')).toBeLessThan(page.text.indexOf('Chrome on Android'))
    expect(page.text).toContain('An app')
    expect(page.text).toMatch(/Last seen \d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [ap]m/)
    expect(page.body).not.toContain('Mozilla')

    const after = await send(visitor, '/Account/sessions', {}, '/Account')
    expect(after.text).toContain('You are signed out everywhere else.')
    expect(after.text).not.toContain('Chrome on Android')
    expect(after.text).not.toContain('Sign out the others')
    expect(await findSession(other.token, 'cookie')).toBeNull()
    expect(await findSession(app.token, 'bearer')).toBeNull()
    expect((await visitor.get('/Account')).status).toBe(200)
  })

  test('shows at most twenty active sessions of this member only', async () => {
    const stranger = await member()
    await openSession({
      userId: stranger.id,
      remember: true,
      kind: 'cookie',
      openedBy: 'password',
      agent: PHONE,
    })
    const { visitor, id } = await member()
    expect((await visitor.get('/Account')).text).not.toContain('Chrome on Android')
    for (let i = 0; i < 22; i++)
      await openSession({ userId: id, remember: true, kind: 'cookie', openedBy: 'password', agent: PHONE })
    const { text } = await visitor.get('/Account')
    expect(text.match(/Chrome on Android/g)).toHaveLength(19)
    expect(text).toContain('and 3 more')
    await send(visitor, '/Account/sessions', {}, '/Account')
    expect((await stranger.visitor.get('/Account')).text).toContain('Chrome on Android')
  })
})

describe('Change Password page', () => {
  const PATH = '/Account/ChangePassword'
  const change = (
    visitor: Visitor,
    currentPassword: string,
    newPassword: string,
    confirmNewPassword: string,
  ) => send(visitor, PATH, { currentPassword, newPassword, confirmNewPassword }, PATH)

  test('is a tab between Wallet and Logout', async () => {
    const { visitor } = await member()
    const { text } = await visitor.get(PATH)
    expect(text).toMatch(/Profile\n[\s\S]*History\n[\s\S]*Wallet\n[\s\S]*Change Password\n[\s\S]*Logout\n/)
    expect((await newVisitor().get(PATH)).location).toBe('/')
  })

  test('changes the password, renews this browser’s token and ends the others', async () => {
    const { visitor, id } = await member()
    const other = newVisitor()
    other.cookies.set(
      'token',
      (await openSession({ userId: id, remember: false, kind: 'cookie', openedBy: 'password', agent: null }))
        .token,
    )
    const before = visitor.cookies.get('token')!
    const page = await change(visitor, PASSWORD, NEW, NEW)
    expect(page.location).toBe(PATH)
    expect(page.text).toContain('Password changed successfully!')
    const after = visitor.cookies.get('token')!
    expect(after).not.toBe(before)
    expect((await other.get('/Account')).location).toBe('/')
    expect((await newVisitor().get('/Account', { Cookie: `token=${before}` })).location).toBe('/')
    expect((await visitor.get('/Account/Notifications')).text).toContain('Your password changed')
    expect((await change(visitor, PASSWORD, `${NEW}!`, `${NEW}!`)).text).toContain(
      'Wrong password! Please try again.',
    )
    expect((await change(visitor, NEW, `${NEW}!`, `${NEW}!`)).text).toContain(
      'Password changed successfully!',
    )
  })

  test('keeps a remembered session remembered', async () => {
    const { visitor, id } = await member()
    const post = (token: string) =>
      newVisitor().post(
        PATH,
        { currentPassword: PASSWORD, newPassword: NEW, confirmNewPassword: NEW },
        { Cookie: `token=${token}` },
      )
    const { token } = await openSession({
      userId: id,
      remember: true,
      kind: 'cookie',
      openedBy: 'password',
      agent: null,
    })
    expect((await post(token)).headers.getSetCookie().join('\n')).toMatch(/^token=[^;]+;.*Max-Age=2592000/m)
    expect((await visitor.get('/Account')).location).toBe('/')
  })

  test.each([
    ['', '', '', 'All fields are required'],
    [PASSWORD, NEW, '', 'All fields are required'],
    ['', NEW, NEW, 'All fields are required'],
    [PASSWORD, NEW, `${NEW}!`, 'New password and confirm password do not match'],
    ['not mine', NEW, NEW, 'Wrong password! Please try again.'],
    [PASSWORD, PASSWORD, PASSWORD, 'Please choose a password that is not your current one.'],
    [PASSWORD, 'short', 'short', 'Please choose a password of 8 to 128 characters.'],
    [PASSWORD, 'password', 'password', 'This password is too common. Please choose another one.'],
    [
      PASSWORD,
      'asha the first',
      'asha the first',
      'Please choose a password that is not your name, number or e-mail.',
    ],
  ])('refuses %j, %j, %j: %s', async (current, next, confirm, text) => {
    const { visitor } = await member({ username: 'Asha the First' })
    const page = await change(visitor, current, next, confirm)
    expect(page.location).toBe(PATH)
    expect(page.text).toContain(text)
    for (const secret of [current, next, confirm].filter((value) => value && value !== 'password'))
      expect(page.body).not.toContain(`value="${secret}"`)
    expect((await visitor.get('/Account')).status).toBe(200)
  })

  test('treats absent and duplicate fields as empty', async () => {
    const { visitor } = await member()
    const { text } = await send(visitor, PATH, {}, PATH)
    for (const said of [
      'All fields are required',
      'Enter your current password.',
      'Enter a new password.',
      'Enter the new password again.',
    ])
      expect(text).toContain(said)
    const answer = await visitor.post(PATH, { currentPassword: [PASSWORD, PASSWORD], newPassword: NEW })
    expect((await visitor.follow(answer)).text).toContain('All fields are required')
  })

  test('is limited after ten wrong passwords', async () => {
    const { visitor } = await member()
    for (let i = 0; i < 10; i++) await change(visitor, `guess ${i}`, NEW, NEW)
    expect((await change(visitor, PASSWORD, NEW, NEW)).text).toMatch(
      /Too many attempts\. Please try again in 1[0-5] minutes\./,
    )
  })
})

describe('Logout', () => {
  test('asks first, and can be cancelled', async () => {
    const { visitor } = await member()
    const page = await visitor.get('/Account?dialog=logout')
    expect(page.text).toContain('Are you sure?')
    expect(page.text).toContain('You want to logout your account?!')
    expect(page.body).toContain('href="/auth/stay?from=%2FAccount"')
  })

  test('ends the session on the server too and confirms it at home', async () => {
    const { visitor } = await member()
    const token = visitor.cookies.get('token')!
    const page = await send(visitor, '/auth/sign-out', {}, '/Account')
    expect(page.location).toBe('/')
    expect(page.text).toContain('Logout! You are logged out successfully.')
    expect(visitor.cookies.has('token')).toBe(false)
    expect(await findSession(token, 'cookie')).toBeNull()
  })
})
