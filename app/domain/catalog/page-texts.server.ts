/** Texts of the FAQ and About that operators changed; the others are those of the code (docs/rules.md#69). */
import { eq, isNull, sql } from 'drizzle-orm'
import { aboutMessages } from '~/messages/about'
import { faqMessages } from '~/messages/faq'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { pageTexts } from '~/platform/db/schema/editorial'
import { toParagraph } from '~/platform/formats/characters'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { findUnknownPlaceholder } from '~/domain/support/snippets'
import { compare, type Edited } from './by-hand/read-fields.server'
import { FAQ_NAMES, type EditedFaq, type FaqName } from './faq'

export type AboutName = keyof typeof aboutMessages
export type TextName = FaqName | AboutName

/** Only those that operators changed. */
export type EditedAbout = Partial<Record<AboutName, string>>

const ABOUT_NAMES = Object.keys(aboutMessages) as AboutName[]

/** In the order of their pages. */
export const TEXT_NAMES: readonly TextName[] = [...FAQ_NAMES, ...ABOUT_NAMES]

/** What a page fills in, with its meaning. */
export const TEXT_PLACEHOLDERS = {
  faq: { share: 'the share of a friend’s cashback that a member earns, such as 20%' },
  about: {
    contact: 'a link to Contact us',
    terms: 'a link to the Terms & Conditions',
    sharing: 'a link to how to share and earn',
  },
} as const

export interface PageText {
  name: TextName
  page: keyof typeof TEXT_PLACEHOLDERS
  /** Null: it is no text of the FAQ. */
  question: string | null
  body: string
  updated_at: Date | null
}

const isOfFaq = (name: TextName): name is FaqName => name in faqMessages

export const findDefault = (name: TextName): Pick<PageText, 'question' | 'body'> =>
  isOfFaq(name)
    ? { question: faqMessages[name].question, body: faqMessages[name].answer }
    : { question: null, body: aboutMessages[name] }

type Row = typeof pageTexts.$inferSelect

const toText = (name: TextName, row: Row | undefined): PageText => {
  const { question, body } = row ?? findDefault(name)
  return { name, page: isOfFaq(name) ? 'faq' : 'about', question, body, updated_at: row?.updated_at ?? null }
}

export async function listPageTexts(reader: Reader = db): Promise<PageText[]> {
  const rows = await reader.select().from(pageTexts)
  return TEXT_NAMES.map((name) =>
    toText(
      name,
      rows.find((row) => row.name === name),
    ),
  )
}

export async function readPageText(name: TextName, reader: Reader = db): Promise<PageText> {
  const [row] = await reader.select().from(pageTexts).where(eq(pageTexts.name, name))
  return toText(name, row)
}

export const isTextName = (name: string): name is TextName => TEXT_NAMES.includes(name as TextName)

const lockTexts = (tx: Tx) => tx.execute(sql`LOCK TABLE page_texts IN SHARE ROW EXCLUSIVE MODE`)

export type TextRefusal =
  Refused<'no-question'> | Refused<'unknown-placeholder', { field: string; placeholder: string }>

type Saved = Promise<Done<Edited & { text: PageText }> | TextRefusal>

/** What is undefined stays. A text that is that of the code again follows the code again. */
export function editPageText(
  name: TextName,
  typed: { question?: string | undefined; text?: string | undefined },
  within?: Tx,
): Saved {
  return inTransaction(async (tx) => {
    await lockTexts(tx)
    const before = await readPageText(name, tx)
    if (typed.question !== undefined && before.question === null) return refused('no-question')
    for (const [field, value] of Object.entries(typed)) {
      const known = Object.keys(field === 'text' ? TEXT_PLACEHOLDERS[before.page] : {})
      const placeholder = value === undefined ? null : findUnknownPlaceholder(value, known)
      if (placeholder !== null) return refused('unknown-placeholder', { field, placeholder })
    }
    const question = typed.question === undefined ? before.question : toParagraph(typed.question)
    const body = typed.text === undefined ? before.body : toParagraph(typed.text)
    return done(await save(tx, before, { question, body }))
  }, within)
}

/** It follows the code again. */
export const giveBackPageText = (
  name: TextName,
  within?: Tx,
): Promise<Done<Edited & { text: PageText }> | Refused<'not-edited'>> =>
  inTransaction(async (tx) => {
    await lockTexts(tx)
    const before = await readPageText(name, tx)
    if (!before.updated_at) return refused('not-edited')
    return done(await save(tx, before, findDefault(name)))
  }, within)

async function save(tx: Tx, before: PageText, columns: Pick<PageText, 'question' | 'body'>) {
  const { name } = before
  const standard = findDefault(name)
  if (columns.question === standard.question && columns.body === standard.body)
    await tx.delete(pageTexts).where(eq(pageTexts.name, name))
  else
    await tx
      .insert(pageTexts)
      .values({ name, ...columns })
      .onConflictDoUpdate({ target: pageTexts.name, set: { ...columns, updated_at: sql`now()` } })
  return { ...compare({ ...before }, columns), text: await readPageText(name, tx) }
}

/** For the query of home. */
export const SELECT_EDITED_FAQ = sql<EditedFaq | null>`(
  SELECT json_object_agg(name, json_build_object('question', question, 'answer', body))
    FROM page_texts WHERE question IS NOT NULL)`

let known: EditedAbout = {}

export async function readEditedAbout(): Promise<EditedAbout> {
  const rows = await db.select().from(pageTexts).where(isNull(pageTexts.question))
  known = Object.fromEntries(rows.map(({ name, body }) => [name, body]))
  return known
}

/** As this process last read it, for the page without the database. */
export const getLastAbout = (): EditedAbout => known
