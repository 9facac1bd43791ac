/** Hashes with argon2id, two at a time, with a short queue in which networks take turns. */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { getWidestPrefix } from '~/platform/formats/address-prefixes'
import { Busy, createSemaphore } from '~/platform/semaphore'
import { isCommonPassword } from './passwords/common-passwords.server'
import { normalizePhone, PASSWORD_LONGEST, PASSWORD_SHORTEST } from './rules'

/** Algorithm 2 is argon2id. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'

export const PasswordsBusy = Busy

const inTurn = createSemaphore(2, 40, 10)

/** One holder may have a whole IPv6 /48. */
const getNetwork = (address: string) => (address ? getWidestPrefix(address) : '')

/** NFKC, because keyboards compose differently; cut, because its time is quadratic in combining marks. */
const normalizePassword = (password: string) => password.slice(0, PASSWORD_LONGEST * 8).normalize('NFKC')

export const isSamePassword = (one: string, other: string) =>
  normalizePassword(one) === normalizePassword(other)

/** `address` is the client's, '' for internal work. Throws PasswordsBusy. */
export function hashPassword(password: string, address = ''): Promise<string> {
  return inTurn(() => hash(normalizePassword(password), OPTIONS), getNetwork(address))
}

export function hashUnlessBusy(password: string, address: string): Promise<string | null> {
  return hashPassword(password, address).catch((error: unknown) => {
    if (error instanceof PasswordsBusy) return null
    throw error
  })
}

let dummy: Promise<string> | undefined

/** Does the same work without a hash, so that the time reveals no accounts. Throws PasswordsBusy. */
export async function checkPassword(
  passwordHash: string | null,
  password: string,
  address = '',
): Promise<{ right: boolean; outdated: boolean }> {
  const against = passwordHash ?? (await (dummy ??= hash(randomBytes(32), OPTIONS)))
  const right = await inTurn(() => verify(against, normalizePassword(password)), getNetwork(address))
  return { right: right && passwordHash !== null, outdated: !against.startsWith(CURRENT) }
}

export type PasswordProblem = 'passwordLength' | 'passwordCommon' | 'passwordPersonal'

/** Returns the first violation of docs/rules.md#21, or null. */
export function findPasswordProblem(
  password: string,
  person: { username: string; phone_number: string; email: string },
  shortest = PASSWORD_SHORTEST,
): PasswordProblem | null {
  // A character has at most two code units, so a huge text is refused without counting its characters.
  if (password.length > 2 * PASSWORD_LONGEST) return 'passwordLength'
  const length = Array.from(password).length
  if (length < shortest || length > PASSWORD_LONGEST) return 'passwordLength'
  const text = password.trim().toLowerCase()
  if ([person.username, person.email].some((own) => own.toLowerCase() === text)) return 'passwordPersonal'
  if (normalizePhone(password) === person.phone_number) return 'passwordPersonal'
  return isCommonPassword(password) ? 'passwordCommon' : null
}
