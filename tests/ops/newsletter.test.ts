import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { operators } from '~/platform/db/schema/operations'
import { newsletterIssues } from '~/platform/db/schema/newsletter'
import { recordCommand } from '~/domain/operators/command-log.server'
import {
  listSubscribers,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
} from '~/domain/outreach/newsletter.server'
import { byCommand } from '../wallet/support'
import { file, ops, opsAs, opsDone, opsJson } from './support'

test('newsletter list has each subscriber with an unsubscribe link, and no one who unsubscribed', async () => {
  await subscribeToNewsletter({ email: 'asha@example.in' })
  await subscribeToNewsletter({ email: 'ravi@example.in' })
  const [asha, ravi] = (await listSubscribers()).toSorted((a, b) => a.email.localeCompare(b.email))
  const link = `http://localhost:3000/unsubscribe/list-${asha!.unsubscribe_token}`
  const { out } = await ops('newsletter list --show')
  expect(out).toMatch(/^asha@example\.in +\d+ \w+ \d{4}, \S+ [ap]m +http/m)
  expect(out).toContain(link)
  expect(out).toContain('2 subscribers')
  expect((await ops('newsletter list')).out).toMatch(/^as•••@example\.in /m)

  await unsubscribeFromNewsletter(ravi!.unsubscribe_token)
  expect(await opsJson('newsletter list --show')).toEqual([
    { email: 'asha@example.in', since: asha!.created_at.toISOString(), unsubscribe_url: link },
  ])
})

test('subscribers export escapes formulas in its CSV', async () => {
  await subscribeToNewsletter({ email: '=cmd@mail.example' }).catch(() => {})
  const out = await opsDone('subscribers export --out -')
  const lines = out.trimEnd().split('\r\n')
  expect(lines[0]).toBe('email,since (IST),unsubscribe_url')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1))
    expect(line).toMatch(
      /^[^=+@-][^,]*@[^,]+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,http:\/\/localhost:3000\/unsubscribe\/list-/,
    )
})

describe('newsletter send', () => {
  let june: string
  beforeAll(async () => {
    env().SMTP_URL = 'smtp://127.0.0.1:9'
    june = file('june.html', '<h1>June</h1><p>See <a href="https://x.example/">deals</a><img src="x"></p>')
    await db.execute(sql`
      INSERT INTO subscriptions (email, unsubscribe_token) VALUES ('one@mail.example', 'one'), ('two@mail.example', 'two')`)
  })
  afterAll(() => {
    env().SMTP_URL = undefined
  })

  const writeSend = (rest = '') => `newsletter send ${june} --subject "The best of June" ${rest}`
  const send = (rest?: string) => ops(writeSend(rest))
  const states = async () => (await db.select().from(newsletterIssues)).map(({ state }) => state)

  test('shows the text in a preview, begins an issue once, and lists it', async () => {
    const preview = await send('--dry-run')
    expect(preview.out).toMatch(/^Sends “The best of June” to \d+ subscribers, 300 a minute\.\n/)
    expect(preview.out).toContain('See deals (https://x.example/)')
    expect(preview.out).toContain('Left out, because mails load and run nothing: img.')
    expect(await states()).toEqual([])
    expect(await send('--yes --rate 60')).toMatchObject({ code: 0, err: '' })
    const id = (await db.select().from(newsletterIssues))[0]!.id
    const again = await send('--yes')
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining(`The same newsletter is issue ${id}`),
    ])
    expect((await ops('newsletter issues')).out).toMatch(/^ *\d+ .*sending.* The best of June$/m)
    expect((await ops(`newsletter show ${id}`)).out).toContain('See deals (https://x.example/)')
    for (const word of ['stop', 'resume', 'cancel'])
      expect(await ops(`newsletter ${word} ${id}`)).toMatchObject({ code: 0 })
    expect(await states()).toEqual(['cancelled'])
    expect((await ops(`newsletter resume ${id}`)).err).toContain(`Newsletter ${id} is cancelled.`)
    expect((await ops('newsletter stop 999')).err).toContain('There is no newsletter 999.')
  })

  test('reaches one address with newsletter test', async () => {
    const line = `newsletter test ${june} --subject June --to`
    expect((await ops(`${line} a@mail.example,b@mail.example`)).code).toBe(2)
    expect(await ops(`${line} lakshmi@mail.example`)).toMatchObject({ code: 0, err: '' })
    const [row] = await db.select().from(deliveries)
    expect(row).toMatchObject({ address: 'lakshmi@mail.example', kind: 'newsletter test', state: 'waiting' })
  })

  test.each([
    ['an empty file', 'empty.txt', ' ', 'The file has no text.'],
    ['HTML of which nothing is left', 'empty.html', '<style>p{}</style>', 'The file has no text.'],
    ['more than 100 kB', 'long.txt', 'x'.repeat(100_001), 'A newsletter has 100 kB at most.'],
  ])('%s is refused', async (_, name, content, text) => {
    const { code, err } = await ops(`newsletter send ${file(name, content)} --subject June --yes`)
    expect([code, err]).toEqual([1, expect.stringContaining(text)])
  })

  test('above 1,000 subscribers begins when a second person gives the same command', async () => {
    await recordCommand({ osUser: 'second' }, 'today')
    await db.execute(sql`
      INSERT INTO subscriptions (email, unsubscribe_token)
      SELECT 'n' || i || '@mail.example', 'n' || i FROM generate_series(1, 1000) i`)
    expect((await send('--yes')).out).toContain('sks a second person to agree')
    expect(await states()).toEqual(['cancelled'])
    expect(await opsAs('second', writeSend('--yes'))).toMatchObject({ code: 0 })
    expect(await states()).toEqual(['cancelled', 'sending'])
  })

  test('is tested alone only with an address of an operator, where there is a second person', async () => {
    await recordCommand({ osUser: 'second' }, 'today')
    await byCommand('operators invite', 'asha', () =>
      db
        .insert(operators)
        .values({ name: 'Noor', email: 'Noor@mail.example', role: 'catalogue', state: 'active' }),
    )
    const line = `newsletter test ${june} --subject June --to`
    expect((await ops(`${line} noor@mail.example`)).out).toContain('Done: sends')
    expect((await ops(`${line} stranger@mail.example`)).out).toContain('sks a second person to agree')
    const tested = await db.select().from(deliveries).where(eq(deliveries.kind, 'newsletter test'))
    expect(tested.map(({ address }) => address)).toEqual(['lakshmi@mail.example', 'noor@mail.example'])
  })
})
