import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { normalizeTyped, lowersProtection, type SettingName } from '~/platform/config/setting-values'
import { inTransaction, type Tx } from '~/platform/db/client.server'
import { settings } from '~/platform/db/schema/configuration'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { judgeRequest, readPersons, type Wait } from './independence.server'
import { readSettings, readTexts } from './settings.server'

export type SettingRow = typeof settings.$inferSelect

/** The statement's time: a transaction that waited for the lock began before the row that it waited for. */
const now = sql`statement_timestamp()`

interface NewValue {
  name: SettingName
  typed: string
  reason: string
}

type SetRefusal = Refused<'no-value'> | Refused<'same'>

/** Whether the change waits for an approval; otherwise it is in force. */
type Set = Done<{ row: SettingRow; before: string; waits: boolean }>

export async function setSetting(
  { name, typed, reason }: NewValue,
  osUser: string,
  within?: Tx,
): Promise<Set | SetRefusal> {
  const value = normalizeTyped(name, typed)
  if (value === null) return refused('no-value')
  return inTransaction(async (tx) => {
    await lockSettings(tx)
    const before = (await readTexts(tx))[name]!
    if (before === value && !(await isPending(tx, name))) return refused('same')
    const waits = lowersProtection(name, await readSettings(tx), value)
    const [row] = await tx
      .insert(settings)
      .values({ name, value, reason, made_by: osUser, in_force_from: waits ? null : now, created_at: now })
      .returning()
    return done({ row: row!, before, waits })
  }, within)
}

const lockSettings = (tx: Tx) => tx.execute(sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`)

export const isSettingWaiting = or(isNull(settings.in_force_from), gt(settings.in_force_from, now))!

/** SQL: a later row came into force, which cancels an earlier one that still waits. */
export const isReplaced = sql`EXISTS (
  SELECT 1 FROM settings r WHERE r.name = ${settings.name} AND r.id > ${settings.id} AND r.in_force_from <= ${now})`

async function isPending(tx: Tx, name: SettingName): Promise<boolean> {
  const [newest] = await tx
    .select({ waits: sql<boolean>`${isSettingWaiting}` })
    .from(settings)
    .where(eq(settings.name, name))
    .orderBy(desc(settings.id))
    .limit(1)
  return newest!.waits
}

/** 'dependent': who made it, or not independent of them. 'not-waiting': the row is in force, was approved or was replaced. */
type ApprovalRefusal =
  | Refused<'not-found'>
  | Refused<'dependent', { row: SettingRow; wait: Wait }>
  | Refused<'not-waiting', { row: SettingRow }>

export function approveSetting(
  id: number,
  osUser: string,
  within?: Tx,
): Promise<Done<{ row: SettingRow; alone: boolean }> | ApprovalRefusal> {
  return inTransaction(async (tx) => {
    await lockSettings(tx)
    const [request] = await tx.select().from(settings).where(eq(settings.id, id))
    if (!request) return refused('not-found')
    const [waiting] = await tx
      .select({ id: settings.id })
      .from(settings)
      .where(and(eq(settings.id, id), isSettingWaiting, sql`NOT ${isReplaced}`))
    if (!waiting) return refused('not-waiting', { row: request })
    const origin = { by: request.made_by, at: request.created_at }
    const judged = judgeRequest(await readPersons(tx), origin, osUser, 'owner')
    if (!judged.agrees) return refused('dependent', { row: request, wait: judged.wait })
    const { name, value, made_by, reason } = request
    const [row] = await tx
      .insert(settings)
      .values({
        name,
        value,
        made_by,
        reason,
        approved_by: osUser,
        approves: id,
        in_force_from: now,
        created_at: now,
      })
      .returning()
    return done({ row: row!, alone: judged.alone })
  }, within)
}
