// Double opt-in, and issues that go to thousands, on a real mail server.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { newsletterIssues, newsletterRequests } from '~/platform/db/schema/newsletter'
import { subscriptions } from '~/platform/db/schema/notifications'
import { runDeliveries } from '~/domain/outreach/run-deliveries.server'
import { switchOff } from '~/domain/outreach/unsubscribe.server'
import {
  confirmSubscription,
  findRequest,
  listSubscribers,
  requestLeave,
  subscribeToNewsletter,
  endSubscription,
} from '~/domain/outreach/newsletter.server'
import { feedIssues } from '~/domain/outreach/feed-issues.server'
import { addIssue, listIssues, moveIssue } from '~/domain/outreach/issues.server'
import { readIssue } from '~/domain/outreach/read-issue.server'
import { untilBlocked } from '../support/locks'
import { NOON, startMailbox, type Mailbox } from '../support/mailbox'
import { isSubscribed } from '../support/newsletter'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
  env().SMTP_URL = mailbox.url
})
afterAll(() => mailbox.close())
beforeEach(async () => {
  await db.delete(deliveries)
  await db.delete(newsletterRequests)
  await db.delete(newsletterIssues)
  await db.delete(subscriptions)
  await db.execute(sql`DELETE FROM rate_limits`)
})

const sendWaiting = () => runDeliveries({ at: NOON })
const linkToken = (email: string) =>
  mailbox.mails(email).at(-1)!.link('/newsletter/confirm/').split('/').at(-1)!

describe('a subscription', () => {
  test('counts once the link in its mail is confirmed, also if it is pressed twice', async () => {
    const email = 'asha@mail.example'
    expect(await subscribeToNewsletter({ email })).toEqual({ ok: true, needsConfirmation: true })
    expect(await isSubscribed(email)).toBe(false)
    await sendWaiting()
    const token = linkToken(email)
    expect(mailbox.mails(email).at(-1)!.header('List-Unsubscribe')).toBe('')
    expect(await findRequest(token)).toBe('as•••@mail.example')
    expect(await isSubscribed(email)).toBe(false)
    const presses = [confirmSubscription(token), confirmSubscription(token)]
    expect(await Promise.all(presses)).toEqual([{ ok: true }, { ok: true }])
    expect(await isSubscribed(email)).toBe(true)
    expect(await subscribeToNewsletter({ email })).toEqual({ ok: true, needsConfirmation: true })
    await db.transaction((tx) => endSubscription(tx, email))
    expect(await confirmSubscription(token)).toEqual({ ok: false, reason: 'ended' })
    expect(await findRequest(token)).toBeNull()
    expect(await isSubscribed(email)).toBe(false)
  })

  test('ends the other links to its address', async () => {
    const email = 'two@mail.example'
    for (let n = 0; n < 2; n++) await subscribeToNewsletter({ email })
    await sendWaiting()
    const [first, second] = mailbox
      .mails(email)
      .map((mail) => mail.link('/newsletter/confirm/').split('/').at(-1)!)
    expect(await confirmSubscription(second!)).toEqual({ ok: true })
    expect(await confirmSubscription(first!)).toEqual({ ok: false, reason: 'ended' })
  })

  test('is not confirmed by a link older than 48 hours, or requested before an unsubscription', async () => {
    const email = 'late@mail.example'
    await subscribeToNewsletter({ email })
    await sendWaiting()
    const old = linkToken(email)
    await db.update(newsletterRequests).set({ created_at: sql`now() - interval '48 hours 1 second'` })
    expect(await confirmSubscription(old)).toEqual({ ok: false, reason: 'ended' })
    await subscribeToNewsletter({ email })
    await sendWaiting()
    await db.transaction((tx) => endSubscription(tx, email))
    expect(await confirmSubscription(linkToken(email))).toEqual({ ok: false, reason: 'ended' })
    expect(await isSubscribed(email)).toBe(false)
  })

  test('of a member whose address is confirmed counts at once', async () => {
    expect(
      await subscribeToNewsletter({ email: 'own@mail.example' }, '', { needsConfirmation: false }),
    ).toEqual({
      ok: true,
      needsConfirmation: false,
    })
    expect(await isSubscribed('own@mail.example')).toBe(true)
  })

  test('sends at most two mails an hour to an address, with the same answer', async () => {
    for (let n = 0; n < 5; n++)
      expect(await subscribeToNewsletter({ email: 'flood@mail.example' })).toEqual({
        ok: true,
        needsConfirmation: true,
      })
    expect(await db.$count(deliveries)).toBe(2)
    expect(JSON.stringify(await db.select().from(newsletterRequests))).not.toContain('/')
  })
})

describe('the form to unsubscribe', () => {
  test('mails a link to a subscriber alone, and ends nothing before it is opened', async () => {
    const email = 'stays@mail.example'
    await subscribeToNewsletter({ email }, '', { needsConfirmation: false })
    for (const to of [email, 'nobody@mail.example'])
      expect(await requestLeave(to)).toEqual({ ok: true, needsConfirmation: true })
    await sendWaiting()
    expect(await isSubscribed(email)).toBe(true)
    expect(mailbox.mails('nobody@mail.example')).toEqual([])
    const link = mailbox.mails(email).at(-1)!.link('/unsubscribe/')
    expect(await switchOff(link.split('/').at(-1)!)).toMatchObject({ topic: 'newsletter' })
    expect(await isSubscribed(email)).toBe(false)
    await requestLeave(email)
    await sendWaiting()
    expect(mailbox.mails(email)).toHaveLength(1)
  })

  test('sends at most two mails an hour to an address', async () => {
    const email = 'mobbed@mail.example'
    await subscribeToNewsletter({ email }, '', { needsConfirmation: false })
    for (let n = 0; n < 5; n++) expect(await requestLeave(email)).toMatchObject({ ok: true })
    expect(await db.$count(deliveries)).toBe(2)
    expect(await isSubscribed(email)).toBe(true)
  })

  test('ends the subscription at once where no mails are sent', async () => {
    const email = 'leaves@mail.example'
    await subscribeToNewsletter({ email }, '', { needsConfirmation: false })
    const { SMTP_URL } = env()
    delete env().SMTP_URL
    try {
      expect(await requestLeave(email)).toEqual({ ok: true, needsConfirmation: false })
    } finally {
      env().SMTP_URL = SMTP_URL
    }
    expect(await isSubscribed(email)).toBe(false)
  })
})

const text = readIssue({
  subject: 'June',
  preheader: undefined,
  fileName: 'june.txt',
  text: 'Hello.\n\nBye.',
})

async function addSubscribers(n: number) {
  await db.execute(sql`
    INSERT INTO subscriptions (email, unsubscribe_token)
    SELECT 'reader-' || i || '@mail.example', md5(i::text) FROM generate_series(1, ${n}) i`)
}
const begin = (perMinute = 600, content = text) =>
  db.transaction((tx) => addIssue(tx, content, { perMinute, by: 'Bea' }))
const makeDue = () => db.update(newsletterIssues).set({ next_attempt_at: sql`now()` })
const feed = async (options = {}) => {
  await makeDue()
  return feedIssues({ now: NOON, ...options })
}
const read = async (id: number) => (await listIssues({ id, limit: 1 }))[0]!
const move = (id: number, to: Parameters<typeof moveIssue>[2]) =>
  db.transaction((tx) => moveIssue(tx, id, to))

describe('an issue', () => {
  test('reaches each subscriber once, at its rate, however often its worker is killed', async () => {
    await addSubscribers(250)
    const id = await begin()
    expect(await feed()).toBe(100)
    // A second process runs too early.
    expect(await feedIssues({ now: NOON })).toBe(0)
    await makeDue()
    const both = await Promise.all([feedIssues({ now: NOON }), feedIssues({ now: NOON })])
    expect(both.toSorted()).toEqual([0, 100])
    expect(await feed({ stopping: () => true })).toBe(0)
    expect(await sendWaiting()).toBe(await db.$count(deliveries, eq(deliveries.state, 'sent')))
    while (await feed()) await sendWaiting()
    expect(await read(id)).toMatchObject({ state: 'sent', recipients: 250, sent: 250, refused: 0, left: 0 })
    const issue = mailbox.mails().filter(({ subject }) => subject === 'June')
    expect(issue).toHaveLength(250)
    expect(new Set(issue.map(({ to }) => to)).size).toBe(250)
    expect(await feed()).toBe(0)
  })

  test('has a one-click unsubscription, which also cancels waiting mails', async () => {
    await addSubscribers(3)
    const id = await begin()
    await feed()
    const [first] = await listSubscribers()
    expect(await switchOff(`list-${first!.unsubscribe_token}`)).toEqual({ topic: 'newsletter', on: false })
    expect(await sendWaiting()).toBe(2)
    expect(await feed()).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'sent', sent: 2, refused: 0 })
    const mail = mailbox.mails('reader-2@mail.example').at(-1)!
    expect(mail.header('List-Unsubscribe')).toMatch(/^<http:\/\/localhost:3000\/unsubscribe\/list-[\w-]+>$/)
    expect(mail.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  })

  test('gets no mail who leaves while a batch is being queued', async () => {
    await addSubscribers(1)
    await begin()
    let fed!: ReturnType<typeof feed>
    await db.transaction(async (tx) => {
      await endSubscription(tx, 'reader-1@mail.example')
      fed = feed()
      await Promise.race([fed, untilBlocked()])
    })
    expect(await fed).toBe(0)
    expect(await sendWaiting()).toBe(0)
  })

  test('that fails has queued nothing, waits, and lets others go on', async () => {
    await addSubscribers(3)
    const bad = await begin()
    const good = await begin(600, { ...text, subject: 'July' })
    await db.execute(
      sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'dead'; END $$`,
    )
    await db.execute(
      sql.raw(`CREATE TRIGGER fail BEFORE UPDATE OF queued_to ON newsletter_issues FOR EACH ROW WHEN (NEW.id = ${bad})
        EXECUTE FUNCTION fail()`),
    )
    await expect(feed()).rejects.toThrow('newsletter_issues')
    expect(await db.$count(deliveries)).toBe(0)
    expect(await feedIssues({ now: NOON })).toBe(3)
    await db.execute(sql`DROP FUNCTION fail() CASCADE`)
    expect(await feed()).toBe(3)
    await sendWaiting()
    await feed()
    for (const id of [bad, good]) expect(await read(id)).toMatchObject({ state: 'sent', sent: 3 })
  })

  test('queues no more than it sends in a minute while the mail server is away', async () => {
    await addSubscribers(50)
    const id = await begin(6)
    for (let n = 0; n < 10; n++) await feed()
    expect(await db.$count(deliveries)).toBe(6)
    expect(await read(id)).toMatchObject({ state: 'sending', sent: 0, left: 50 })
  })

  test('is stopped, resumed, and cancelled with its waiting mails', async () => {
    await addSubscribers(5)
    const id = await begin(6)
    await feed()
    await move(id, 'stopped')
    expect(await feed()).toBe(0)
    expect(await move(id, 'stopped')).toEqual({ ok: false, reason: 'state', state: 'stopped' })
    await move(id, 'sending')
    expect(await feed()).toBe(1)
    await move(id, 'cancelled')
    expect(await sendWaiting()).toBe(0)
    expect(await move(id, 'sending')).toMatchObject({ reason: 'state' })
    expect(await move(id + 999, 'sending')).toEqual({ ok: false, reason: 'unknown' })
    expect(await read(id)).toMatchObject({ state: 'cancelled', sent: 0, left: 0 })
  })

  test('waits in quiet hours, and leaves out later subscribers', async () => {
    await addSubscribers(1)
    const id = await begin()
    await db.insert(subscriptions).values({ email: 'new@mail.example', unsubscribe_token: 'zz' })
    expect(await feed({ now: new Date('2026-06-15T23:00:00+05:30') })).toBe(0)
    expect(await feed()).toBe(1)
    await sendWaiting()
    await feed()
    expect(await read(id)).toMatchObject({ state: 'sent', sent: 1 })
  })
})

test('HTML is cleaned of everything that loads or runs, and of insecure links, and gets a text part', () => {
  const { html, body, removed, preheader } = readIssue({
    subject: 'June',
    preheader: undefined,
    fileName: 'june.html',
    text: `<style>p{}</style><h1>Sales &amp; more</h1><p onclick="x()" style="color:red">See <a href="/Deals">deals</a>,
      <a href="javascript:x()">this</a> <a href="http://plain.example">that</a><img src="https://x.example/p.gif"></p>
      <ul><li>One</li><li>Two</li></ul><script>alert(1)</script><form action="/x"><input></form>`,
  })
  expect(html).toBe(
    `<h2>Sales &amp; more</h2><p>See <a href="http://localhost:3000/Deals">deals</a>,
      <a>this</a> <a>that</a></p>
      <ul><li>One</li><li>Two</li></ul>`,
  )
  expect(body).toBe('Sales & more\n\nSee deals (http://localhost:3000/Deals), this that\n\n- One\n- Two')
  expect(removed).toEqual(['style', 'img', 'script', 'form'])
  expect(preheader).toBe('Sales & more See deals, this that One Two')
})
