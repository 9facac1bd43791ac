import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { prepared } from '~/platform/db/prepared.server'
import { profileImages, sessions, users } from '~/platform/db/schema/members'
import { hashToken } from '~/platform/tokens.server'
import { hashPasswordStamp } from './known-browser.server'
import { CONFIRMED_FOR, type NewSession, SEEN_EVERY, TOKEN } from './sessions.server'

export interface SessionUser {
  id: number
  username: string
  email: string
  phone_number: string
  referral_code: string
  created_at: Date
  image: string | null
}

interface FoundSession {
  user: SessionUser
  tokenHash: string
  passwordStamp: string
  expiresAt: Date
  /** The password was set, entered or confirmed in the last 15 minutes. */
  mayChangePayouts: boolean
}

const selectSession = prepared((reader) =>
  reader
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      phone_number: users.phone_number,
      referral_code: users.referral_code,
      created_at: users.created_at,
      image: profileImages.version,
      passwordHash: users.password_hash,
      expiresAt: sessions.expires_at,
      seenAt: sessions.last_seen_at,
      mayChangePayouts: sql<boolean>`greatest(${sessions.confirmed_at}, CASE WHEN ${sessions.opened_by} <> 'code' THEN ${sessions.created_at} END)
        > now() - ${CONFIRMED_FOR} IS TRUE`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(profileImages, eq(profileImages.user_id, users.id))
    .where(
      and(
        eq(sessions.token_hash, sql.placeholder('tokenHash')),
        eq(sessions.kind, sql.placeholder('kind')),
        gt(sessions.expires_at, sql.placeholder('now')),
        isNull(users.deleted_at),
      ),
    ),
)

export async function findSession(token: string, kind: NewSession['kind']): Promise<FoundSession | null> {
  if (!TOKEN.test(token)) return null
  const tokenHash = hashToken(token)
  const [row] = await selectSession(db, { tokenHash, kind, now: new Date().toISOString() })
  if (!row) return null
  const { expiresAt, seenAt, passwordHash, mayChangePayouts, ...user } = row
  if (Date.now() - seenAt.getTime() > SEEN_EVERY) {
    await db
      .update(sessions)
      .set({ last_seen_at: sql`now()` })
      .where(eq(sessions.token_hash, tokenHash))
  }
  return {
    user: {
      ...user,
      email: user.email ?? '',
      phone_number: user.phone_number ?? '',
      referral_code: user.referral_code ?? '',
    },
    tokenHash,
    passwordStamp: hashPasswordStamp(passwordHash),
    expiresAt,
    mayChangePayouts,
  }
}
