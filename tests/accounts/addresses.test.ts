import { beforeEach, expect, test, vi } from 'vitest'
import {
  takeCodeAttempt,
  takePasswordAttempt,
  takeSendOfAddress,
  takeSendOfPhone,
} from '~/accounts/attempt-limits.server'
import { db } from '~/db/client.server'
import { rateLimits } from '~/db/schema'
import type * as Env from '~/env.server'
import { newPhone } from './people'

const mode = vi.hoisted(() => ({ demo: false }))
vi.mock('~/env.server', async (original) => {
  const actual = await original<typeof Env>()
  return { ...actual, env: () => ({ ...actual.env(), demo: mode.demo }) }
})

beforeEach(async () => {
  mode.demo = false
  await db.delete(rateLimits)
})

/** How many of so many at once pass. */
async function passing(times: number, take: (at: number) => Promise<{ ok: boolean }>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => take(at)))
  return answers.filter((answer) => answer.ok).length
}

test('an IPv4 address sends 100 codes an hour', async () => {
  expect(await passing(130, () => takeSendOfAddress('203.0.113.7'))).toBe(100)
  expect((await takeSendOfAddress('::ffff:203.0.113.7')).ok).toBe(false)
  expect((await takeSendOfAddress('203.0.113.8')).ok).toBe(true)
})

test('an IPv6 /64 sends 20, however its addresses are written', async () => {
  expect(await passing(30, (at) => takeSendOfAddress(`2001:db8:0:7::${at + 1}`))).toBe(20)
  expect((await takeSendOfAddress('2001:0DB8:0000:0007:a:b:c:d')).ok).toBe(false)
  expect((await takeSendOfAddress('2001:db8:0:8::1')).ok).toBe(true)
})

test('an IPv4 address tries 60 wrong codes an hour, a /64 20, over however many phones', async () => {
  expect(await passing(70, () => takeCodeAttempt(newPhone(), '203.0.113.7'))).toBe(60)
  expect(await passing(30, () => takeCodeAttempt(newPhone(), '2001:db8::1'))).toBe(20)
})

test('an address tries 100 wrong passwords an hour', async () => {
  expect(await passing(120, () => takePasswordAttempt(newPhone(), '203.0.113.7'))).toBe(100)
})

test('the breaker: 600 codes a minute over all phones, in demo mode too', async () => {
  mode.demo = true
  expect(await passing(620, () => takeSendOfPhone(newPhone()))).toBe(600)
})

test('a refusal by the address is not held against the phone', async () => {
  const phone = newPhone()
  await passing(60, () => takeCodeAttempt(newPhone(), '203.0.113.7'))
  for (let i = 0; i < 12; i++) expect((await takeCodeAttempt(phone, '203.0.113.7')).ok).toBe(false)
  expect((await takeCodeAttempt(phone, '203.0.113.8')).ok).toBe(true)
})

test('demo mode has no limits by address', async () => {
  mode.demo = true
  expect(await passing(130, () => takeSendOfAddress('203.0.113.7'))).toBe(130)
})
