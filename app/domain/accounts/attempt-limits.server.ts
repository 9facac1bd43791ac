/** Limits on codes and passwords, counted before the work (docs/decisions/0017). Known browsers have separate ones. */
import { env } from '~/platform/config/env.server'
import {
  type Counted,
  defineAddressLimit,
  defineLimit,
  memoize,
  type RateLimit,
  refundAll,
  consumeAll,
} from '~/platform/db/limits.server'
import { getWidestPrefix } from '~/platform/formats/address-prefixes'
import { errorFacts, log } from '~/platform/log.server'
import { refused, type Refused } from '~/platform/outcome'
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

const limits = memoize(() => {
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

const listOffLimits = (phone: string, asker: RateLimitSubject, purpose: Purpose): Counted[] => [
  ...(asker.known ? [] : [{ limit: limits().off, key: phone }]),
  ...listPhoneLimits(limits().wrong, phone, asker, purpose),
]

/** The network's share applies only where a member could be shut out, so not at sign-up. */
function listPhoneLimits(
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

/** 'failed': the counts cannot be read (it fails closed). */
export type TooMany = Refused<'tooMany', { minutes: number }> | Refused<'failed'>

export interface ConsumedAttempt {
  ok: true
  refund(): Promise<void>
}

function consume(counted: Counted[]): Promise<ConsumedAttempt | TooMany> {
  return failClosed(async () => {
    const full = await consumeAll(counted)
    return full ? refused('tooMany', full) : { ok: true as const, refund: () => refundAll(counted) }
  })
}

async function failClosed<Answer>(count: () => Promise<Answer>): Promise<Answer | TooMany> {
  try {
    return await count()
  } catch (error) {
    log('error', 'attempts not counted', errorFacts(error))
    return refused('failed')
  }
}

async function findFull(counted: Counted[]): Promise<TooMany | null> {
  const exceeded = await failClosed(async () => {
    for (const { limit, key } of counted) {
      const wait = await limit.peek(key)
      if (wait) return wait
    }
    return null
  })
  return exceeded && !('ok' in exceeded) ? refused('tooMany', exceeded) : exceeded
}

export function consumeAddressSend({ address, known }: RateLimitSubject): Promise<ConsumedAttempt | TooMany> {
  return consume(known ? [] : listAddressLimits(address, limits().sendsOfAddress))
}

/** Call before a code is sent. Refuses while OTP is off for the phone. Strangers also count in a site-wide limit. */
export async function consumePhoneSend(
  phone: string,
  purpose: Purpose,
  asker: RateLimitSubject,
): Promise<ConsumedAttempt | TooMany> {
  const { sends, sendsOfAll, signUpsOfAll } = limits()
  const off = await findFull(listOffLimits(phone, asker, purpose))
  if (off) return off
  const together = { limit: purpose === 'sign-up' ? signUpsOfAll : sendsOfAll, key: 'all' }
  return consume([...listPhoneLimits(sends, phone, asker, purpose), ...(asker.known ? [] : [together])])
}

/** Call before a code is compared; refund a code that is right or was not judged. */
export async function consumeCodeAttempt(
  phone: string,
  purpose: Purpose,
  asker: RateLimitSubject,
): Promise<ConsumedAttempt | TooMany> {
  const { wrong, wrongOfAddress, unanswered } = limits()
  const off = await findFull([{ limit: unanswered, key: phone }, ...listOffLimits(phone, asker, purpose)])
  if (off) return off
  const own = listPhoneLimits(wrong, phone, asker, purpose)
  if (asker.known) return consume(own)
  const slow = purpose === 'sign-up' ? [] : await failClosed(consumeBreakerLimit)
  return 'ok' in slow ? slow : consume([...own, ...listAddressLimits(asker.address, wrongOfAddress), ...slow])
}

/** Test codes cost money and can reach any number. */
export const consumeTestCode = (): Promise<ConsumedAttempt | TooMany> =>
  consume([{ limit: limits().tests, key: 'all' }])

let wasOpen = false

/** While too many codes of strangers are wrong, they share one slow limit. */
async function consumeBreakerLimit(): Promise<Counted[]> {
  const { OTP_BREAKER_LEAST_WRONG: least, OTP_BREAKER_WRONG_PERCENT: percent } = env()
  const { allRight, allWrong, slowed } = limits()
  const [wrong, right] = await Promise.all([allWrong.count('all'), allRight.count('all')])
  const isOpen = wrong >= least && wrong * 100 >= percent * (wrong + right)
  if (isOpen !== wasOpen) log('warn', `code breaker ${isOpen ? 'opened' : 'closed'}`, { wrong, right })
  wasOpen = isOpen
  return isOpen ? [{ limit: slowed, key: 'all' }] : []
}

/** Call when the provider did not judge the code: that attempt is refunded, so a separate limit counts it. */
export async function countUnanswered(phone: string): Promise<void> {
  await limits().unanswered.consume(phone)
}

/** Counts only codes judged wrong: attempts in progress may be right. The last one turns OTP off for 24 h. */
export async function countWrong(phone: string, purpose: Purpose, asker: RateLimitSubject): Promise<void> {
  if (asker.known) return
  const { off, judgedWrong, allWrong } = limits()
  if (purpose !== 'sign-up') await allWrong.spend('all')
  const { remaining } = await judgedWrong.spend(phone)
  if (remaining > 0) return
  await off.consume(phone)
  await judgedWrong.clear(phone)
}

export async function countRight(purpose: Purpose, asker: RateLimitSubject): Promise<void> {
  if (!asker.known && purpose !== 'sign-up') await limits().allRight.spend('all')
}

/** Call before a password is compared; refund a right one. */
export function consumePasswordAttempt(
  phone: string,
  asker: RateLimitSubject,
): Promise<ConsumedAttempt | TooMany> {
  const { passwords, passwordsOfAddress } = limits()
  const own = listPhoneLimits(passwords, phone, asker)
  return consume(asker.known ? own : [...own, ...listAddressLimits(asker.address, passwordsOfAddress)])
}

const clearAll = (of: Record<'all' | 'network' | 'known', RateLimit>, phone: string) =>
  Promise.all([of.all.clear(phone), of.network.clear(phone), of.known.clear(phone)])

export async function clearPasswordAttempts(phone: string): Promise<void> {
  await clearAll(limits().passwords, phone)
}

export async function unlockPhone(phone: string): Promise<void> {
  const { sends, wrong, passwords, judgedWrong, off, unanswered } = limits()
  for (const limit of [sends, wrong, passwords]) await clearAll(limit, phone)
  await Promise.all([judgedWrong, off, unanswered].map((limit) => limit.clear(phone)))
}
