/** Only the hash of a token is stored. */
import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt, sql, desc, ne } from 'drizzle-orm'
import { deriveKey } from '~/platform/config/env.server'
import { db, type Reader } from '~/platform/db/client.server'
import { sessions } from '~/platform/db/schema/members'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { HOUR_MS } from '~/platform/formats/dates'
import { hashToken } from '~/platform/tokens.server'

const REMEMBERED = 30 * 24 * HOUR_MS
const FORGOTTEN = 12 * HOUR_MS
export const SEEN_EVERY = 10 * 60 * 1000
export const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface NewSession {
  userId: number
  /** 30 days instead of 12 hours. */
  remember: boolean
  kind: 'cookie' | 'bearer'
  openedBy: 'password' | 'code' | 'sign-up'
  confirmed?: boolean
  agent: string | null
  /** From deriveRepeatableToken(), if a retry must find the session; else random. */
  token?: string | undefined
}

/** A retry gets the same token: it is derived from secrets of browser and server, and not stored. */
export const deriveRepeatableToken = (use: 'code' | 'change-password' | 'sign-in', secret: string): string =>
  createHmac('sha256', deriveKey('repeatable token')).update(`${use}\0${secret}`).digest('base64url')

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
        eq(sessions.token_hash, hashToken(token)),
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
  const row = buildRow(session, token)
  await reader.insert(sessions).values(row)
  return { token, expiresAt: row.expires_at }
}

/** Null: the token has a session already, because of a retry or a concurrent duplicate. */
export async function openUnlessOpen(
  session: NewSession & { token: string },
  reader: Reader,
): Promise<{ token: string } | null> {
  const [opened] = await reader
    .insert(sessions)
    .values(buildRow(session, session.token))
    .onConflictDoNothing()
    .returning({ user: sessions.user_id })
  return opened ? { token: session.token } : null
}

const buildRow = ({ kind, userId, remember, openedBy, confirmed, agent }: NewSession, token: string) => ({
  token_hash: hashToken(token),
  kind,
  user_id: userId,
  remember,
  opened_by: openedBy,
  confirmed_at: confirmed ? sql`now()` : null,
  // A header may contain control characters of Latin-1.
  agent: agent?.slice(0, 200).replace(/\p{C}/gu, '') ?? null,
  expires_at: new Date(Date.now() + (remember ? REMEMBERED : FORGOTTEN)),
})

export const CONFIRMED_FOR = sql`interval '15 minutes'`

export async function confirmSession(tokenHash: string, reader: Reader = db): Promise<void> {
  await reader
    .update(sessions)
    .set({ confirmed_at: sql`now()` })
    .where(eq(sessions.token_hash, tokenHash))
}

export async function closeSession(tokenHash: string, reader: Reader = db): Promise<void> {
  await reader.delete(pushSubscriptions).where(eq(pushSubscriptions.session, tokenHash))
  await reader.delete(sessions).where(eq(sessions.token_hash, tokenHash))
}

/** `keepTokenHash` null ends all. Call after notify(), which still pushes to them. Returns how many ended. */
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
