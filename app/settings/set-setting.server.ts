import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { normalizeValue, lowersProtection, type SettingName } from '~/config/setting-values'
import { inTransaction, type Tx } from '~/db/client.server'
import { settings } from '~/db/schema/configuration'
import { done, refused, type Done, type Refused } from '~/outcome'
import { hasOtherOwner } from './other-persons.server'
import { comparePersons } from './same-person.server'
import { readSettings, readTexts } from './settings.server'

export type SettingRow = typeof settings.$inferSelect

/** Hours before a protection that one person lowered alone takes effect (also named in docs/operator.md). */
const ALONE_HOURS = 24
/** The statement's time: a transaction that waited for the lock began before the row that it waited for. */
const now = sql`statement_timestamp()`
const later = sql`statement_timestamp() + make_interval(hours => ${ALONE_HOURS})`

interface NewValue {
  name: SettingName
  typed: string
  reason: string
}

type SetRefusal = Refused<'no-value'> | Refused<'same'>

/** What the change waits for: an approval or, without a second person, a day. Null: it is in force. */
type Set = Done<{ row: SettingRow; before: string; waits: 'approval' | 'day' | null }>

export async function setSetting(
  { name, typed, reason }: NewValue,
  osUser: string,
  within?: Tx,
): Promise<Set | SetRefusal> {
  const value = normalizeValue(name, typed)
  if (value === null) return refused('no-value')
  return inTransaction(async (tx) => {
    await lockSettings(tx)
    const before = (await readTexts(tx))[name]!
    if (before === value && !(await isPending(tx, name))) return refused('same')
    const waits = await findWait(tx, name, value, osUser)
    const in_force_from = waits === 'approval' ? null : waits === 'day' ? later : now
    const [row] = await tx
      .insert(settings)
      .values({ name, value, reason, made_by: osUser, in_force_from, created_at: now })
      .returning()
    return done({ row: row!, before, waits })
  }, within)
}

const lockSettings = (tx: Tx) => tx.execute(sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`)

async function findWait(tx: Tx, name: SettingName, value: string, osUser: string) {
  if (!lowersProtection(name, await readSettings(tx), value)) return null
  return (await hasOtherOwner(tx, osUser)) ? 'approval' : 'day'
}

export const isWaiting = or(isNull(settings.in_force_from), gt(settings.in_force_from, now))!

/** SQL: a later row came into force, which cancels an earlier one that still waits. */
export const isReplaced = sql`EXISTS (
  SELECT 1 FROM settings r WHERE r.name = ${settings.name} AND r.id > ${settings.id} AND r.in_force_from <= ${now})`

async function isPending(tx: Tx, name: SettingName): Promise<boolean> {
  const [newest] = await tx
    .select({ waits: sql<boolean>`${isWaiting}` })
    .from(settings)
    .where(eq(settings.name, name))
    .orderBy(desc(settings.id))
    .limit(1)
  return newest!.waits
}

/** 'not-waiting': the row is in force, was approved or was replaced. */
type ApprovalRefusal =
  Refused<'not-found'> | Refused<'own', { row: SettingRow }> | Refused<'not-waiting', { row: SettingRow }>

export function approveSetting(
  id: number,
  osUser: string,
  within?: Tx,
): Promise<Done<{ row: SettingRow }> | ApprovalRefusal> {
  return inTransaction(async (tx) => {
    await lockSettings(tx)
    const [request] = await tx.select().from(settings).where(eq(settings.id, id))
    if (!request) return refused('not-found')
    const [waiting] = await tx
      .select({ id: settings.id })
      .from(settings)
      .where(and(eq(settings.id, id), isWaiting, sql`NOT ${isReplaced}`))
    if (!waiting) return refused('not-waiting', { row: request })
    const isSamePerson = await comparePersons(tx)
    if (isSamePerson(request.made_by, osUser)) return refused('own', { row: request })
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
    return done({ row: row! })
  }, within)
}
