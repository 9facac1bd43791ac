import { beforeEach, expect, test, vi } from 'vitest'
import {
  consumeCodeAttempt,
  consumePasswordAttempt,
  consumeAddressSend,
  consumePhoneSend,
} from '~/domain/accounts/attempt-limits.server'
import { db } from '~/platform/db/client.server'
import { rateLimits } from '~/platform/db/schema/members'
import type * as Env from '~/platform/config/env.server'
import { newPhone, stranger } from './people'

const mode = vi.hoisted(() => ({ demo: false }))
vi.mock('~/platform/config/env.server', async (original) => {
  const actual = await original<typeof Env>()
  return { ...actual, env: () => ({ ...actual.env(), demo: mode.demo, OTP_SIGN_UPS_PER_HOUR: 30 }) }
})

beforeEach(async () => {
  mode.demo = false
  await db.delete(rateLimits)
})

/** Number of `times` concurrent attempts that pass. */
async function passing(times: number, take: (at: number) => Promise<{ ok: boolean }>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => take(at)))
  return answers.filter((answer) => answer.ok).length
}

test('an IPv4 address can send 100 codes an hour', async () => {
  expect(await passing(130, () => consumeAddressSend(stranger('203.0.113.7')))).toBe(100)
  expect((await consumeAddressSend(stranger('::ffff:203.0.113.7'))).ok).toBe(false)
  expect((await consumeAddressSend(stranger('203.0.113.8'))).ok).toBe(true)
})

test('an IPv6 /64 can send 20 codes an hour, in any notation of its addresses', async () => {
  expect(await passing(30, (at) => consumeAddressSend(stranger(`2001:db8:0:7::${at + 1}`)))).toBe(20)
  expect((await consumeAddressSend(stranger('2001:0DB8:0000:0007:a:b:c:d'))).ok).toBe(false)
  expect((await consumeAddressSend(stranger('2001:db8:0:8::1'))).ok).toBe(true)
})

test.each([
  [
    '/56',
    80,
    (at: number) => `2001:db8:0:7${(at % 256).toString(16).padStart(2, '0')}::1`,
    '2001:db8:0:7ff::2',
  ],
  ['/48', 200, (at: number) => `2001:db8:0:${at.toString(16)}00::1`, '2001:db8:0:ffff::2'],
])('all networks of an IPv6 %s together can send %i codes', async (_, most, addressOf, same) => {
  expect(await passing(most + 40, (at) => consumeAddressSend(stranger(addressOf(at))))).toBe(most)
  expect((await consumeAddressSend(stranger(same))).ok).toBe(false)
  expect((await consumeAddressSend(stranger('2001:db8:1:7::1'))).ok).toBe(true)
})

test('an IPv4 address has 60 wrong codes an hour and a /64 has 20, over all phones', async () => {
  expect(
    await passing(70, () => consumeCodeAttempt(newPhone(), 'otp-sign-in', stranger('203.0.113.7'))),
  ).toBe(60)
  expect(
    await passing(30, () => consumeCodeAttempt(newPhone(), 'otp-sign-in', stranger('2001:db8::1'))),
  ).toBe(20)
})

test('an address has 100 wrong passwords an hour', async () => {
  expect(await passing(120, () => consumePasswordAttempt(newPhone(), stranger('203.0.113.7')))).toBe(100)
})

test('the global limit is 600 codes a minute over all phones, in demo mode too', async () => {
  mode.demo = true
  expect(await passing(620, () => consumePhoneSend(newPhone(), 'otp-sign-in', stranger()))).toBe(600)
})

test('sign-up codes have their own hourly limit, which leaves members unaffected', async () => {
  mode.demo = true
  expect(await passing(40, () => consumePhoneSend(newPhone(), 'sign-up', stranger()))).toBe(30)
  expect(await passing(40, () => consumePhoneSend(newPhone(), 'otp-sign-in', stranger()))).toBe(40)
})

test('a refusal by address does not count against the phone', async () => {
  const phone = newPhone()
  await passing(60, () => consumeCodeAttempt(newPhone(), 'otp-sign-in', stranger('203.0.113.7')))
  for (let i = 0; i < 12; i++)
    expect((await consumeCodeAttempt(phone, 'otp-sign-in', stranger('203.0.113.7'))).ok).toBe(false)
  expect((await consumeCodeAttempt(phone, 'otp-sign-in', stranger('203.0.113.8'))).ok).toBe(true)
})

test('demo mode has no limits by address', async () => {
  mode.demo = true
  expect(await passing(130, () => consumeAddressSend(stranger('203.0.113.7')))).toBe(130)
})
