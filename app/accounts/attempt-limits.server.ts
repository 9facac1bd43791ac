/**
 * How often codes are sent and codes and passwords are tried (docs/decisions/0017). Each counts before the work is done.
 * Whoever is known to be the member has counts of their own, which no stranger can use up.
 */
import {
  defineAddressLimit,
  defineLimit,
  giveBackAll,
  takeAll,
  widestPlaceOf,
  type Counted,
  type Limit,
} from '~/db/limits.server'
import { env } from '~/env.server'
import { errorFacts, log } from '~/log.server'
import { refused, type Refused } from '~/outcome'
import type { Purpose } from './challenges.server'

const HOUR = 3600
const DAY = 24 * HOUR

/** Over a limit; 'failed': the counts cannot be read, and without them nothing is tried (it fails closed). */
export type TooMany = Refused<'tooMany', { minutes: number }> | Refused<'failed'>

/** Who tries. */
export interface Asker {
  /** '' where the server does not tell addresses. */
  address: string
  /** A browser in which the member was signed in before, or the member's session; null: anybody. */
  known: string | null
}

/** Made at the first use, when the environment is known. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** What strangers have together for a phone; one network gets half, so that it cannot use up what all others have. */
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
    /** Wrong for certain, where `wrong` also has what is still being compared. */
    judgedWrong: defineLimit('otp-judged-wrong', v.OTP_WRONG_PER_PHONE_DAY, DAY),
    /** OTP is off for strangers. */
    off: defineLimit('otp-off', 1, DAY),
    unanswered: defineLimit('otp-unanswered-phone', v.OTP_UNANSWERED_PER_PHONE_HOUR, HOUR),
    sendsOfAll: defineLimit('otp-send-all', v.OTP_SENDS_PER_MINUTE, 60),
    signUpsOfAll: defineLimit('otp-sign-up-all', v.OTP_SIGN_UPS_PER_HOUR, HOUR),
    sendsOfAddress: defineAddressLimit('otp-send', sends, HOUR),
    wrongOfAddress: defineAddressLimit('otp-wrong', wrong, HOUR),
    passwordsOfAddress: defineAddressLimit('password', passwords, HOUR),
    /** The breaker: what strangers' codes came to over all phones, and how many they may try while it is open. */
    allRight: defineLimit('otp-all-right', Number.MAX_SAFE_INTEGER, HOUR),
    allWrong: defineLimit('otp-all-wrong', Number.MAX_SAFE_INTEGER, HOUR),
    slowed: defineLimit('otp-slowed', v.OTP_BREAKER_TRIES_PER_MINUTE, 60),
  }
})

/** Addresses count neither in demo mode, where everybody may come from one, nor where the server does not tell them. */
const countsAddress = (address: string) => !env().demo && address !== ''

const ofAddress = (address: string, limit: (address: string) => Counted[]): Counted[] =>
  countsAddress(address) ? limit(address) : []

/** What says that this asker's codes are off for a phone. */
const offFor = (phone: string, asker: Asker, purpose: Purpose): Counted[] => [
  ...(asker.known ? [] : [{ limit: limits().off, key: phone }]),
  ...forPhone(limits().wrong, phone, asker, purpose),
]

/** The counts of a phone for this asker; the network's share where there is somebody to be shut out by it. */
function forPhone(
  { all, network, known }: Record<'all' | 'network' | 'known', Limit>,
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

/** A count that was taken, and the way to take it back. */
export interface Taken {
  ok: true
  giveBack(): Promise<void>
}

function taken(counted: Counted[]): Promise<Taken | TooMany> {
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

/** Null when there is room under all of them; nothing is counted. */
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

/** Before anything else of a flow that may send a code: 100 an hour an IPv4 address, 20 an IPv6 /64. */
export function takeSendOfAddress({ address, known }: Asker): Promise<Taken | TooMany> {
  return taken(known ? [] : ofAddress(address, limits().sendsOfAddress))
}

/** Before a code is sent: 5 an hour a phone, none while its OTP is off, and the breakers on all sends together. */
export async function takeSendOfPhone(
  phone: string,
  purpose: Purpose,
  asker: Asker,
): Promise<Taken | TooMany> {
  const { sends, sendsOfAll, signUpsOfAll } = limits()
  const off = await full(offFor(phone, asker, purpose))
  if (off) return off
  const together = { limit: purpose === 'sign-up' ? signUpsOfAll : sendsOfAll, key: 'all' }
  return taken([...forPhone(sends, phone, asker, purpose), ...(asker.known ? [] : [together])])
}

/** Before a code is compared: 10 wrong a day a phone; 60 an hour an address, 20 a /64. A right one is given back. */
export async function takeCodeAttempt(
  phone: string,
  purpose: Purpose,
  asker: Asker,
): Promise<Taken | TooMany> {
  const { wrong, wrongOfAddress, unanswered } = limits()
  const off = await full([{ limit: unanswered, key: phone }, ...offFor(phone, asker, purpose)])
  if (off) return off
  const own = forPhone(wrong, phone, asker, purpose)
  if (asker.known) return taken(own)
  const slow = purpose === 'sign-up' ? [] : await failClosed(slowedTries)
  return 'ok' in slow ? slow : taken([...own, ...ofAddress(asker.address, wrongOfAddress), ...slow])
}

/** The state of the code breaker that this process logged last. */
let wasOpen = false

/** While too many of the codes that strangers enter are wrong, whoever they are for, they wait for one another. */
async function slowedTries(): Promise<Counted[]> {
  const { OTP_BREAKER_LEAST_WRONG: least, OTP_BREAKER_WRONG_PERCENT: percent } = env()
  const { allRight, allWrong, slowed } = limits()
  const [wrong, right] = await Promise.all([allWrong.count('all'), allRight.count('all')])
  const isOpen = wrong >= least && wrong * 100 >= percent * (wrong + right)
  if (isOpen !== wasOpen) log('warn', `code breaker ${isOpen ? 'opened' : 'closed'}`, { wrong, right })
  wasOpen = isOpen
  return isOpen ? [{ limit: slowed, key: 'all' }] : []
}

/** After a code that the provider did not answer for: it cost no try, so that there is an end to it elsewhere. */
export async function countUnanswered(phone: string): Promise<void> {
  await limits().unanswered.take(phone)
}

/**
 * After a wrong code. The tenth of strangers turns OTP off for them for 24 hours from now: it is counted by what was
 * judged, since of the tries that are still under way some may be right.
 */
export async function countWrong(phone: string, purpose: Purpose, asker: Asker): Promise<void> {
  if (asker.known) return
  const { off, judgedWrong, allWrong } = limits()
  if (purpose !== 'sign-up') await allWrong.spend('all')
  const { remaining } = await judgedWrong.spend(phone)
  if (remaining > 0) return
  await off.take(phone)
  await judgedWrong.clear(phone)
}

/** After a right code, once for each code. */
export async function countRight(purpose: Purpose, asker: Asker): Promise<void> {
  if (!asker.known && purpose !== 'sign-up') await limits().allRight.spend('all')
}

/** Before a password is compared: 10 wrong in 15 minutes a phone, 100 an hour an address. A right one is given back. */
export function takePasswordAttempt(phone: string, asker: Asker): Promise<Taken | TooMany> {
  const { passwords, passwordsOfAddress } = limits()
  const own = forPhone(passwords, phone, asker)
  return taken(asker.known ? own : [...own, ...ofAddress(asker.address, passwordsOfAddress)])
}

const clearAll = (of: Record<'all' | 'network' | 'known', Limit>, phone: string) =>
  Promise.all([of.all.clear(phone), of.network.clear(phone), of.known.clear(phone)])

/** A new password: the wrong ones before it no longer count. */
export async function clearPasswordAttempts(phone: string): Promise<void> {
  await clearAll(limits().passwords, phone)
}

/** Forgets what was counted of a phone: the operator's answer to somebody who is locked out. */
export async function unlockPhone(phone: string): Promise<void> {
  const { sends, wrong, passwords, judgedWrong, off, unanswered } = limits()
  for (const limit of [sends, wrong, passwords]) await clearAll(limit, phone)
  await Promise.all([judgedWrong, off, unanswered].map((limit) => limit.clear(phone)))
}
