/** A session token is known to its owner only; the table stores its hash. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { passwordStamp } from '../join/known-browser.server'
import { profileImages, sessions, users } from '~/db/schema/members'
import { derivedKey } from '~/config/env.server'

export interface SessionUser {
  id: number
  username: string
  email: string
  phone_number: string
  referral_code: string
  created_at: Date
  image: string | null
}

const HOUR = 60 * 60 * 1000
const REMEMBERED = 30 * 24 * HOUR
const FORGOTTEN = 12 * HOUR
const SEEN_EVERY = 10 * 60 * 1000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export interface NewSession {
  userId: number
  /** 30 days instead of 12 hours. */
  remember: boolean
  kind: 'cookie' | 'bearer'
  openedBy: 'password' | 'code' | 'sign-up'
  confirmed?: boolean
  agent: string | null
  /** From repeatableToken(), when a retry must find the same session; else random. */
  token?: string | undefined
}

/** A retry gets the same token: it is derived from a secret of the browser and a key of the server, and not stored. */
export const repeatableToken = (use: 'code' | 'change-password' | 'sign-in', secret: string): string =>
  createHmac('sha256', derivedKey('repeatable token')).update(`${use}\0${secret}`).digest('base64url')

export const REPEATABLE = sql`now() - interval '5 minutes'`

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

export async function openSession(
  session: NewSession,
  reader: Reader = db,
): Promise<{ token: string; expiresAt: Date }> {
  const token = session.token ?? randomBytes(32).toString('base64url')
  const row = rowOf(session, token)
  await reader.insert(sessions).values(row)
  return { token, expiresAt: row.expires_at }
}

/** Null if the token already has a session: the request is a retry or a concurrent duplicate. */
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
  // A header may contain control characters of Latin-1.
  agent: agent?.slice(0, 200).replace(/\p{C}/gu, '') ?? null,
  expires_at: new Date(Date.now() + (remember ? REMEMBERED : FORGOTTEN)),
})

const CONFIRMED_FOR = sql`interval '15 minutes'`

interface FoundSession {
  user: SessionUser
  tokenHash: string
  passwordStamp: string
  expiresAt: Date
  /** The session was opened with the password, or the password was confirmed in the last 15 minutes. */
  mayChangePayouts: boolean
}

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

export async function confirmSession(tokenHash: string, reader: Reader = db): Promise<void> {
  await reader
    .update(sessions)
    .set({ confirmed_at: sql`now()` })
    .where(eq(sessions.token_hash, tokenHash))
}

export async function closeSession(tokenHash: string, reader: Reader = db): Promise<void> {
  await reader.delete(sessions).where(eq(sessions.token_hash, tokenHash))
}

/** `keepTokenHash` null ends all. Returns the number of ended sessions. */
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

const LISTED = 20

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
