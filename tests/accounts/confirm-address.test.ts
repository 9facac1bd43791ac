import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  confirmAddress,
  findAddressLink,
  readAddressState,
  sendAddressLink,
  sendLinkAgain,
  undoChange,
} from '~/domain/accounts/email-address.server'
import { isLinkMailBreakerOpen } from '~/domain/outreach/link-mail-limits.server'
import { signUpSchema, startSignUp } from '~/domain/accounts/sign-up.server'
import { signIn, signInSchema } from '~/domain/accounts/sign-in.server'
import { requestNumberLink } from '~/domain/accounts/number-changes.server'
import { endAfterAnswers } from '~/platform/after-answer.server'
import { enterCode } from '~/domain/accounts/enter-code.server'
import { changePassword } from '~/domain/accounts/change-password.server'
import { editDetails } from '~/domain/accounts/edit-details.server'
import { findSession } from '~/domain/accounts/find-session.server'
import { linkMailCondition } from '~/domain/alerts/conditions/link-mails.server'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { addressLinks } from '~/platform/db/schema/addresses'
import { deliveries } from '~/platform/db/schema/deliveries'
import { rateLimits, users } from '~/platform/db/schema/members'
import {
  choicesSchema,
  readMessageSettings,
  saveMessageSettings,
} from '~/domain/outreach/message-settings.server'
import { stopAddress } from '~/domain/outreach/email/stop-address.server'
import { notify } from '~/domain/outreach/notifications.server'
import { addSubscription, subscribeToNewsletter } from '~/domain/outreach/newsletter.server'
import { streamJson } from '~/domain/privacy/export.server'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { listNotifications } from '../support/notifications'
import { addUser, readCode, newPhone, openTestSession, PASSWORD, stranger, visitor } from './people'
import { findTokenTo, mailsTo, memberWithAddress, newAddress, readUser, tokenTo } from './mails'
import { isSubscribed } from '../support/newsletter'

vi.spyOn(console, 'info').mockImplementation(() => {})
vi.spyOn(console, 'warn').mockImplementation(() => {})

afterEach(() => db.delete(rateLimits))

const newEmail = () => `${randomUUID()}@mail.example`

async function signUp(email: string, username = 'Ravi Nair') {
  const who = visitor({ address: newAddress() })
  const input = signUpSchema.parse({
    username,
    phone_number: newPhone(),
    email,
    password: PASSWORD,
    agreeToTerms: 'on',
  })
  const sent = await startSignUp(input, who)
  if (!sent.ok) return sent
  const { challengeId } = sent
  const entered = await enterCode(await readCode(challengeId), { ...who, challengeId }, inheritFromDeparture)
  if (!entered.ok || !entered.session) throw new Error('no session')
  return { ok: true as const, id: entered.session.userId }
}

/** Requests a change to `email`, and returns the token of its link. */
async function askToChange(user: { id: number; username: string }, email: string, password = PASSWORD) {
  const asker = stranger(newAddress())
  const edited = await editDetails({ userId: user.id, asker }, { username: user.username, email, password })
  if (!edited.ok) throw new Error(edited.reason)
  return tokenTo(email, 'change-address')
}

const grow = (id: number, days: number) =>
  db
    .update(users)
    .set({ email_set_at: sql`now() - make_interval(days => ${days})` })
    .where(eq(users.id, id))

const expire = (userId: number) =>
  db
    .update(addressLinks)
    .set({ expires_at: sql`now()` })
    .where(eq(addressLinks.user_id, userId))

describe('the address of a sign-up', () => {
  test('is confirmed by the link in its mail, which works once', async () => {
    const email = newEmail()
    const member = await signUp(email)
    if (!member.ok) throw new Error(member.reason)
    expect(await readAddressState(member.id)).toEqual({
      email,
      isConfirmed: false,
      isStopped: false,
      next: null,
      canConfirm: true,
    })
    const token = await tokenTo(email, 'confirm-address')
    expect((await findAddressLink(token))?.email).toBe(email)
    expect((await readUser(member.id)).email_confirmed_at).toBeNull()
    expect(await confirmAddress(token)).toEqual({ ok: true, isChange: false })
    expect((await readUser(member.id)).email_confirmed_at).not.toBeNull()
    expect(await findAddressLink(token)).toBeNull()
  })

  test('gets a mail without the typed name, and stores only a hash of the token', async () => {
    const email = newEmail()
    await signUp(email, 'Win A Prize')
    const [mail] = await mailsTo(email)
    expect(JSON.stringify(mail)).not.toContain('Win A Prize')
    const token = await tokenTo(email, 'confirm-address')
    const rows = await db.execute<{ row: string }>(sql`SELECT l::text AS row FROM address_links l`)
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  })

  test('is confirmed again by a form repeated within five minutes, and not by a later one', async () => {
    const { id, email } = await memberWithAddress(null)
    await sendAddressLink(id, email, newAddress())
    const token = await tokenTo(email, 'confirm-address')
    const both = await Promise.all([confirmAddress(token), confirmAddress(token)])
    expect(both).toEqual([
      { ok: true, isChange: false },
      { ok: true, isChange: false },
    ])
    await db
      .update(addressLinks)
      .set({ used_at: sql`now() - interval '5 minutes'` })
      .where(eq(addressLinks.user_id, id))
    expect(await confirmAddress(token)).toMatchObject({ reason: 'ended' })
  })

  test.each([
    ['an unknown token', async () => 'A'.repeat(43)],
    ['no token', async () => '../../etc/passwd'],
    [
      'a link of 24 hours ago',
      async () => {
        const { id, email } = await memberWithAddress(null)
        await sendAddressLink(id, email, newAddress())
        await expire(id)
        return tokenTo(email, 'confirm-address')
      },
    ],
    [
      'the link of a deleted account',
      async () => {
        const { id, email } = await memberWithAddress(null)
        await sendAddressLink(id, email, newAddress())
        const token = await tokenTo(email, 'confirm-address')
        await closeAccount(id, { forfeit: true })
        return token
      },
    ],
    [
      'an undo link',
      async () => {
        const user = await memberWithAddress()
        await confirmAddress(await askToChange(user, newEmail()))
        return tokenTo(user.email, 'address-changed')
      },
    ],
  ])('%s confirms nothing', async (_, make) => {
    expect(await confirmAddress(await make())).toMatchObject({ ok: false, reason: 'ended' })
  })

  test('leaves no address and no link after a concurrent deletion', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email } = await memberWithAddress(null)
      await sendAddressLink(id, email, newAddress())
      const token = await tokenTo(email, 'confirm-address')
      await Promise.all([confirmAddress(token), closeAccount(id, { forfeit: true })])
      expect(await readUser(id)).toMatchObject({ email: null, email_confirmed_at: null })
      expect(await db.select().from(addressLinks).where(eq(addressLinks.user_id, id))).toEqual([])
    }
  })
})

test('an address that refused mails gets them again once it is confirmed again', async () => {
  const { id, email, email_confirmed_at } = await memberWithAddress()
  await stopAddress(email)
  expect(await readAddressState(id)).toMatchObject({ isConfirmed: false, isStopped: true })
  expect(await sendLinkAgain(id, newAddress())).toBe(email)
  expect(await confirmAddress(await tokenTo(email, 'confirm-address'))).toEqual({ ok: true, isChange: false })
  expect(await readUser(id)).toMatchObject({ email_stopped_at: null, email_confirmed_at })
  await notify(db, {
    userId: id,
    topic: 'money',
    reference: 'conversion:7:pending',
    title: 'Cashback',
    body: '',
    href: '/Account',
  })
  const kinds = (await db.select().from(deliveries).where(eq(deliveries.address, email))).map(
    ({ kind }) => kind,
  )
  expect(kinds).toContain('conversion:pending')
})

describe('mails with links', () => {
  const send = async (email: string, address = newAddress()) => {
    const { id } = await memberWithAddress()
    await sendAddressLink(id, email, address)
    return (await findTokenTo(email, 'change-address')) !== null
  }

  test('are limited to three an hour and six a day for an address, and to 20 an hour for a client', async () => {
    const { id, email } = await memberWithAddress(null)
    for (let i = 0; i < 5; i++) expect(await sendLinkAgain(id, newAddress())).toBe(email)
    expect(await mailsTo(email)).toHaveLength(3)
    await db.delete(rateLimits).where(sql`key LIKE 'link-mail-hour%'`)
    for (let i = 0; i < 5; i++) await sendLinkAgain(id, newAddress())
    expect(await mailsTo(email)).toHaveLength(6)
    await db.delete(rateLimits).where(sql`key LIKE 'link-mail-hour%'`)
    await sendLinkAgain(id, newAddress())
    expect(await mailsTo(email)).toHaveLength(6)

    env().demo = false
    env().SMTP_URL = 'smtp://127.0.0.1:9'
    try {
      for (let i = 0; i < 20; i++) expect(await send(newEmail(), '192.0.2.9')).toBe(true)
      expect(await send(newEmail(), '192.0.2.9')).toBe(false)
      expect(await send(newEmail())).toBe(true)
    } finally {
      env().demo = true
      delete env().SMTP_URL
    }
  })

  test('to the aliases of a mailbox, and of the newsletter, are counted together', async () => {
    const name = randomUUID().replaceAll('-', '')
    const aliases = [
      `${name}@gmail.com`,
      `${name}+a@gmail.com`,
      `${name.slice(0, 3)}.${name.slice(3)}@googlemail.com`,
    ]
    for (const email of aliases) expect(await send(email)).toBe(true)
    const last = `${name}+b@gmail.com`
    expect(await send(last)).toBe(false)
    await subscribeToNewsletter({ email: last }, '', { needsConfirmation: true })
    expect(await mailsTo(last)).toEqual([])
    expect(await send(`${name}+c@mail.example`)).toBe(true)
  })

  test('of the newsletter leave one an hour and two a day for the account with the address', async () => {
    const { id, email } = await memberWithAddress(null)
    const countOwn = async () =>
      (await mailsTo(email)).filter(({ kind }) => kind === 'confirm-address').length
    for (const [total, own] of [
      [3, 1],
      [6, 2],
    ]) {
      for (let i = 0; i < 4; i++) await subscribeToNewsletter({ email }, '', { needsConfirmation: true })
      for (let i = 0; i < 2; i++) await sendLinkAgain(id, newAddress())
      expect([(await mailsTo(email)).length, await countOwn()]).toEqual([total, own])
      await db.delete(rateLimits).where(sql`key ~ '^link-mail-(newsletter-)?hour'`)
    }
    await sendLinkAgain(id, newAddress())
    expect(await mailsTo(email)).toHaveLength(6)
  })

  test('for a lost number have a separate limit, and use up no other', async () => {
    const { id, email } = await memberWithAddress()
    const countKind = async (kind: string) =>
      (await mailsTo(email)).filter((mail) => mail.kind === kind).length
    for (let i = 0; i < 3; i++) await requestNumberLink(email, newAddress())
    await endAfterAnswers()
    await db.delete(rateLimits).where(sql`key LIKE 'link-mail-number-hour%'`)
    for (let i = 0; i < 3; i++) await requestNumberLink(email, newAddress())
    await endAfterAnswers()
    expect(await countKind('lost-number')).toBe(4)
    await db.update(users).set({ email_confirmed_at: null }).where(eq(users.id, id))
    for (let i = 0; i < 3; i++) await sendLinkAgain(id, newAddress())
    expect(await countKind('confirm-address')).toBe(3)
  })

  test('stop at the global limit, which opens an alert and does not change the answer', async () => {
    expect(await linkMailCondition.find({ at: new Date(), uptime: 0 })).toEqual([])
    const { id, email } = await memberWithAddress(null)
    await sendAddressLink(id, email, newAddress())
    await db.execute(
      sql`UPDATE rate_limits SET points = ${env().LINK_MAILS_PER_HOUR} WHERE key LIKE 'link-mail-all%'`,
    )
    expect(await isLinkMailBreakerOpen()).toBe(true)
    expect(await sendLinkAgain(id, newAddress())).toBe(email)
    const reader = newEmail()
    await subscribeToNewsletter({ email: reader }, '', { needsConfirmation: true })
    expect([await mailsTo(email), await mailsTo(reader)]).toMatchObject([{ length: 1 }, { length: 0 }])
    await db.execute(sql`UPDATE rate_limits SET points = 0 WHERE key LIKE 'link-mail-all%'`)
    for (let i = 0; i < 4; i++)
      await subscribeToNewsletter({ email: reader }, '', { needsConfirmation: true })
    expect(await mailsTo(reader)).toHaveLength(2)
    await db.execute(
      sql`UPDATE rate_limits SET points = ${env().LINK_MAILS_PER_HOUR} WHERE key LIKE 'link-mail-all%'`,
    )
    expect(await linkMailCondition.find({ at: new Date(), uptime: 0 })).toMatchObject([
      { cause: 'link-mails', subject: '' },
    ])
  })
})

test('requests without a mail count for the limit of the client alone', async () => {
  const email = newEmail()
  for (let i = 0; i < 4; i++) await requestNumberLink(email, newAddress())
  await endAfterAnswers()
  const rows = await db.execute<{ key: string }>(sql`SELECT key FROM rate_limits WHERE key LIKE 'link-mail%'`)
  expect(rows.filter(({ key }) => /^link-mail-(?:hour|day|all)/.test(key))).toEqual([])
})

describe('an unconfirmed address', () => {
  test('neither shows nor ends the newsletter of its owner', async () => {
    const { id, email } = await memberWithAddress(null)
    await addSubscription(db, email)
    expect((await readMessageSettings(id)).choices.newsletter.email).toBe(false)
    let data = ''
    for await (const part of streamJson(id)) data += part
    expect(JSON.parse(data).newsletter).toEqual([])
    await saveMessageSettings(id, choicesSchema.parse({ shown: 'money stores newsletter' }))
    expect(await isSubscribed(email)).toBe(true)
  })

  test('has the same answer to the newsletter’s switch whether it is subscribed or not', async () => {
    const wanted = choicesSchema.parse({ shown: 'money stores newsletter', newsletter_email: 'on' })
    for (const isSubscribedBefore of [true, false]) {
      const member = await memberWithAddress(null)
      if (isSubscribedBefore) await addSubscription(db, member.email)
      expect(await saveMessageSettings(member.id, wanted)).toEqual({ ok: true, needsConfirmation: true })
      expect(await mailsTo(member.email, 'newsletter confirmation')).toHaveLength(1)
      expect((await readMessageSettings(member.id)).choices).toMatchObject({
        money: { email: false },
        newsletter: { email: false },
      })
      expect(await isSubscribed(member.email)).toBe(isSubscribedBefore)
    }
  })

  test('older than 7 days goes to a member who signs up with it and confirms it', async () => {
    const squatter = await memberWithAddress(null)
    expect(await signUp(squatter.email)).toMatchObject({ reason: 'emailTaken' })
    await grow(squatter.id, 8)
    const owner = await signUp(squatter.email)
    if (!owner.ok) throw new Error(owner.reason)
    expect((await readUser(owner.id)).email).toBeNull()
    expect((await readUser(squatter.id)).email).toBe(squatter.email)
    const choices = choicesSchema.parse({ shown: 'money stores newsletter', newsletter_email: 'on' })
    expect(await saveMessageSettings(owner.id, choices)).toMatchObject({ ok: false })

    expect(await confirmAddress(await tokenTo(squatter.email, 'change-address'))).toMatchObject({ ok: true })
    expect(await readUser(owner.id)).toMatchObject({ email: squatter.email })
    expect((await readUser(squatter.id)).email).toBeNull()
    expect((await listNotifications(squatter.id)).map(({ title }) => title)).toContain(
      'Your e-mail was removed',
    )
  })

  test.each([
    ['younger than 7 days', null, 6],
    ['that is confirmed', 40, 60],
  ])('%s cannot be taken', async (_, confirmedDays, days) => {
    const holder = await memberWithAddress(confirmedDays)
    await grow(holder.id, days)
    const other = await memberWithAddress()
    const asker = stranger(newAddress())
    const edit = { username: 'Asha Rao', email: holder.email, password: PASSWORD }
    expect(await editDetails({ userId: other.id, asker }, edit)).toMatchObject({ reason: 'emailTaken' })
    expect(await signUp(holder.email)).toMatchObject({ reason: 'emailTaken' })
    expect((await readUser(holder.id)).email).toBe(holder.email)
  })

  test('that two members confirm at once becomes the address of one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const holder = await memberWithAddress(null)
      await grow(holder.id, 8)
      await sendAddressLink(holder.id, holder.email, newAddress())
      const own = await tokenTo(holder.email, 'confirm-address')
      const other = await memberWithAddress()
      const otherToken = await askToChange(other, holder.email)
      const results = await Promise.all([confirmAddress(own), confirmAddress(otherToken)])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const having = [await readUser(holder.id), await readUser(other.id)].filter(
        ({ email }) => email === holder.email,
      )
      expect(having).toHaveLength(1)
      expect(having[0]!.email_confirmed_at).not.toBeNull()
      await db.delete(rateLimits)
    }
  })
})

describe('a change of the address', () => {
  test('needs the password, and counts once its link is used', async () => {
    const user = await memberWithAddress()
    const email = newEmail()
    const asker = stranger(newAddress())
    const wrong = { username: 'Asha Rao', email, password: 'not it' }
    expect(await editDetails({ userId: user.id, asker }, wrong)).toMatchObject({ reason: 'wrongPassword' })
    expect(await mailsTo(email)).toEqual([])

    const token = await askToChange(user, email)
    expect(await readAddressState(user.id)).toMatchObject({
      email: user.email,
      isConfirmed: true,
      next: email,
    })
    expect(await confirmAddress(token)).toEqual({ ok: true, isChange: true })
    const after = await readUser(user.id)
    expect(after.email).toBe(email)
    expect(after.email_confirmed_at!.getTime()).toBeGreaterThan(user.email_confirmed_at!.getTime())
    expect((await listNotifications(user.id))[0]).toMatchObject({ title: 'Your e-mail changed' })
    expect(await mailsTo(user.email, 'address-changed')).toMatchObject([
      { button: { label: 'Undo the change' } },
    ])
  })

  test('to another address ends the link of the first', async () => {
    const user = await memberWithAddress()
    const [one, two] = [newEmail(), newEmail()]
    const first = await askToChange(user, one)
    const second = await askToChange(user, two)
    expect(await confirmAddress(first)).toMatchObject({ reason: 'ended' })
    expect(await confirmAddress(second)).toMatchObject({ ok: true })
    expect((await readUser(user.id)).email).toBe(two)
  })

  test('ends when the password changes', async () => {
    const user = await memberWithAddress()
    const token = await askToChange(user, newEmail())
    const { token: session } = await openTestSession(user.id, { remember: false })
    const tokenHash = (await findSession(session, 'cookie'))!.tokenHash
    const changed = await changePassword(
      { userId: user.id, tokenHash, address: newAddress(), agent: null },
      { currentPassword: PASSWORD, newPassword: 'a new river 7', confirmNewPassword: 'a new river 7' },
    )
    expect(changed.ok).toBe(true)
    expect(await confirmAddress(token)).toMatchObject({ reason: 'ended' })
  })

  test('mails nothing to an unconfirmed former address, which cannot undo it', async () => {
    const user = await memberWithAddress(null)
    await confirmAddress(await askToChange(user, newEmail()))
    expect(await mailsTo(user.email)).toEqual([])
  })

  test('counts at once where no mail can be sent, and nothing is mailed', async () => {
    const user = await addUser()
    const email = newEmail()
    env().demo = false
    try {
      const asker = stranger('')
      const edit = { username: 'Asha Rao', email, password: PASSWORD }
      expect(await editDetails({ userId: user.id, asker }, edit)).toEqual({ ok: true, next: null })
    } finally {
      env().demo = true
    }
    expect(await readUser(user.id)).toMatchObject({ email, email_confirmed_at: null })
    const sent = await db.select().from(deliveries).where(eq(deliveries.user_id, user.id))
    expect(sent).toEqual([])
  })
})

describe('undoing a change', () => {
  const signInWith = (phone_number: string, password = PASSWORD) =>
    signIn(signInSchema.parse({ phone_number, password }), visitor({ address: newAddress() }))

  test('returns to the former address, ends the password and signs everybody out', async () => {
    const user = await memberWithAddress()
    const { token: session } = await openTestSession(user.id)
    await confirmAddress(await askToChange(user, newEmail()))
    const token = await tokenTo(user.email, 'address-changed')
    expect(await undoChange(token)).toEqual({ ok: true })
    expect(await undoChange(token)).toEqual({ ok: true })
    expect(await readUser(user.id)).toMatchObject({ email: user.email, password_hash: null })
    expect(await findSession(session, 'cookie')).toBeNull()
    expect(await signInWith(user.phone_number)).toMatchObject({ reason: 'wrongPassword' })
  })

  test('reverts every later change, and ends their undo links', async () => {
    const user = await memberWithAddress()
    const [thiefEmail, next] = [newEmail(), newEmail()]
    await confirmAddress(await askToChange(user, thiefEmail))
    const undo = await tokenTo(user.email, 'address-changed')
    await confirmAddress(await askToChange(user, next))
    const thiefUndo = await tokenTo(thiefEmail, 'address-changed')
    expect(await undoChange(undo)).toEqual({ ok: true })
    expect(await undoChange(thiefUndo)).toMatchObject({ reason: 'ended' })
    expect((await readUser(user.id)).email).toBe(user.email)
  })

  test('concurrent with a second change restores the former address, or can still do so', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await memberWithAddress()
      await confirmAddress(await askToChange(user, newEmail()))
      const undo = await tokenTo(user.email, 'address-changed')
      const second = await askToChange(user, newEmail())
      const [undone] = await Promise.all([undoChange(undo), confirmAddress(second)])
      expect(undone).toEqual({ ok: true })
      expect(await readUser(user.id)).toMatchObject({ email: user.email, password_hash: null })
      await db.delete(rateLimits)
    }
  })

  test('ends after 7 days', async () => {
    const user = await memberWithAddress()
    await confirmAddress(await askToChange(user, newEmail()))
    const [link] = await db.select().from(addressLinks).where(eq(addressLinks.purpose, 'undo'))
    expect((link!.expires_at.getTime() - link!.created_at.getTime()) / 3_600_000).toBe(7 * 24)
    await expire(user.id)
    expect(await undoChange(await tokenTo(user.email, 'address-changed'))).toMatchObject({ reason: 'ended' })
  })

  test('is told to the address that loses by it', async () => {
    const user = await memberWithAddress()
    const email = newEmail()
    await confirmAddress(await askToChange(user, email))
    await undoChange(await tokenTo(user.email, 'address-changed'))
    expect(await mailsTo(email, 'address-undone')).toHaveLength(1)
  })

  test('is possible for an address once in 30 days, so that a thief of it cannot keep it', async () => {
    const user = await memberWithAddress()
    await confirmAddress(await askToChange(user, newEmail()))
    await undoChange(await tokenTo(user.email, 'address-changed'))
    const { password_hash } = await addUser()
    await db.update(users).set({ password_hash }).where(eq(users.id, user.id))
    const email = newEmail()
    await confirmAddress(await askToChange(user, email))
    const [mail] = await mailsTo(user.email, 'address-changed')
    expect(mail!.button).toBeUndefined()
    expect((await readUser(user.id)).email).toBe(email)
  })

  test('of an address that is back already ends password and sessions, too', async () => {
    const user = await memberWithAddress()
    await confirmAddress(await askToChange(user, newEmail()))
    const undo = await tokenTo(user.email, 'address-changed')
    await confirmAddress(await askToChange(user, user.email))
    expect(await undoChange(undo)).toEqual({ ok: true })
    expect(await readUser(user.id)).toMatchObject({ email: user.email, password_hash: null })
  })

  test('is refused to an older link of an address that has undone a change', async () => {
    const user = await memberWithAddress()
    const away = async () => {
      const email = newEmail()
      await confirmAddress(await askToChange(user, email))
      return email
    }
    await away()
    const older = await tokenTo(user.email, 'address-changed')
    await confirmAddress(await askToChange(user, user.email))
    await db.delete(rateLimits)
    await away()
    expect(await undoChange(await tokenTo(user.email, 'address-changed'))).toEqual({ ok: true })
    const { password_hash } = await addUser()
    await db.update(users).set({ password_hash }).where(eq(users.id, user.id))
    await db.delete(rateLimits)
    const email = await away()
    expect(await undoChange(older)).toMatchObject({ reason: 'ended' })
    expect((await readUser(user.id)).email).toBe(email)
  })

  test('is refused where another account has confirmed the address since', async () => {
    const user = await memberWithAddress()
    await confirmAddress(await askToChange(user, newEmail()))
    const other = await memberWithAddress()
    await confirmAddress(await askToChange(other, user.email))
    expect(await undoChange(await tokenTo(user.email, 'address-changed'))).toMatchObject({ reason: 'taken' })
  })
})

test('the switches for messages are saved together or not at all', async () => {
  const shown = 'money stores newsletter'
  const on = choicesSchema.parse({ shown, newsletter_email: 'on' })
  const off = choicesSchema.parse({ shown, money_push: 'on' })
  const member = await memberWithAddress()
  const fail = () => db.execute(sql`ALTER TABLE message_choices ADD CONSTRAINT fails CHECK (false) NOT VALID`)
  const mend = () => db.execute(sql`ALTER TABLE message_choices DROP CONSTRAINT fails`)
  await fail()
  expect(await saveMessageSettings(member.id, on)).toEqual({ ok: false, reason: 'failed' })
  expect(await isSubscribed(member.email)).toBe(false)
  await mend()
  expect(await saveMessageSettings(member.id, on)).toEqual({ ok: true, needsConfirmation: false })
  await fail()
  await expect(saveMessageSettings(member.id, off)).rejects.toThrow('message_choices')
  await mend()
  expect((await readMessageSettings(member.id)).choices).toMatchObject({
    money: { email: false, push: false },
    newsletter: { email: true },
  })
})

test('a member without an address cannot switch the newsletter on by e-mail', async () => {
  const { id } = await memberWithAddress()
  await db.update(users).set({ email: null, email_confirmed_at: null }).where(eq(users.id, id))
  const on = choicesSchema.parse({ shown: 'money stores newsletter', newsletter_email: 'on' })
  expect(await saveMessageSettings(id, on)).toEqual({ ok: false, reason: 'noAddress' })
  expect((await readMessageSettings(id)).choices.money.email).toBe(true)
})
