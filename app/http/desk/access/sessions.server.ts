import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { deskAccess, deskSessions } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { hashToken } from '~/platform/tokens.server'
import type { Operator } from '~/domain/operators/operator.server'

export type Stage = (typeof deskSessions.$inferSelect)['stage']

const LIFE: Record<Stage, string> = { code: '10 minutes', 'set-up': '1 hour', open: '12 hours' }
const IDLE = sql`interval '30 minutes'`
/** In ms: how often a session that is used is written. */
const SEEN_EVERY = 60_000

const computeSessionEnd = (stage: Stage) => sql`now() + ${LIFE[stage]}::interval`

export interface DeskSession {
  id: number
  tokenHash: string
  stage: Stage
  codeAt: Date | null
  operator: Operator
}

interface NewSession {
  operatorId: number
  stage: Exclude<Stage, 'open'>
  agent: string | null
}

const makeToken = () => randomBytes(32).toString('base64url')

export async function openDeskSession(
  { operatorId, stage, agent }: NewSession,
  reader: Reader = db,
): Promise<string> {
  const token = makeToken()
  await reader.insert(deskSessions).values({
    token_hash: hashToken(token),
    operator_id: operatorId,
    stage,
    // A header may contain control characters of Latin-1.
    agent: agent?.slice(0, 200).replace(/\p{C}/gu, '') ?? null,
    expires_at: computeSessionEnd(stage),
  })
  return token
}

/** A code was accepted: the session opens under a new token. An open one keeps its end. Null if it ended meanwhile. */
export async function renewDeskSession(
  { tokenHash, stage }: Pick<DeskSession, 'tokenHash' | 'stage'>,
  reader: Reader = db,
): Promise<string | null> {
  const token = makeToken()
  const renewed = await reader
    .update(deskSessions)
    .set({
      token_hash: hashToken(token),
      stage: 'open',
      code_at: sql`now()`,
      last_seen_at: sql`now()`,
      ...(stage !== 'open' && { expires_at: computeSessionEnd('open') }),
    })
    .where(and(eq(deskSessions.token_hash, tokenHash), eq(deskSessions.stage, stage)))
    .returning({ id: deskSessions.id })
  return renewed.length ? token : null
}

/** An invited operator has a session only while the invitation is being accepted. */
const mayBeThere = or(
  and(eq(operators.state, 'active'), isNotNull(deskAccess.enrolled_at)),
  and(eq(deskSessions.stage, 'set-up'), inArray(operators.state, ['active', 'invited'])),
)

/** Null: it has ended, or its operator may do nothing any more. */
export async function findDeskSession(tokenHash: string): Promise<DeskSession | null> {
  const [row] = await db
    .select({ session: deskSessions, operator: operators })
    .from(deskSessions)
    .innerJoin(operators, eq(operators.id, deskSessions.operator_id))
    .innerJoin(deskAccess, eq(deskAccess.operator_id, deskSessions.operator_id))
    .where(and(eq(deskSessions.token_hash, tokenHash), isLive, mayBeThere))
  if (!row) return null
  const { id, stage, code_at: codeAt, last_seen_at: seenAt } = row.session
  if (Date.now() - seenAt.getTime() > SEEN_EVERY)
    await db
      .update(deskSessions)
      .set({ last_seen_at: sql`now()` })
      .where(eq(deskSessions.id, id))
  return { id, tokenHash, stage, codeAt, operator: row.operator }
}

/** True also for the token of an expired session, until the sweep deletes its row. */
export async function isDeskToken(tokenHash: string): Promise<boolean> {
  const [session] = await db
    .select({ id: deskSessions.id })
    .from(deskSessions)
    .where(eq(deskSessions.token_hash, tokenHash))
  return session !== undefined
}

const isLive = and(
  gt(deskSessions.expires_at, sql`now()`),
  gt(deskSessions.last_seen_at, sql`now() - ${IDLE}`),
)

export async function closeDeskSession(tokenHash: string, reader: Reader = db): Promise<void> {
  await reader.delete(deskSessions).where(eq(deskSessions.token_hash, tokenHash))
}

export async function endDeskSession(operatorId: number, id: number): Promise<boolean> {
  const ended = await db
    .delete(deskSessions)
    .where(and(eq(deskSessions.operator_id, operatorId), eq(deskSessions.id, id)))
    .returning({ id: deskSessions.id })
  return ended.length === 1
}

export async function endAllDeskSessions(operatorId: number, reader: Reader = db): Promise<void> {
  await reader.delete(deskSessions).where(eq(deskSessions.operator_id, operatorId))
}

export const listDeskSessions = (operatorId: number) =>
  db
    .select({
      id: deskSessions.id,
      agent: deskSessions.agent,
      createdAt: deskSessions.created_at,
      seenAt: deskSessions.last_seen_at,
    })
    .from(deskSessions)
    .where(and(eq(deskSessions.operator_id, operatorId), eq(deskSessions.stage, 'open'), isLive))
    .orderBy(desc(deskSessions.id))

/** Whether anybody can sign in: before, there is no desk. */
export async function isDeskOpen(): Promise<boolean> {
  const [anybody] = await db
    .select({ id: operators.id })
    .from(operators)
    .innerJoin(deskAccess, eq(deskAccess.operator_id, operators.id))
    .where(and(eq(operators.state, 'active'), isNotNull(deskAccess.enrolled_at)))
    .limit(1)
  return anybody !== undefined
}
