/** Rate limits on codes and passwords (docs/decisions/0017), counted before the work. Known browsers have their own. */
import { refundAll, consumeAll, type Counted, type RateLimit } from '~/db/limits.server'
import { env } from '~/config/env.server'
import { errorFacts, log } from '~/runtime/log.server'
import { refused, type Refused } from '~/outcome'
import { type Asker, limits, ofAddress, offFor, forPhone } from './attempt-rules.server'
import type { Purpose } from './otp/challenges.server'

/** 'failed': the counts cannot be read, so the attempt is refused (it fails closed). */
export type TooMany = Refused<'tooMany', { minutes: number }> | Refused<'failed'>

export interface CountedAttempt {
  ok: true
  giveBack(): Promise<void>
}

function taken(counted: Counted[]): Promise<CountedAttempt | TooMany> {
  return failClosed(async () => {
    const full = await consumeAll(counted)
    return full ? refused('tooMany', full) : { ok: true as const, giveBack: () => refundAll(counted) }
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

/** Of an operator, whose codes cost money and reach anybody. */
export const takeTestCodeAttempt = (): Promise<CountedAttempt | TooMany> =>
  taken([{ limit: limits().tests, key: 'all' }])

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
  await limits().unanswered.consume(phone)
}

/** Counts only codes judged wrong, because attempts in progress may be right. The last one turns OTP off for 24 h. */
export async function countWrong(phone: string, purpose: Purpose, asker: Asker): Promise<void> {
  if (asker.known) return
  const { off, judgedWrong, allWrong } = limits()
  if (purpose !== 'sign-up') await allWrong.spend('all')
  const { remaining } = await judgedWrong.spend(phone)
  if (remaining > 0) return
  await off.consume(phone)
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
