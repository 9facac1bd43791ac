import { randomInt } from 'node:crypto'
import { and, eq, isNull, or, gt, inArray } from 'drizzle-orm'
import { db, databaseError, type Reader, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { readGrouped } from '~/platform/formats/pasted'
import { refused, type Refused } from '~/platform/outcome'
import { keepsAddress } from './address/keeps-address.server'
import { REPEATABLE } from './sessions.server'

export type User = typeof users.$inferSelect

export interface NewUser {
  username: string
  phone_number: string
  /** Null: another member has the address unconfirmed; this one gets it by confirming it. */
  email: string | null
  password_hash: string
  referred_by: number | null
  terms_version: string
  terms_accepted_at: Date
}

const hasPhone = (phone: string) => and(eq(users.phone_number, phone), isNull(users.deleted_at))

export async function findUserByPhone(phone: string, reader: Reader = db): Promise<User | null> {
  const [user] = await reader.select().from(users).where(hasPhone(phone))
  return user ?? null
}

/** Call first in a transaction that the number authorizes: it waits for a concurrent change of the number. */
export async function lockUserByPhone(tx: Tx, phone: string): Promise<User | null> {
  const [user] = await tx.select().from(users).where(hasPhone(phone)).for('no key update')
  return user ?? null
}

export async function findUserById(id: number, reader: Reader = db): Promise<User | null> {
  const [user] = await reader.select().from(users).where(eq(users.id, id))
  return user ?? null
}

/** In no order. */
export const listUsersById = async (ids: readonly number[]): Promise<User[]> =>
  ids.length
    ? db
        .select()
        .from(users)
        .where(inArray(users.id, [...ids]))
    : []

type TakenContact = 'emailTaken' | 'phoneTaken' | 'bothTaken'

/** An address that can still be taken does not count (address/holders.server.ts). */
export async function findTakenContact(email: string, phone: string): Promise<TakenContact | null> {
  const rows = await db
    .select({ email: users.email, phone: users.phone_number, keeps: keepsAddress() })
    .from(users)
    .where(or(eq(users.email, email), eq(users.phone_number, phone)))
  const emailTaken = rows.some((row) => row.email === email && row.keeps)
  const phoneTaken = rows.some((row) => row.phone === phone)
  if (emailTaken && phoneTaken) return 'bothTaken'
  return emailTaken ? 'emailTaken' : phoneTaken ? 'phoneTaken' : null
}

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`)

const makeReferralCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

export async function findReferrer(code: string): Promise<{ id: number; referral_code: string } | null> {
  const referral_code = readGrouped(code).toUpperCase()
  if (!CODE.test(referral_code)) return null
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.referral_code, referral_code), isNull(users.deleted_at)))
  return user ? { id: user.id, referral_code } : null
}

/** A taken phone or address throws an error that isTaken() recognises, and aborts the transaction. */
export async function insertUser(tx: Tx, user: NewUser): Promise<User> {
  for (;;) {
    const [inserted] = await tx
      .insert(users)
      .values({ ...user, referral_code: makeReferralCode() })
      .onConflictDoNothing({ target: users.referral_code })
      .returning()
    if (inserted) return inserted
  }
}

export function isTaken(error: unknown): boolean {
  const conflict = databaseError(error)
  return (
    conflict?.code === '23505' && /^users_(phone_number|email)_(unique|key)$/.test(conflict.constraint ?? '')
  )
}

export async function refuseTaken<Result>(work: Promise<Result>): Promise<Result | Refused<'taken'>> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error)) return refused('taken')
    throw error
  }
}

export async function hasLeft(reader: Reader, userId: number): Promise<boolean> {
  const [user] = await reader.select({ at: users.deleted_at }).from(users).where(eq(users.id, userId))
  return user!.at !== null
}

export async function findJustDeleted(userIds: number[]): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), gt(users.deleted_at, REPEATABLE)))
  return rows.map(({ id }) => id)
}
