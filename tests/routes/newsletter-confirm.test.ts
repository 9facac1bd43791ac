// The link of a confirmation mail.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { newsletterRequests } from '~/platform/db/schema/newsletter'
import { endSubscription } from '~/domain/outreach/newsletter.server'
import { newVisitor, sendTo, startServers } from '../support/app'
import { isSubscribed } from '../support/newsletter'

test('a GET shows a button, and its POST subscribes, with the same answer when it is sent twice', async () => {
  const email = 'asha@mail.example'
  await db
    .insert(newsletterRequests)
    .values({ email, token_hash: createHash('sha256').update('token').digest('hex') })
  const visitor = newVisitor()
  const path = '/newsletter/confirm/token'
  for (let times = 0; times < 2; times++) {
    const page = await visitor.get(path)
    expect(page.text).toContain('as•••@mail.example is to get our newsletter. Is that right?')
    expect(await isSubscribed(email)).toBe(false)
  }
  const sent = await visitor.post(path, { from: path })
  expect([sent.status, sent.location]).toEqual([303, '/'])
  expect((await visitor.follow(sent)).text).toContain('Thank you! You are subscribed.')
  expect(await isSubscribed(email)).toBe(true)
  const again = await visitor.post(path, { from: path })
  expect((await visitor.follow(again)).text).toContain('Thank you! You are subscribed.')
  await db.transaction((tx) => endSubscription(tx, email))
  const late = await visitor.post(path, { from: path })
  expect((await visitor.follow(late)).text).toContain('This link is not valid any more.')
  expect((await visitor.get(path)).status).toBe(404)
})

test('the forms with SMTP_URL give the same answer for every address, and neither subscribe nor unsubscribe it yet', async () => {
  const [server] = await startServers(1, {
    env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'DealDwaar <deals@mail.example>' },
  })
  for (const email of ['ravi@mail.example', 'asha@mail.example']) {
    const visitor = newVisitor(sendTo(server!))
    const sent = await visitor.post('/newsletter', { from: '/', email })
    expect((await visitor.follow(sent)).text).toContain(
      'Thank you! Please open the link in the mail that we have sent to you. If none arrives, look in the spam folder, or enter another address.',
    )
  }
  expect(await isSubscribed('ravi@mail.example')).toBe(false)

  const from = '/newsletter/unsubscribe'
  for (const email of ['ravi@mail.example', 'asha@mail.example']) {
    const visitor = newVisitor(sendTo(server!))
    const left = await visitor.follow(await visitor.post(from, { from, email }))
    expect(left.text).toContain(
      'If this address gets our newsletter, a mail with a link is on its way. Please open the link to unsubscribe.',
    )
  }
})
