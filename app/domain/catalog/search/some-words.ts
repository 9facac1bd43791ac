import type { QueryPart } from './conditions.server'
import { listDecidingWords, splitWords } from './split-words'
import { listSynonyms } from './synonyms'

const MOST_WORDS = 4

export interface SomeWords extends QueryPart {
  /** The words of the offers: several, or the rarest that finds any. */
  word: string
}

const hasMeaning = (word: string) => listSynonyms(word).length > 0

/** 'dhoop' beside 'glasses' is the sun, although a store is called 'Dhoop & Deep'. */
const namesPartly = ({ word, stores }: SomeWords) =>
  stores.length > 0 && stores.every(({ name }) => name.toLowerCase() !== word)

/** Finds what has most of the words, or the rarest of them. Null: nothing more is found. */
export async function findSomeWords(
  q: string,
  { ids: shown }: QueryPart,
  findWord: (word: string) => Promise<QueryPart>,
): Promise<SomeWords | null> {
  if (splitWords(q).length < 2) return null
  const words = listDecidingWords(q).slice(0, MOST_WORDS)
  const found = await Promise.all(words.map(async (word) => ({ word, ...(await findWord(word)) })))
  // 'ghar' in 'ghar ka khana' is a home, and no store whose name begins with it.
  for (const one of found) if (words.length > 1 && hasMeaning(one.word)) one.stores = []
  const of = (id: number) => found.filter(({ ids }) => ids.includes(id)).map(({ word }) => word)
  const known = found
    .map((one) => ({ ...one, more: one.ids.filter((id) => !shown.includes(id)) }))
    .filter(({ stores, more }) => stores.length || more.length)
    .toSorted(
      (a, b) => Number(b.stores.length > 0) - Number(a.stores.length > 0) || a.ids.length - b.ids.length,
    )
  const [rarest] = known
  if (!rarest) return null
  const stores = known.flatMap((one) => one.stores)
  const times = new Map<number, number>()
  for (const id of known.flatMap(({ more }) => more)) times.set(id, (times.get(id) ?? 0) + 1)
  const most = Math.max(...times.values())
  if (most < 2) {
    const thing = known.find(({ word }) => hasMeaning(word))
    const decides = thing && namesPartly(rarest) ? thing : rarest
    return { word: decides.word, stores: decides === rarest ? stores : [], ids: decides.more }
  }
  const ids = [...times.keys()].filter((id) => times.get(id) === most)
  return { word: of(ids[0]!).join(' '), stores, ids }
}
