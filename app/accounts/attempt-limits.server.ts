/** How often codes are sent and codes and passwords are tried (security.md). Each counts before the work is done. */
import { defineLimit, placeOf, type Limit } from '~/db/limits.server'
import { env } from '~/env.server'
import { errorFacts, log } from '~/log.server'
import { refused, type Refused } from '~/outcome'

const HOUR = 3600
const DAY = 24 * HOUR

/** Over a limit; 'failed': the counts cannot be read, and without them nothing is tried (it fails closed). */
export type TooMany = Refused<'tooMany', { minutes: number }> | Refused<'failed'>

/** What is counted where: a few limits together, each under its key. */
type Counted = { limit: Limit; key: string }[]

/** Made at the first use, when the environment is known. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const limits = once(() => {
  const v = env()
  return {
    sendsOfPhone: defineLimit('otp-send-phone', v.OTP_SENDS_PER_PHONE_HOUR, HOUR),
    sendsOfAll: defineLimit('otp-send-all', v.OTP_SENDS_PER_MINUTE, 60),
    sendsOfAddress: defineLimit('otp-send-address', v.OTP_SENDS_PER_ADDRESS_HOUR, HOUR),
    sendsOfNetwork: defineLimit('otp-send-network', v.OTP_SENDS_PER_NETWORK_HOUR, HOUR),
    wrongOfPhone: defineLimit('otp-wrong-phone', v.OTP_WRONG_PER_PHONE_DAY, DAY),
    unansweredOfPhone: defineLimit('otp-unanswered-phone', v.OTP_UNANSWERED_PER_PHONE_HOUR, HOUR),
    wrongOfAddress: defineLimit('otp-wrong-address', v.OTP_WRONG_PER_ADDRESS_HOUR, HOUR),
    wrongOfNetwork: defineLimit('otp-wrong-network', v.OTP_WRONG_PER_NETWORK_HOUR, HOUR),
    passwordsOfPhone: defineLimit('password-phone', v.PASSWORD_WRONG_PER_PHONE, 15 * 60),
    passwordsOfAddress: defineLimit('password-address', v.PASSWORD_WRONG_PER_ADDRESS_HOUR, HOUR),
  }
})

/**
 * The limit of an address by its kind. None in demo mode, where everybody may come from one address, and none where the
 * server does not tell addresses.
 */
function ofAddress(address: string, v4: Limit, v6: Limit): Counted {
  if (env().demo || !address) return []
  const { isIPv4, key } = placeOf(address)
  return [{ limit: isIPv4 ? v4 : v6, key }]
}

async function take(counted: Counted): Promise<TooMany | null> {
  for (const [at, { limit, key }] of counted.entries()) {
    const full = await limit.take(key)
    if (!full) continue
    await giveBack(counted.slice(0, at))
    return refused('tooMany', full)
  }
  return null
}

async function giveBack(counted: Counted): Promise<void> {
  await Promise.all(counted.map(({ limit, key }) => limit.giveBack(key)))
}

/** A count that was taken, and the way to take it back. */
export interface Taken {
  ok: true
  giveBack(): Promise<void>
}

function taken(counted: Counted): Promise<Taken | TooMany> {
  return failClosed(async () => (await take(counted)) ?? { ok: true, giveBack: () => giveBack(counted) })
}

async function failClosed<Answer>(count: () => Promise<Answer>): Promise<Answer | TooMany> {
  try {
    return await count()
  } catch (error) {
    log('error', 'attempts not counted', errorFacts(error))
    return refused('failed')
  }
}

/** Before anything else of a flow that may send a code: 100 an hour an IPv4 address, 20 an IPv6 /64. */
export function takeSendOfAddress(address: string): Promise<Taken | TooMany> {
  const { sendsOfAddress, sendsOfNetwork } = limits()
  return taken(ofAddress(address, sendsOfAddress, sendsOfNetwork))
}

/** Before a code is sent: 5 an hour a phone, none while its OTP is off, and the breaker on all sends together. */
export async function takeSendOfPhone(phone: string): Promise<Taken | TooMany> {
  const { sendsOfPhone, sendsOfAll, wrongOfPhone } = limits()
  const off = await failClosed(() => wrongOfPhone.peek(phone))
  if (off) return 'ok' in off ? off : refused('tooMany', off)
  return taken([
    { limit: sendsOfPhone, key: phone },
    { limit: sendsOfAll, key: 'all' },
  ])
}

/** Before a code is compared: 10 wrong a day a phone; 60 an hour an address, 20 a /64. A right one is given back. */
export async function takeCodeAttempt(phone: string, address: string): Promise<Taken | TooMany> {
  const { wrongOfPhone, wrongOfAddress, wrongOfNetwork, unansweredOfPhone } = limits()
  const silent = await failClosed(() => unansweredOfPhone.peek(phone))
  if (silent) return 'ok' in silent ? silent : refused('tooMany', silent)
  return taken([{ limit: wrongOfPhone, key: phone }, ...ofAddress(address, wrongOfAddress, wrongOfNetwork)])
}

/** After a code that the provider did not answer for: it cost no try, so that there is an end to it elsewhere. */
export async function countUnanswered(phone: string): Promise<void> {
  await limits().unansweredOfPhone.take(phone)
}

/** After a wrong code: was it the last one allowed, OTP is off for this phone for 24 hours from now. */
export async function closeAfterWrongCode(phone: string): Promise<void> {
  const { wrongOfPhone } = limits()
  if (await wrongOfPhone.peek(phone)) await wrongOfPhone.close(phone, DAY)
}

/** Before a password is compared: 10 wrong in 15 minutes a phone, 100 an hour an address. A right one is given back. */
export function takePasswordAttempt(phone: string, address: string): Promise<Taken | TooMany> {
  const { passwordsOfPhone, passwordsOfAddress } = limits()
  return taken([
    { limit: passwordsOfPhone, key: phone },
    ...ofAddress(address, passwordsOfAddress, passwordsOfAddress),
  ])
}

/** A new password: the wrong ones before it no longer count. */
export const clearPasswordAttempts = (phone: string) => limits().passwordsOfPhone.clear(phone)

/** Forgets what was counted of a phone: the operator's answer to somebody who is locked out. */
export async function unlockPhone(phone: string): Promise<void> {
  const { sendsOfPhone, wrongOfPhone, unansweredOfPhone, passwordsOfPhone } = limits()
  for (const limit of [sendsOfPhone, wrongOfPhone, unansweredOfPhone, passwordsOfPhone])
    await limit.clear(phone)
}
