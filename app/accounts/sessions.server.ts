/** Who is signed in: a random token with its owner, of which the table keeps only the hash. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { passwordStamp } from './known-browser.server'
import { profileImages, sessions, users } from '~/db/schema'
import { derivedKey } from '~/env.server'

export interface SessionUser {
  id: number
  username: string
  email: string
  /** +91XXXXXXXXXX */
  phone_number: string
  referral_code: string
  created_at: Date
  /** The version of the profile image; null when there is none. */
  image: string | null
}

const HOUR = 60 * 60 * 1000
const REMEMBERED = 30 * 24 * HOUR
const FORGOTTEN = 12 * HOUR
/** How old last_seen_at grows before a request writes it again. */
const SEEN_EVERY = 10 * 60 * 1000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export interface NewSession {
  userId: number
  /** 30 days instead of 12 hours. */
  remember: boolean
  kind: 'cookie' | 'bearer'
  /** How the person authenticated; a password chosen at sign-up counts as a password. */
  openedBy: 'password' | 'code' | 'sign-up'
  /** The password was typed just now. */
  confirmed?: boolean
  /** The client's User-Agent, for the person to recognise the session by. */
  agent: string | null
  /** From repeatableToken(), where the same request must find the same session again; else a random one. */
  token?: string | undefined
}

/**
 * A token that the same browser gets again when it sends the same request again, because the first answer was lost. It is
 * made of a secret that only that browser has and of the server's key, so that nothing of it is stored.
 */
export const repeatableToken = (use: 'code' | 'change-password' | 'sign-in', secret: string): string =>
  createHmac('sha256', derivedKey('repeatable token')).update(`${use}\0${secret}`).digest('base64url')

/** For how long a request that is sent again gets the first answer. */
export const REPEATABLE = sql`now() - interval '5 minutes'`

/** The session that a repeatable token opened; null: none, it has ended, or it is too old to be asked for again. */
export async function findRepeated(
  token: string,
  reader: Reader = db,
): Promise<{ userId: number; remember: boolean } | null> {
  const [row] = await reader
    .select({ userId: sessions.user_id, remember: sessions.remember })
    .from(sessions)
    .where(
      and(
        eq(sessions.token_hash, hashOf(token)),
        gt(sessions.created_at, REPEATABLE),
        gt(sessions.expires_at, new Date()),
      ),
    )
  return row ?? null
}

/** Opens a session, inside the caller's transaction where one is given. `token` is known to the caller alone. */
export async function openSession(
  session: NewSession,
  reader: Reader = db,
): Promise<{ token: string; expiresAt: Date }> {
  const token = session.token ?? randomBytes(32).toString('base64url')
  const row = rowOf(session, token)
  await reader.insert(sessions).values(row)
  return { token, expiresAt: row.expires_at }
}

/**
 * Opens the session of a repeatable token; null if the token has a session already, because the request is a retry or a
 * concurrent duplicate.
 */
export async function openUnlessOpen(
  session: NewSession & { token: string },
  reader: Reader,
): Promise<{ token: string } | null> {
  const [opened] = await reader
    .insert(sessions)
    .values(rowOf(session, session.token))
    .onConflictDoNothing()
    .returning({ user: sessions.user_id })
  return opened ? { token: session.token } : null
}

const rowOf = ({ kind, userId, remember, openedBy, confirmed, agent }: NewSession, token: string) => ({
  token_hash: hashOf(token),
  kind,
  user_id: userId,
  remember,
  opened_by: openedBy,
  confirmed_at: confirmed ? sql`now()` : null,
  // A header may bring control characters of Latin-1.
  agent: agent?.slice(0, 200).replace(/\p{C}/gu, '') ?? null,
  expires_at: new Date(Date.now() + (remember ? REMEMBERED : FORGOTTEN)),
})

/** How long a password confirmation is valid. */
const CONFIRMED_FOR = sql`interval '15 minutes'`

interface FoundSession {
  user: SessionUser
  tokenHash: string
  passwordStamp: string
  expiresAt: Date
  /** Whether it may change payout details: it was opened with the password, or the password was confirmed recently. */
  mayChangePayouts: boolean
}

/** The session of a token of this kind; null when it is unknown, of the other kind, expired, or its user was deleted. */
export async function findSession(token: string, kind: NewSession['kind']): Promise<FoundSession | null> {
  if (!TOKEN.test(token)) return null
  const tokenHash = hashOf(token)
  const [row] = await db
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
      mayChangePayouts: sql<boolean>`${sessions.opened_by} <> 'code' OR coalesce(${sessions.confirmed_at} > now() - ${CONFIRMED_FOR}, false)`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(profileImages, eq(profileImages.user_id, users.id))
    .where(
      and(
        eq(sessions.token_hash, tokenHash),
        eq(sessions.kind, kind),
        gt(sessions.expires_at, new Date()),
        isNull(users.deleted_at),
      ),
    )
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
    passwordStamp: passwordStamp(passwordHash),
    expiresAt,
    mayChangePayouts,
  }
}

/** Records that the password was confirmed in this session. */
export async function confirmSession(tokenHash: string, reader: Reader = db): Promise<void> {
  await reader
    .update(sessions)
    .set({ confirmed_at: sql`now()` })
    .where(eq(sessions.token_hash, tokenHash))
}

/** Ends one session; ending it twice is no error. */
export async function closeSession(tokenHash: string, reader: Reader = db): Promise<void> {
  await reader.delete(sessions).where(eq(sessions.token_hash, tokenHash))
}

/** Ends all sessions of a person but the one to keep; null keeps none. Gives how many they were. */
export async function closeOtherSessions(
  userId: number,
  keepTokenHash: string | null,
  reader: Reader = db,
): Promise<number> {
  const others = keepTokenHash === null ? undefined : ne(sessions.token_hash, keepTokenHash)
  const ended = await reader
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), others))
    .returning({ kind: sessions.kind })
  return ended.length
}

/** How many a page lists. */
const LISTED = 20

/** Where a person is signed in: the session that asks first, then the latest seen; `more` says how many are left out. */
export async function listSessions(userId: number, tokenHash: string) {
  const isThis = sql<boolean>`${sessions.token_hash} = ${tokenHash}`
  const rows = await db
    .select({
      kind: sessions.kind,
      agent: sessions.agent,
      seenAt: sessions.last_seen_at,
      isThis,
      all: sql<number>`count(*) OVER ()::int`,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, sql`now()`)))
    .orderBy(desc(isThis), desc(sessions.last_seen_at))
    .limit(LISTED)
  return {
    sessions: rows.map(({ kind, agent, seenAt, isThis }) => ({ kind, agent, seenAt, isThis })),
    more: Math.max(0, (rows[0]?.all ?? 0) - LISTED),
  }
}
