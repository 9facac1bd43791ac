/** Outside the demo, codes are shown instead of sent for the numbers of ALLOW_DEMO_OTP alone. */
import { afterEach, expect, test, vi } from 'vitest'
import { chooseProvider } from '~/domain/accounts/codes/provider.server'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { parseEnv } from '~/platform/config/env.server'

const LISTED = '+919876543210'
const OTHER = '+919876543211'
const target = (phone: string) => ({ challengeId: 'x', purpose: 'otp-sign-in', phone })

const real = {
  DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c',
  PUBLIC_ORIGIN: 'https://shop.example',
  SESSION_SECRET: 'a secret of 32 characters or more',
  DATA_KEY: '0123456789abcdef'.repeat(4),
  HOLDING_DAYS: '30',
  ALLOW_DEMO_OTP: '9876543210',
}

afterEach(() => vi.unstubAllGlobals())

test('a listed number gets a demo code, any other number a failure to send', async () => {
  const provider = chooseProvider(parseEnv(real))
  const sent = await provider.send(target(LISTED))
  expect(sent.demo_code).toMatch(/^\d{4}$/)
  expect(await provider.verify(target(LISTED), sent, sent.demo_code!)).toBe(true)
  expect(await provider.verify(target(LISTED), sent, 'none')).toBe(false)
  await expect(provider.send(target(OTHER))).rejects.toBeInstanceOf(ProviderFailure)
})

test('with a real provider, all other numbers get their codes from it', async () => {
  const provider = chooseProvider(
    parseEnv({ ...real, OTP_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't' }),
  )
  const asked = vi.fn<typeof fetch>(() =>
    Promise.resolve(Response.json({ type: 'success', request_id: 'r1' })),
  )
  vi.stubGlobal('fetch', asked)
  expect((await provider.send(target(LISTED))).demo_code).not.toBeNull()
  expect(asked).not.toHaveBeenCalled()
  expect(await provider.send(target(OTHER))).toMatchObject({ demo_code: null, provider_reference: 'r1' })
  expect(asked).toHaveBeenCalledOnce()
  expect(provider.name).toBe('msg91')
})
