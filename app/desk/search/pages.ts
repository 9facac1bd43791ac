import { describeSetting, SETTING_NAMES, type SettingName } from '~/platform/config/setting-values'
import { upperFirst } from '~/platform/formats/upper-first'
import { mayDo, type Role } from '../roles'
import { TOPICS } from '../topics'

export interface FoundSetting {
  name: SettingName
  about: string
}

export interface FoundPage {
  /** Of an operation, or the word of a topic. */
  name: string
  title: string
  summary: string
}

const MOST = 12

const readParts = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const SHORTENED = 3

/** 'withdraw' fits 'withdrawals', and 'minimum' fits the 'min' of a setting's name. */
const fits = (word: string, part: string) =>
  part.startsWith(word) || (part.length >= SHORTENED && word.startsWith(part))

/** How well all words fit: 2 if the title begins with them, 1 if it has them, 0 if title and summary have them; null: not. */
function rate(words: readonly string[], title: string, summary: string): number | null {
  const head = readParts(title)
  const rest = readParts(summary)
  const isInHead = (word: string) => head.some((part) => fits(word, part))
  const isIn = (word: string) => isInHead(word) || rest.some((part) => part.startsWith(word))
  if (!words.length || !words.every(isIn)) return null
  return head.join(' ').startsWith(words.join(' ')) ? 2 : words.every(isInHead) ? 1 : 0
}

function choose<Row>(rows: readonly Row[], text: string, read: (row: Row) => [title: string, more: string]) {
  const words = readParts(text)
  return rows
    .flatMap((row) => {
      const rating = rate(words, ...read(row))
      return rating === null ? [] : [{ row, rating }]
    })
    .toSorted((a, b) => b.rating - a.rating)
    .slice(0, MOST)
    .map(({ row }) => row)
}

export const findSettings = (text: string): FoundSetting[] =>
  choose(
    SETTING_NAMES.map((name) => ({ name, about: describeSetting(name).about })),
    text,
    ({ name, about }) => [name.replaceAll('_', ' '), `${name} ${about}`],
  )

/** Lists, forms and topics that the role may open. */
export async function findPages(text: string, role: Role): Promise<FoundPage[]> {
  const pages: FoundPage[] = []
  for (const [word, { about, load }] of Object.entries(TOPICS)) {
    const { title, operations } = (await load()).topic
    const allowed = operations.filter((one) => mayDo(role, one.role))
    if (allowed.some(({ name }) => name !== word))
      pages.push({ name: word, title: title ?? upperFirst(word), summary: about })
    pages.push(...allowed.map(({ name, title, summary }) => ({ name, title, summary })))
  }
  return choose(pages, text, ({ name, title, summary }) => [title, `${name} ${summary}`])
}
