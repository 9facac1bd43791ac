/** Limits on codes and passwords, counted before the work (docs/decisions/0017). Known browsers have separate ones. */
import { refundAll, consumeAll, type Counted, type RateLimit } from '~/platform/db/limits.server'
import { env } from '~/platform/config/env.server'
import { errorFacts, log } from '~/platform/log.server'
import { refused, type Refused } from '~/platform/outcome'
import {
  type RateLimitSubject,
  limits,
  listAddressLimits,
  listOffLimits,
  listPhoneLimits,
} from './attempt-rules.server'
import type { Purpose } from './challenges.server'

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
