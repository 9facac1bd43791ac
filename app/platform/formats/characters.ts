/** Control and direction characters, which terminals, editors and spreadsheets obey. */
const CONTROLS = String.raw`\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069`
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const ANY_CONTROL = new RegExp(`[${CONTROLS}]`, 'u')
const RUNS = new RegExp(`[${CONTROLS}]+`, 'gu')
const BUT_WHITESPACE = new RegExp(`(?![\\t\\n\\r])[${CONTROLS}]|\\ufeff`, 'gu')

export const hasControlCharacters = (text: string): boolean => ANY_CONTROL.test(text)

export const onOneLine = (text: string): string => text.replace(RUNS, ' ')

/** One paragraph, however it was typed. */
export const toParagraph = (typed: string): string => typed.replace(/\s+/g, ' ').trim()

export const withoutControlCharacters = (text: string): string =>
  text.replace(/[\p{Zl}\p{Zp}]/gu, '\n').replace(BUT_WHITESPACE, '')

export const replaceInvisible = (text: string, replace: (character: string) => string): string =>
  text.replace(INVISIBLE, replace)

const SHORT_NAMES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** An escape sequence becomes 'Asha\u{1b}[2A'. */
export const escapeText = (text: string): string =>
  replaceInvisible(text, (one) => SHORT_NAMES[one] ?? `\\u{${one.codePointAt(0)!.toString(16)}}`)

/** Never splits a character of two code units. */
export const firstCharacters = (text: string, n: number): string =>
  Array.from(text.slice(0, 2 * n))
    .slice(0, n)
    .join('')

export function truncate(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** Joiners after a letter of a script that needs them, also at the end of a word: Malayalam's മോഹന്‍. */
const JOINED =
  /([\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Arab}])[\u200c\u200d](?![\u200c\u200d])/gu

export const isLegible = (text: string): boolean =>
  !/\p{Default_Ignorable_Code_Point}|\p{M}{4}/u.test(text.replace(JOINED, '$1'))

export const isLegibleName = (text: string): boolean => isLegible(text) && /\p{L}.*\p{L}/u.test(text)
