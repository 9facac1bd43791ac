import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { readIds } from '../ids.server'
import { readCards } from '../cards.server'
import { storeColumns, toStore } from '../stores.server'
import { PAGE_LANGUAGE } from '../language'
import { hasAddress } from '../product-links'
import { isLive, escapeLike, startsWith } from '../offer-conditions.server'
import { correctSpelling } from './correct.server'
import { selectStoresNamed } from './find-stores.server'
import { completeWord } from './loanwords'
import { findSomeWords } from './some-words'
import { listSynonyms } from './synonyms'
import { matchTokens, chooseTokens, readSample, type Tokens } from './tokens.server'

export interface Suggestion {
  title: string
  locale: string
  store: string
  href: string
  logo: string | null
  payout: string | null
}

const MOST = 8
const MOST_STORES = 3
const WALK = 5_000
const MOST_BEGINNING = 500
const MOST_COMPARED = 2_000

export async function suggest(q: string): Promise<Suggestion[]> {
  const text = q.trim().slice(0, 80)
  if (!text || hasAddress(q)) return []
  const found = await suggestFor(text)
  if (found.length) return found
  const word = completeWord(text) ?? text
  const meaning = listSynonyms(word)[0]
  if (meaning) return suggestFor(meaning)
  const meant = await correctSpelling(word)
  const similar = meant?.isSure ? await suggestFor(meant.text) : []
  return similar.length ? similar : suggestSomeWords(text)
}

async function suggestSomeWords(text: string): Promise<Suggestion[]> {
  const some = await findSomeWords(text, { stores: [], ids: [] }, async (word) => ({
    stores: [],
    ids: await findOffers(listSynonyms(word)[0] ?? word),
  }))
  return readSuggestions(some?.ids ?? [])
}

async function suggestFor(text: string): Promise<Suggestion[]> {
  const [stores, offers] = await Promise.all([suggestStores(text), suggestOffers(text)])
  return [...stores, ...offers].slice(0, MOST)
}

async function suggestStores(text: string): Promise<Suggestion[]> {
  const rows = await db
    .select(storeColumns)
    .from(sql`(${selectStoresNamed(text, MOST_STORES)}) AS named`)
    .innerJoin(brands, sql`brands.id = named.id`)
    .where(sql`named.is_named`)
    .orderBy(sql`named.place`)
  return rows.map(toStore).map(({ name, href, logo, upTo }) => ({
    title: name,
    locale: PAGE_LANGUAGE,
    store: '',
    href,
    logo,
    payout: upTo && `Up to ${upTo}`,
  }))
}

export async function suggestOffers(q: string): Promise<Suggestion[]> {
  const text = q.trim().slice(0, 80)
  return text ? readSuggestions(await findOffers(text)) : []
}

async function findOffers(text: string): Promise<number[]> {
  const begins = await findBeginning(text)
  const inside = begins.length < MOST ? await findInside(text, chooseTokens(text, await readSample())) : []
  return [...begins, ...inside]
}

async function readSuggestions(ids: number[]): Promise<Suggestion[]> {
  const cards = await readCards(ids.slice(0, MOST))
  return cards.map(({ title, locale, store, href, logo, payout }) => ({
    title,
    locale,
    store,
    href,
    logo,
    payout,
  }))
}

const limited = sql.raw(`LIMIT ${MOST}`)
const matchStart = (text: string, title: SQL) => sql`${title} ILIKE ${`${escapeLike(text)}%`}`
const matchPart = (text: string, title: SQL) => sql`${title} ILIKE ${`%${escapeLike(text)}%`}`
const matchInside = (text: string, title: SQL) =>
  sql`${matchPart(text, title)} AND NOT ${matchStart(text, title)}`
const selectBest = (rows: SQL) => sql`SELECT id FROM (${rows}) AS hits ORDER BY rank, id ${limited}`

/** Titles are in the order of ranks except for clicked offers, so the best ones are looked at, too. */
function findBeginning(text: string): Promise<number[]> {
  const most = sql.raw(String(MOST_BEGINNING))
  return readIds(sql`
    WITH near AS MATERIALIZED (
      SELECT c.id, c.rank FROM campaigns c WHERE ${startsWith(sql`c.title`, text)} AND ${isLive('c')}
       ORDER BY lower(c.title) USING ~<~ LIMIT ${most})
    ${selectBest(sql`
      (SELECT id, rank FROM (${selectBestRanked()}) AS best
        WHERE (SELECT count(*) FROM near) = ${most} AND ${matchStart(text, sql`title`)} ${limited})
       UNION SELECT id, rank FROM near`)}`)
}

const selectBestRanked = () => sql`
  SELECT c.id, c.rank, c.title FROM campaigns c WHERE ${isLive('c')} ORDER BY c.rank, c.id LIMIT ${sql.raw(String(WALK))}`

async function findInside(text: string, pieces: Tokens | null): Promise<number[]> {
  if (pieces && pieces.titles <= MOST_COMPARED) return readIds(selectBest(selectWithPieces(text, pieces)))
  const found = await readIds(
    sql`SELECT id FROM (${selectBestRanked()}) AS best WHERE ${matchInside(text, sql`title`)} ${limited}`,
  )
  // No index finds one or two letters: only the best-ranked titles are read.
  if (found.length === MOST || !pieces) return found
  const more = await readIds(selectBest(selectWithPieces(text, pieces)))
  return more.length > found.length ? more : found
}

const selectWithPieces = (text: string, pieces: Tokens) => sql`
  SELECT id, rank FROM (SELECT c.id, c.rank, c.title FROM campaigns c
                         WHERE ${matchTokens(pieces)} AND ${isLive('c')}
                         LIMIT ${sql.raw(String(MOST_COMPARED))}) AS near
   WHERE ${matchInside(text, sql`title`)}`
