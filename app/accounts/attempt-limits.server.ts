/** Rate limits on codes and passwords (docs/decisions/0017), counted before the work. Known browsers have their own. */
import {
  defineAddressLimit,
  defineLimit,
  giveBackAll,
  takeAll,
  type Counted,
  type RateLimit,
} from '~/db/limits.server'
import { env } from '~/config/env.server'
import { widestPlaceOf } from '~/runtime/places'
import { errorFacts, log } from '~/runtime/log.server'
import { refused, type Refused } from '~/outcome'
import type { Purpose } from './otp/challenges.server'

const HOUR = 3600
const DAY = 24 * HOUR

/** 'failed': the counts cannot be read, so the attempt is refused (it fails closed). */
export type TooMany = Refused<'tooMany', { minutes: number }> | Refused<'failed'>

export interface Asker {
  address: string
  /** A browser where the member has signed in before, or the member's session; null for a stranger. */
  known: string | null
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Strangers share `all`; one network gets half of it, so that it cannot use up the share of the others. */
function ofPhone(name: string, points: number, seconds: number) {
  return {
    all: defineLimit(`${name}-phone`, points, seconds),
    network: defineLimit(`${name}-phone-network`, Math.ceil(points / 2), seconds),
    known: defineLimit(`${name}-known`, points, seconds),
  }
}

const limits = once(() => {
  const v = env()
  const sends = { v4: v.OTP_SENDS_PER_ADDRESS_HOUR, v6: v.OTP_SENDS_PER_NETWORK_HOUR }
  const wrong = { v4: v.OTP_WRONG_PER_ADDRESS_HOUR, v6: v.OTP_WRONG_PER_NETWORK_HOUR }
  const passwords = { v4: v.PASSWORD_WRONG_PER_ADDRESS_HOUR, v6: v.PASSWORD_WRONG_PER_ADDRESS_HOUR }
  return {
    sends: ofPhone('otp-send', v.OTP_SENDS_PER_PHONE_HOUR, HOUR),
    wrong: ofPhone('otp-wrong', v.OTP_WRONG_PER_PHONE_DAY, DAY),
    passwords: ofPhone('password', v.PASSWORD_WRONG_PER_PHONE, 15 * 60),
    judgedWrong: defineLimit('otp-judged-wrong', v.OTP_WRONG_PER_PHONE_DAY, DAY),
    off: defineLimit('otp-off', 1, DAY),
    unanswered: defineLimit('otp-unanswered-phone', v.OTP_UNANSWERED_PER_PHONE_HOUR, HOUR),
    sendsOfAll: defineLimit('otp-send-all', v.OTP_SENDS_PER_MINUTE, 60),
    signUpsOfAll: defineLimit('otp-sign-up-all', v.OTP_SIGN_UPS_PER_HOUR, HOUR),
    sendsOfAddress: defineAddressLimit('otp-send', sends, HOUR),
    wrongOfAddress: defineAddressLimit('otp-wrong', wrong, HOUR),
    passwordsOfAddress: defineAddressLimit('password', passwords, HOUR),
    /** The breaker: results of strangers over all phones, and their attempts per minute while it is open. */
    allRight: defineLimit('otp-all-right', Number.MAX_SAFE_INTEGER, HOUR),
    allWrong: defineLimit('otp-all-wrong', Number.MAX_SAFE_INTEGER, HOUR),
    slowed: defineLimit('otp-slowed', v.OTP_BREAKER_TRIES_PER_MINUTE, 60),
  }
})

const countsAddress = (address: string) => !env().demo && address !== ''

const ofAddress = (address: string, limit: (address: string) => Counted[]): Counted[] =>
  countsAddress(address) ? limit(address) : []

const offFor = (phone: string, asker: Asker, purpose: Purpose): Counted[] => [
  ...(asker.known ? [] : [{ limit: limits().off, key: phone }]),
  ...forPhone(limits().wrong, phone, asker, purpose),
]

/** The network's share applies only where a member could be shut out, so not at sign-up. */
function forPhone(
  { all, network, known }: Record<'all' | 'network' | 'known', RateLimit>,
  phone: string,
  asker: Asker,
  purpose?: Purpose,
): Counted[] {
  if (asker.known) return [{ limit: known, key: [phone, asker.known] }]
  const share: Counted[] =
    purpose !== 'sign-up' && countsAddress(asker.address)
      ? [{ limit: network, key: [phone, widestPlaceOf(asker.address)] }]
      : []
  return [...share, { limit: all, key: phone }]
}

export interface CountedAttempt {
  ok: true
  giveBack(): Promise<void>
}

function taken(counted: Counted[]): Promise<CountedAttempt | TooMany> {
  return failClosed(async () => {
    const full = await takeAll(counted)
    return full ? refused('tooMany', full) : { ok: true as const, giveBack: () => giveBackAll(counted) }
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

async function full(counted: Counted[]): Promise<TooMany | null> {
  const found = await failClosed(async () => {
    for (const { limit, key } of counted) {
      const wait = await limit.peek(key)
      if (wait) return wait
    }
    return null
  })
  return found && !('ok' in found) ? refused('tooMany', found) : found
}

/** Call first in a flow that may send a code. Known askers have no limit by address. */
export function takeSendOfAddress({ address, known }: Asker): Promise<CountedAttempt | TooMany> {
  return taken(known ? [] : ofAddress(address, limits().sendsOfAddress))
}

/** Call before a code is sent. Refuses while OTP is off for the phone; strangers also count in a site-wide limit. */
export async function takeSendOfPhone(
  phone: string,
  purpose: Purpose,
  asker: Asker,
): Promise<CountedAttempt | TooMany> {
  const { sends, sendsOfAll, signUpsOfAll } = limits()
  const off = await full(offFor(phone, asker, purpose))
  if (off) return off
  const together = { limit: purpose === 'sign-up' ? signUpsOfAll : sendsOfAll, key: 'all' }
  return taken([...forPhone(sends, phone, asker, purpose), ...(asker.known ? [] : [together])])
}

/** Call before a code is compared; give it back when the code is right or was not judged. */
export async function takeCodeAttempt(
  phone: string,
  purpose: Purpose,
  asker: Asker,
): Promise<CountedAttempt | TooMany> {
  const { wrong, wrongOfAddress, unanswered } = limits()
  const off = await full([{ limit: unanswered, key: phone }, ...offFor(phone, asker, purpose)])
  if (off) return off
  const own = forPhone(wrong, phone, asker, purpose)
  if (asker.known) return taken(own)
  const slow = purpose === 'sign-up' ? [] : await failClosed(slowedTries)
  return 'ok' in slow ? slow : taken([...own, ...ofAddress(asker.address, wrongOfAddress), ...slow])
}

let wasOpen = false

/** While too many codes of strangers are wrong, over all phones, strangers share one slow limit. */
async function slowedTries(): Promise<Counted[]> {
  const { OTP_BREAKER_LEAST_WRONG: least, OTP_BREAKER_WRONG_PERCENT: percent } = env()
  const { allRight, allWrong, slowed } = limits()
  const [wrong, right] = await Promise.all([allWrong.count('all'), allRight.count('all')])
  const isOpen = wrong >= least && wrong * 100 >= percent * (wrong + right)
  if (isOpen !== wasOpen) log('warn', `code breaker ${isOpen ? 'opened' : 'closed'}`, { wrong, right })
  wasOpen = isOpen
  return isOpen ? [{ limit: slowed, key: 'all' }] : []
}

/** Call when the provider did not judge the code: that attempt is given back, so it needs a limit of its own. */
export async function countUnanswered(phone: string): Promise<void> {
  await limits().unanswered.take(phone)
}

/** Counts only codes judged wrong, because attempts in progress may be right. The last one turns OTP off for 24 h. */
export async function countWrong(phone: string, purpose: Purpose, asker: Asker): Promise<void> {
  if (asker.known) return
  const { off, judgedWrong, allWrong } = limits()
  if (purpose !== 'sign-up') await allWrong.spend('all')
  const { remaining } = await judgedWrong.spend(phone)
  if (remaining > 0) return
  await off.take(phone)
  await judgedWrong.clear(phone)
}

export async function countRight(purpose: Purpose, asker: Asker): Promise<void> {
  if (!asker.known && purpose !== 'sign-up') await limits().allRight.spend('all')
}

/** Call before a password is compared; give it back when it is right. */
export function takePasswordAttempt(phone: string, asker: Asker): Promise<CountedAttempt | TooMany> {
  const { passwords, passwordsOfAddress } = limits()
  const own = forPhone(passwords, phone, asker)
  return taken(asker.known ? own : [...own, ...ofAddress(asker.address, passwordsOfAddress)])
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
