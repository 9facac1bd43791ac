/** Filters of lists that an operator keeps for himself or herself: what one works at is nobody else's list. */
import { and, asc, eq } from 'drizzle-orm'
import { db, inTransaction } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { deskFilters } from '~/platform/db/schema/desk'
import { maskTyped } from '~/platform/formats/mask-typed'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import type { Actor } from '~/desk/actor.server'
import { listFields, type TypedInput } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'
import { findInTopic, findTopic } from './views/find-page.server'
import { buildOperationPath, buildQuery } from './views/paths'
import { readDeskCall, readTyped } from './views/typed.server'
import { findList } from './views/write-csv.server'

export const FILTER_NAME_LENGTH = 40
const MOST_FILTERS = 20
const LONGEST_QUERY = 500

export interface FiltersView {
  /** Of the operation: 'claims list'. */
  list: string
  kept: readonly { id: number; name: string; to: string; isCurrent: boolean }[]
  /** What is in the filter now, as in an address; null: nothing, or it is kept already. */
  query: string | null
  /** It is about one person, and is not kept. */
  isAboutPerson: boolean
}

const formatQuery = (typed: TypedInput) => buildQuery(typed).slice(1)

/** A member, a sale, visit or withdrawal, or what looks like a mobile number or an address: it would stay here after the member has left. */
const isAboutPerson = (operation: Operation, typed: TypedInput): boolean =>
  listFields(operation).some(([name, { kind, ofPerson = false, private: isPrivate = false }]) => {
    const value = typed[name]
    if (value === undefined) return false
    if (kind === 'member' || kind === 'sale' || ofPerson || isPrivate) return true
    return [value].flat().some((one) => maskTyped(one) !== one)
  })

export async function readKeptFilters(
  operation: Operation,
  { operatorId }: Actor,
  typed: TypedInput,
): Promise<FiltersView> {
  const query = formatQuery(typed)
  const rows = await db
    .select()
    .from(deskFilters)
    .where(and(eq(deskFilters.operator_id, operatorId!), eq(deskFilters.list, operation.name)))
    .orderBy(asc(deskFilters.name))
  const kept = rows.map((row) => ({
    id: row.id,
    name: row.name,
    to: `${buildOperationPath(operation.name)}?${row.query}`,
    isCurrent: row.query === query,
  }))
  const isNew = query !== '' && !kept.some(({ isCurrent }) => isCurrent)
  return {
    list: operation.name,
    kept,
    query: isNew ? query : null,
    isAboutPerson: isNew && isAboutPerson(operation, typed),
  }
}

interface KeptFilter {
  list: string
  name: string
  query: string
}

export type KeepRefusal = Refused<'unfit' | 'about-person' | 'name-taken' | 'too-many'>

/** Stores what the list's own fields read of the query, and nothing else. */
export async function keepFilter(
  actor: Actor,
  { list, name, query }: KeptFilter,
): Promise<Done | KeepRefusal> {
  const [topic = '', operation] = list.split(' ')
  const found = await findList(actor, { topic, operation })
  if (!found) return refused('unfit')
  const typed = readTyped(found, new URLSearchParams(query))
  const canonical = formatQuery(typed)
  const read = readDeskCall(found, { typed, files: {}, uncovers: false }, actor)
  if (!read.ok || !canonical || canonical.length > LONGEST_QUERY) return refused('unfit')
  if (isAboutPerson(found, typed)) return refused('about-person')
  const operatorId = actor.operatorId!
  return inTransaction(async (tx) => {
    // One at a time for an operator, so that the checks below hold.
    await tx
      .select({ id: operators.id })
      .from(operators)
      .where(eq(operators.id, operatorId))
      .for('no key update')
    const own = and(eq(deskFilters.operator_id, operatorId), eq(deskFilters.list, found.name))
    const rows = await tx.select({ name: deskFilters.name }).from(deskFilters).where(own)
    if (rows.some((row) => row.name.toLowerCase() === name.toLowerCase())) return refused('name-taken')
    if (rows.length >= MOST_FILTERS) return refused('too-many')
    await tx.insert(deskFilters).values({ operator_id: operatorId, list: found.name, name, query: canonical })
    return done()
  })
}

/** Null: it is another operator's, or it was removed before. Otherwise the page of its list. */
export async function removeFilter({ operatorId }: Actor, id: number): Promise<string | null> {
  const [row] = await db
    .delete(deskFilters)
    .where(and(eq(deskFilters.id, id), eq(deskFilters.operator_id, operatorId!)))
    .returning()
  if (!row) return null
  const [word = '', second] = row.list.split(' ')
  const topic = await findTopic(word)
  return topic && findInTopic(topic, second) ? buildOperationPath(row.list) : null
}
