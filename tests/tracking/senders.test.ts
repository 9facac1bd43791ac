import { expect, test, vi } from 'vitest'

vi.stubEnv('TUNE_SECRET', 'a secret of tune, long enough')
vi.stubEnv('TUNE_CIDRS', '203.0.113.0/24')
const { isFromNetwork } = await import('~/domain/tracking/senders.server')

test.each([
  ['/postback/trackier/demo-trackier-secret', '192.0.2.1', true],
  ['/Postback/Trackier/demo%2Dtrackier%2Dsecret', '192.0.2.1', true],
  ['/postback/trackier/guessed', '192.0.2.1', false],
  ['/postback/trackier', '192.0.2.1', false],
  ['/postback/nobody/demo-trackier-secret', '192.0.2.1', false],
  ['/postback/impact/', '192.0.2.1', false],
  [`/postback/tune/${encodeURIComponent('a secret of tune, long enough')}`, '203.0.113.9', true],
  [`/postback/tune/${encodeURIComponent('a secret of tune, long enough')}`, '192.0.2.1', false],
])('isFromNetwork(%j, %j) is %j', (path, address, expected) => {
  expect(isFromNetwork(path, address)).toBe(expected)
})
