import { env } from '~/platform/config/env.server'
import {
  type Counted,
  defineAddressLimit,
  defineLimit,
  memoize,
  type RateLimit,
} from '~/platform/db/limits.server'
import { getWidestPrefix } from '~/platform/formats/address-prefixes'
import type { Purpose } from './challenges.server'

const HOUR_SECONDS = 3600

const DAY_SECONDS = 24 * HOUR_SECONDS

export interface RateLimitSubject {
  address: string
  /** The known browser or the member's session; null for a stranger. */
  known: string | null
}

/** Strangers share `all`, of which one network gets half, so that it cannot use up the share of the others. */
function definePhoneLimits(name: string, points: number, seconds: number) {
  return {
    all: defineLimit(`${name}-phone`, points, seconds),
    network: defineLimit(`${name}-phone-network`, Math.ceil(points / 2), seconds),
    known: defineLimit(`${name}-known`, points, seconds),
  }
}

export const limits = memoize(() => {
  const v = env()
  const sends = { v4: v.OTP_SENDS_PER_ADDRESS_HOUR, v6: v.OTP_SENDS_PER_NETWORK_HOUR }
  const wrong = { v4: v.OTP_WRONG_PER_ADDRESS_HOUR, v6: v.OTP_WRONG_PER_NETWORK_HOUR }
  const passwords = { v4: v.PASSWORD_WRONG_PER_ADDRESS_HOUR, v6: v.PASSWORD_WRONG_PER_ADDRESS_HOUR }
  return {
    sends: definePhoneLimits('otp-send', v.OTP_SENDS_PER_PHONE_HOUR, HOUR_SECONDS),
    wrong: definePhoneLimits('otp-wrong', v.OTP_WRONG_PER_PHONE_DAY, DAY_SECONDS),
    passwords: definePhoneLimits('password', v.PASSWORD_WRONG_PER_PHONE, 15 * 60),
    judgedWrong: defineLimit('otp-judged-wrong', v.OTP_WRONG_PER_PHONE_DAY, DAY_SECONDS),
    off: defineLimit('otp-off', 1, DAY_SECONDS),
    unanswered: defineLimit('otp-unanswered-phone', v.OTP_UNANSWERED_PER_PHONE_HOUR, HOUR_SECONDS),
    sendsOfAll: defineLimit('otp-send-all', v.OTP_SENDS_PER_MINUTE, 60),
    signUpsOfAll: defineLimit('otp-sign-up-all', v.OTP_SIGN_UPS_PER_HOUR, HOUR_SECONDS),
    tests: defineLimit('otp-test', 5, HOUR_SECONDS),
    sendsOfAddress: defineAddressLimit('otp-send', sends, HOUR_SECONDS),
    wrongOfAddress: defineAddressLimit('otp-wrong', wrong, HOUR_SECONDS),
    passwordsOfAddress: defineAddressLimit('password', passwords, HOUR_SECONDS),
    allRight: defineLimit('otp-all-right', Number.MAX_SAFE_INTEGER, HOUR_SECONDS),
    allWrong: defineLimit('otp-all-wrong', Number.MAX_SAFE_INTEGER, HOUR_SECONDS),
    slowed: defineLimit('otp-slowed', v.OTP_BREAKER_TRIES_PER_MINUTE, 60),
  }
})

const countsAddress = (address: string) => !env().demo && address !== ''

export const listAddressLimits = (address: string, limit: (address: string) => Counted[]): Counted[] =>
  countsAddress(address) ? limit(address) : []

export const listOffLimits = (phone: string, asker: RateLimitSubject, purpose: Purpose): Counted[] => [
  ...(asker.known ? [] : [{ limit: limits().off, key: phone }]),
  ...listPhoneLimits(limits().wrong, phone, asker, purpose),
]

/** The network's share applies only where a member could be shut out, so not at sign-up. */
export function listPhoneLimits(
  { all, network, known }: Record<'all' | 'network' | 'known', RateLimit>,
  phone: string,
  asker: RateLimitSubject,
  purpose?: Purpose,
): Counted[] {
  if (asker.known) return [{ limit: known, key: [phone, asker.known] }]
  const share: Counted[] =
    purpose !== 'sign-up' && countsAddress(asker.address)
      ? [{ limit: network, key: [phone, getWidestPrefix(asker.address)] }]
      : []
  return [...share, { limit: all, key: phone }]
}
