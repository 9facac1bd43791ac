import { expect, test } from 'vitest'
import { listSubscribers, subscribe, unsubscribe } from '~/outreach/newsletter.server'
import { ops } from './support'

test('newsletter list has each subscriber with an unsubscribe link, and no one who unsubscribed', async () => {
  await subscribe({ email: 'asha@example.in' })
  await subscribe({ email: 'ravi@example.in' })
  const [asha, ravi] = (await listSubscribers()).toSorted((a, b) => a.email.localeCompare(b.email))
  const link = `http://localhost:3000/newsletter/unsubscribe/${asha!.unsubscribe_token}`
  const { out } = await ops('newsletter list')
  expect(out).toMatch(/^asha@example\.in +\d+ \w+ \d{4}, \S+ [ap]m +http/m)
  expect(out).toContain(link)
  expect(out).toContain('2 subscribers')

  await unsubscribe(ravi!.unsubscribe_token)
  expect(JSON.parse((await ops('newsletter list --json')).out)).toEqual([
    { email: 'asha@example.in', since: asha!.created_at.toISOString(), unsubscribe_url: link },
  ])
})

test('subscribers export escapes formulas in its CSV', async () => {
  await subscribe({ email: '=cmd@mail.example' }).catch(() => {})
  const { code, out } = await ops('subscribers export --out -')
  expect(code).toBe(0)
  const lines = out.trimEnd().split('\r\n')
  expect(lines[0]).toBe('email,since (IST),unsubscribe_url')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1))
    expect(line).toMatch(
      /^[^=+@-][^,]*@[^,]+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,http:\/\/localhost:3000\/newsletter\/unsubscribe\//,
    )
})
