import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { db, inTransaction, type Tx } from '~/platform/db/client.server'
import { continueBelow, within, type Page, type Period } from '~/platform/db/period.server'
import { users } from '~/platform/db/schema/members'
import { notes } from '~/platform/db/schema/notes'
import { conversions } from '~/platform/db/schema/conversions'
import { done, refused, type Done, type Refused } from '~/platform/outcome'

export type Note = typeof notes.$inferSelect

export const NOTE_MAX_LENGTH = 2000

export type NoteSubject = { userId: number } | { saleId: number }

/** Refused for a deleted account, because its notes are erased. */
export function addNote(
  subject: NoteSubject,
  body: string,
  osUser: string,
  within?: Tx,
): Promise<Done<{ note: Note }> | Refused<'no-sale' | 'deleted'>> {
  return inTransaction(async (tx) => {
    const owner = 'userId' in subject ? subject.userId : await findOwner(tx, subject.saleId)
    if (owner === null) return refused('no-sale')
    // The row lock makes a concurrent deletion wait, so that it sees and erases this note.
    const [user] = await tx.select().from(users).where(eq(users.id, owner)).for('key share')
    if (!user || user.deleted_at) return refused('deleted')
    const [note] = await tx
      .insert(notes)
      .values({
        ...('userId' in subject ? { user_id: subject.userId } : { conversion_id: subject.saleId }),
        body,
        os_user: osUser,
      })
      .returning()
    return done({ note: note! })
  }, within)
}

async function findOwner(tx: Tx, saleId: number): Promise<number | null> {
  const [sale] = await tx
    .select({ userId: conversions.user_id })
    .from(conversions)
    .where(eq(conversions.id, saleId))
  return sale?.userId ?? null
}

export function listNotes(
  { userId, saleId, ...period }: Period & { userId?: number; saleId?: number | undefined },
  { after, limit }: Page,
): Promise<Note[]> {
  return db
    .select()
    .from(notes)
    .where(
      and(
        userId === undefined ? undefined : inArray(notes.id, selectSubjectIds(db, userId)),
        saleId === undefined ? undefined : eq(notes.conversion_id, saleId),
        within(notes.created_at, period),
        continueBelow(notes.id, after),
      ),
    )
    .orderBy(desc(notes.id))
    .limit(limit)
}

const selectSubjectIds = (reader: Pick<Tx, 'select'>, userId: number) =>
  unionAll(
    reader.select({ id: notes.id }).from(notes).where(eq(notes.user_id, userId)),
    reader
      .select({ id: notes.id })
      .from(conversions)
      .innerJoin(notes, eq(notes.conversion_id, conversions.id))
      .where(and(eq(conversions.user_id, userId), isNotNull(notes.conversion_id))),
  )

/** Erases notes on the member's sales, too. Mark the account as deleted before. */
export async function eraseNotes(tx: Tx, userId: number): Promise<void> {
  await tx
    .update(notes)
    .set({ body: '', erased_at: sql`now()` })
    .where(and(inArray(notes.id, selectSubjectIds(tx, userId)), sql`${notes.erased_at} IS NULL`))
}
