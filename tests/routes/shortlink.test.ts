import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { shortlinks } from '~/platform/db/schema/editorial'
import { makeOffer } from '../wallet/support'
import { request } from '../support/app'

test('a known shortlink in any case redirects to its tracking URL with campaign_id and pub_id', async () => {
  const { id } = await makeOffer({ network_campaign_id: '4242' })
  await db.insert(shortlinks).values({ slug: 'monsoon', campaign_id: id })
  for (const path of ['/monsoon', '/Monsoon', '/monsoon?url=https://evil.example/']) {
    const answer = await request(path)
    expect([answer.status, answer.location]).toEqual([
      302,
      'https://track.trackier.example/click?campaign_id=4242&pub_id=1001',
    ])
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  }
})

test.each(['/nothing-here', '/%F0%9F%98%80', '/a%27b', '/..%2f', '/%5Cevil.example'])(
  '%s redirects home',
  async (path) => {
    const answer = await request(path)
    expect([answer.status, answer.location]).toEqual([302, '/'])
  },
)

test.each([
  ['/.well-known/change-password', 302, '/Account/ChangePassword'],
  ['/apple-touch-icon-precomposed.png', 302, '/apple-touch-icon.png'],
  ['/apple-touch-icon-120x120.png', 302, '/apple-touch-icon.png'],
  ['/apple-touch-icon-152x152-precomposed.png', 302, '/apple-touch-icon.png'],
  ...[
    '/favicon-32x32.png',
    '/browserconfig.xml',
    '/ads.txt',
    '/humans.txt',
    '/security.txt',
    '/.well-known/assetlinks.json',
    '/.well-known/apple-app-site-association',
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  ].map((path) => [path, 404, null] as const),
] as const)('%s, which browsers request on their own, is answered %i %s', async (path, status, location) => {
  const answer = await request(path)
  expect([answer.status, answer.location]).toEqual([status, location])
  expect(answer.text.length).toBeLessThan(100)
})

test('security.txt names a contact and expires within a year', async () => {
  const { status, text } = await request('/.well-known/security.txt')
  expect(status).toBe(200)
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)![1]!) - Date.now()
  expect(expires).toBeGreaterThan(0)
  expect(expires).toBeLessThan(365 * 86_400_000)
})
