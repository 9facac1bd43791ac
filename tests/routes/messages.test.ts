// The switches for messages, unsubscribe links, and the demo's mailbox.
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { deliveries, messageChoices } from '~/platform/db/schema/deliveries'
import { users } from '~/platform/db/schema/members'
import { addressMessages } from '~/messages/address'
import { fill } from '~/messages/message'
import { choiceMessages } from '~/messages/mail-choices'
import { siteMessages } from '~/messages/site'
import { readChoices } from '~/domain/outreach/deliveries/choices.server'
import { queueMail } from '~/domain/outreach/queue-mail.server'
import { runDeliveries } from '~/domain/outreach/run-deliveries.server'
import { buildNewsletterLeavePath, buildUnsubscribePath } from '~/domain/outreach/unsubscribe-paths.server'
import { listSubscribers, subscribeToNewsletter } from '~/domain/outreach/newsletter.server'
import { findFreePort } from '../../embedded/postmaster'
import { newVisitor, sendTo, startServers, type Fields } from '../support/app'
import { signedIn } from '../support/people'
import { isSubscribed } from '../support/newsletter'

const PAGE = '/Account/Notifications'
const { choices, unsubscribe } = choiceMessages
const { newsletter } = siteMessages

describe('the switches', () => {
  const save = (visitor: Awaited<ReturnType<typeof signedIn>>['visitor'], fields: Fields) =>
    visitor.post(`${PAGE}/choices`, { from: PAGE, shown: 'money stores newsletter', ...fields })

  test('show the defaults, are saved together, and show what was saved', async () => {
    const { id, visitor } = await signedIn({ email: 'six@mail.example' })
    const ticked = (body: string) =>
      [...body.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
        .map(([tag]) => tag)
        .filter((tag) => tag.includes('checked'))
        .map((tag) => /name="(\w+)"/.exec(tag)![1])
    const before = await visitor.get(PAGE)
    expect(ticked(before.body)).toEqual(['money_email', 'money_push', 'stores_email', 'stores_push'])
    for (const text of [choices.quiet, choices.unconfirmed, choices.noPush, choices.always])
      expect(before.text).toContain(text)
    await db
      .update(users)
      .set({ email_confirmed_at: sql`now()` })
      .where(eq(users.id, id))
    const wanted = { money_email: 'on', newsletter_email: 'on', newsletter_push: 'on' }
    const answer = await save(visitor, wanted)
    expect([answer.status, answer.location]).toEqual([303, `${PAGE}#messages`])
    const after = await visitor.follow(answer)
    expect(after.text).toContain(choices.saved.text)
    expect(ticked(after.body)).toEqual(Object.keys(wanted))
    expect(await isSubscribed('six@mail.example')).toBe(true)
    await save(visitor, {})
    expect(ticked((await visitor.get(PAGE)).body)).toEqual([])
    expect(await isSubscribed('six@mail.example')).toBe(false)
    expect((await readChoices(id)).money).toEqual({ email: false, push: false })
  })

  test('say that the newsletter to an unconfirmed address needs a link that is mailed first', async () => {
    const email = 'waits@mail.example'
    const { visitor } = await signedIn({ email })
    const page = await visitor.follow(await save(visitor, { newsletter_email: 'on', money_push: 'on' }))
    for (const text of [
      choices.saved.text,
      newsletter.confirmFirst.text,
      fill(choices.newsletterWaits, { email }),
    ])
      expect(page.text).toContain(text)
    expect(await isSubscribed(email)).toBe(false)
    const mails = await db.delete(deliveries).where(eq(deliveries.address, email)).returning()
    expect(mails.map(({ kind }) => kind)).toEqual(['newsletter confirmation'])
  })

  test('refuse the newsletter by e-mail to a member without an address, and say so', async () => {
    const { id, visitor } = await signedIn()
    await db.update(users).set({ email: null }).where(eq(users.id, id))
    const page = await visitor.follow(await save(visitor, { newsletter_email: 'on' }))
    expect(page.text.split(choices.noAddress)).toHaveLength(3)
  })

  test('say that a shop without mails sends none', async () => {
    const port = await findFreePort()
    const [server] = await startServers(1, {
      env: {
        PORT: String(port),
        PUBLIC_ORIGIN: `http://localhost:${port}`,
        DATABASE_URL: process.env.EMBEDDED_DATABASE_URL,
        OTP_PROVIDER: 'demo',
        ALLOW_DEMO_OTP: '1',
      },
    })
    const { visitor } = await signedIn({ email: 'none@mail.example' })
    const shop = newVisitor(sendTo(server!))
    for (const [name, value] of visitor.cookies) shop.cookies.set(name, value)
    expect((await shop.get(PAGE)).text).toContain(choices.noMail)
  })

  test('show whether mails reach the address', async () => {
    const { id, visitor } = await signedIn({ email: 'state@mail.example' })
    await db
      .update(users)
      .set({ email_confirmed_at: sql`now()` })
      .where(eq(users.id, id))
    expect((await visitor.get(PAGE)).text).toContain('Mails go to state@mail.example.')
    await db
      .update(users)
      .set({ email_stopped_at: sql`now()` })
      .where(eq(users.id, id))
    expect((await visitor.get(PAGE)).text).toContain(choices.stopped)
    const { text } = await visitor.get('/Account')
    expect(text).toContain(addressMessages.address.stopped)
    expect(text).toContain('Send the link again')
  })
})

describe('an unsubscribe link', () => {
  /** The POST of a mail program: without cookies and without an origin. */
  const oneClick = (path: string) =>
    newVisitor().request(path, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.example' },
    })

  test('shows a button, changes nothing by a GET, and ends one switch of one member by a POST', async () => {
    const [asha, ravi] = [await signedIn(), await signedIn()]
    const path = buildUnsubscribePath(asha.id, 'money')
    for (let visit = 0; visit < 2; visit++) {
      const page = await newVisitor().get(path)
      expect(page.status).toBe(200)
      for (const text of [unsubscribe.money, unsubscribe.question, 'Unsubscribe'])
        expect(page.text).toContain(text)
    }
    expect(await db.select().from(messageChoices).where(eq(messageChoices.user_id, asha.id))).toEqual([])
    for (let time = 0; time < 2; time++) {
      const answer = await oneClick(path)
      expect([answer.status, answer.location]).toEqual([200, null])
      for (const text of [unsubscribe.done, unsubscribe.again]) expect(answer.text).toContain(text)
    }
    expect(await readChoices(asha.id)).toMatchObject({
      money: { email: false, push: true },
      stores: { email: true },
    })
    expect(await readChoices(ravi.id)).toMatchObject({ money: { email: true } })
    expect((await newVisitor().get(buildUnsubscribePath(asha.id, 'stores'))).text).toContain(
      unsubscribe.stores,
    )
  })

  test('ends a subscription', async () => {
    await subscribeToNewsletter({ email: 'list@mail.example' })
    const [row] = (await listSubscribers()).filter(({ email }) => email === 'list@mail.example')
    const path = buildNewsletterLeavePath(row!.unsubscribe_token)
    expect((await newVisitor().get(path)).text).toContain(unsubscribe.newsletter)
    const answer = await oneClick(path)
    expect([answer.status, answer.text.includes(unsubscribe.again)]).toEqual([200, false])
    expect(await isSubscribed('list@mail.example')).toBe(false)
  })

  test.each([
    ['another member', (path: string) => path.replace(/-(\d+)-/, (_, id) => `-${Number(id) + 1}-`)],
    ['another switch', (path: string) => path.replace('money', 'stores')],
    ['no signature', (path: string) => path.slice(0, -32)],
    ['nonsense', () => '/unsubscribe/list-x'],
  ])('with %s has no effect', async (_what, forge) => {
    const { id } = await signedIn()
    const path = forge(buildUnsubscribePath(id, 'money'))
    expect((await oneClick(path)).status).toBe(404)
    expect((await newVisitor().get(path)).text).toContain(newsletter.unknown)
    expect(await db.select().from(messageChoices).where(eq(messageChoices.user_id, id))).toEqual([])
  })
})

describe('the demo’s mailbox', () => {
  const mail = {
    to: 'demo@mail.example',
    kind: 'confirm-email',
    content: {
      subject: 'A mail <b>',
      preheader: 'Before',
      paragraphs: ['One & two'],
      button: { label: 'Go', path: '/Deals' },
      why: 'Because.',
    },
  }
  const smtp = env().SMTP_URL
  afterEach(() => {
    env().SMTP_URL = smtp
  })

  test('lists the mails, and shows each as text and in a sandboxed frame', async () => {
    await queueMail(db, mail)
    expect(await runDeliveries()).toBe(1)
    const list = await newVisitor().get('/demo/mail')
    const [, path] = /href="(\/demo\/mail\/\d+)"/.exec(list.body)!
    for (const text of ['A mail <b>', 'demo@mail.example']) expect(list.text).toContain(text)
    const page = await newVisitor().get(path!)
    expect(page.text).toContain('One & two')
    expect(page.body).toContain(`src="${path}/html"`)
    const frame = await newVisitor().get(`${path}/html`)
    expect(frame.headers.get('Content-Security-Policy')).toMatch(/^sandbox allow-popups .*default-src 'none'/)
    expect(frame.body).toContain('<base target="_blank"/>')
    expect(frame.body).toContain('href="http://localhost:3000/Deals"')
  })

  test.each(['/demo/mail/99999', '/demo/mail/x', '/demo/mail/99999/html', '/demo/mail/..%2f..%2fx/html'])(
    '%s is not found',
    async (path) => expect((await newVisitor().get(path)).status).toBe(404),
  )
})
