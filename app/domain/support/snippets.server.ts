import { asc, eq, sql } from 'drizzle-orm'
import { databaseError, db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { replySnippets } from '~/platform/db/schema/notes'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { findUnknownPlaceholder, MOST_SNIPPETS } from './snippets'

export type Snippet = typeof replySnippets.$inferSelect

interface SnippetInput {
  name: string
  body: string
}

export type SnippetRefusal =
  Refused<'not-found' | 'name-taken' | 'too-many'> | Refused<'unknown-placeholder', { placeholder: string }>

type Saved = Promise<Done<{ before: Snippet | null; snippet: Snippet }> | SnippetRefusal>

/** By name. All operators share them. */
export const listSnippets = (reader: Reader = db): Promise<Snippet[]> =>
  reader
    .select()
    .from(replySnippets)
    .orderBy(asc(sql`lower(${replySnippets.name})`), asc(replySnippets.id))
    .limit(MOST_SNIPPETS)

export async function findSnippet(id: number, reader: Reader = db): Promise<Snippet | null> {
  const [found] = await reader.select().from(replySnippets).where(eq(replySnippets.id, id))
  return found ?? null
}

/** Locks it until the transaction ends. */
async function lockSnippet(tx: Tx, id: number): Promise<Snippet | null> {
  const [found] = await tx.select().from(replySnippets).where(eq(replySnippets.id, id)).for('update')
  return found ?? null
}

function refuseText(body: string) {
  const placeholder = findUnknownPlaceholder(body)
  return placeholder === null ? null : refused('unknown-placeholder', { placeholder })
}

export function addSnippet({ name, body }: SnippetInput, within?: Tx): Saved {
  return inTransaction(async (tx) => {
    const unfit = refuseText(body)
    if (unfit) return unfit
    if ((await tx.$count(replySnippets)) >= MOST_SNIPPETS) return refused('too-many')
    const [snippet] = await tx.insert(replySnippets).values({ name, body }).onConflictDoNothing().returning()
    return snippet ? done({ before: null, snippet }) : refused('name-taken')
  }, within)
}

/** What is undefined stays. */
export function editSnippet(
  id: number,
  { name, body }: { name?: string | undefined; body?: string | undefined },
  within?: Tx,
): Saved {
  return inTransaction(async (tx) => {
    const unfit = body === undefined ? null : refuseText(body)
    if (unfit) return unfit
    const before = await lockSnippet(tx, id)
    if (!before) return refused('not-found')
    const values = { name: name ?? before.name, body: body ?? before.body, updated_at: sql`now()` }
    try {
      // A savepoint, because a name that is taken ends the statement's transaction.
      const [snippet] = await tx.transaction((part) =>
        part.update(replySnippets).set(values).where(eq(replySnippets.id, id)).returning(),
      )
      return done({ before, snippet: snippet! })
    } catch (error) {
      if (databaseError(error)?.constraint === 'reply_snippets_name') return refused('name-taken')
      throw error
    }
  }, within)
}

export function removeSnippet(
  id: number,
  within?: Tx,
): Promise<Done<{ snippet: Snippet }> | Refused<'not-found'>> {
  return inTransaction(async (tx) => {
    const [snippet] = await tx.delete(replySnippets).where(eq(replySnippets.id, id)).returning()
    return snippet ? done({ snippet }) : refused('not-found')
  }, within)
}
