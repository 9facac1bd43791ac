/** Passwords: argon2id, two at a time, with a short queue that networks take turns in. */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { widestPlaceOf } from '~/db/limits.server'
import { Busy, turns } from '~/turns'
import { isCommonPassword } from './common-passwords.server'
import { normalizePhone, PASSWORD_LONGEST, PASSWORD_SHORTEST } from './rules'

/** algorithm 2 is argon2id. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'

/** The queue is full: try again in a moment. */
export const PasswordsBusy = Busy

const inTurn = turns(2, 40, 10)

/** Who holds one address of an IPv6 /48 can have them all. */
const networkOf = (address: string) => (address ? widestPlaceOf(address) : '')

/**
 * The same characters, however a keyboard composes them. Normalization sorts combining marks in quadratic time, so of what
 * is far longer than any password only the beginning is taken: it is no less wrong.
 */
const composed = (password: string) => password.slice(0, PASSWORD_LONGEST * 8).normalize('NFKC')

export const isSamePassword = (one: string, other: string) => composed(one) === composed(other)

/** `address` is the client's; '' for work of our own. Throws PasswordsBusy. */
export function hashPassword(password: string, address = ''): Promise<string> {
  return inTurn(() => hash(composed(password), OPTIONS), networkOf(address))
}

/** The hash; null when too many passwords are waiting to be hashed. */
export function hashUnlessBusy(password: string, address: string): Promise<string | null> {
  return hashPassword(password, address).catch((error: unknown) => {
    if (error instanceof PasswordsBusy) return null
    throw error
  })
}

let dummy: Promise<string> | undefined

/**
 * Whether the password is the one of the hash, and whether the hash is to be made anew. Without a hash it does the same
 * work and says no, so that an unknown person takes as long as a wrong password. `address` is the client's. Throws
 * PasswordsBusy.
 */
export async function checkPassword(
  passwordHash: string | null,
  password: string,
  address = '',
): Promise<{ right: boolean; outdated: boolean }> {
  const against = passwordHash ?? (await (dummy ??= hash(randomBytes(32), OPTIONS)))
  const right = await inTurn(() => verify(against, composed(password)), networkOf(address))
  return { right: right && passwordHash !== null, outdated: !against.startsWith(CURRENT) }
}

export type PasswordProblem = 'passwordLength' | 'passwordCommon' | 'passwordPersonal'

/** What is wrong with a password for this person (docs/rules.md#21); null when nothing is. */
export function findPasswordProblem(
  password: string,
  person: { username: string; phone_number: string; email: string },
): PasswordProblem | null {
  // A character has at most two code units, so a far too long password is refused without counting its characters.
  if (password.length > 2 * PASSWORD_LONGEST) return 'passwordLength'
  const length = Array.from(password).length
  if (length < PASSWORD_SHORTEST || length > PASSWORD_LONGEST) return 'passwordLength'
  const text = password.trim().toLowerCase()
  if ([person.username, person.email].some((own) => own.toLowerCase() === text)) return 'passwordPersonal'
  if (normalizePhone(password) === person.phone_number) return 'passwordPersonal'
  return isCommonPassword(password) ? 'passwordCommon' : null
}
