import { RECORD_WORDS, type Kind } from './kinds'

export const SHORTEST_WORD = 3
const MOST = 100

/** Fewer digits are the number of a record and no part of a mobile number. */
const FEWEST_DIGITS = 4

export interface SearchWords {
  /** The kind of record in the words, such as 'claim 7'; null: any kind. */
  kind: Kind | null
  text: string
  /** Only records of this very number are wanted. */
  isShort: boolean
}

/** Undefined: too short or too long. */
export function readWords(typed: string): SearchWords | undefined {
  const text = typed.trim()
  if (text.length > MOST) return undefined
  const [, word, number] = /^([a-z]+)(?: ?#| )?(\d+)$/i.exec(text) ?? []
  const kind = word === undefined ? undefined : RECORD_WORDS[word.toLowerCase()]
  if (kind) return { kind, text: number!, isShort: true }
  const digits = text.replace(/^#/, '')
  if (/^\d+$/.test(digits)) return { kind: null, text: digits, isShort: digits.length < FEWEST_DIGITS }
  return text.length >= SHORTEST_WORD ? { kind: null, text, isShort: false } : undefined
}
