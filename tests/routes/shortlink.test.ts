import { expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { shortlinks } from '~/db/schema/editorial'
import { campaign } from '../wallet/support'
import { request } from '../support/app'

test('a known shortlink in any case redirects to its tracking URL with campaign_id and pub_id', async () => {
  const { id } = await campaign({ network_campaign_id: '4242' })
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
