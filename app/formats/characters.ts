/** Control characters, line separators, and overrides of the text direction: terminals, editors and spreadsheets obey them. */
const STEERING = String.raw`\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069`
/** Whatever shows no glyph of its own, with format characters and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const ANY_STEERING = new RegExp(`[${STEERING}]`, 'u')
const RUNS = new RegExp(`[${STEERING}]+`, 'gu')
const BUT_WHITESPACE = new RegExp(`(?![\\t\\n\\r])[${STEERING}]|\\ufeff`, 'gu')

export const steers = (text: string): boolean => ANY_STEERING.test(text)

/** Each run becomes a space. */
export const onOneLine = (text: string): string => text.replace(RUNS, ' ')

/** Keeps tabs and line breaks; a Unicode line separator becomes a line feed. */
export const withoutSteering = (text: string): string =>
  text.replace(/[\p{Zl}\p{Zp}]/gu, '\n').replace(BUT_WHITESPACE, '')

export const replaceInvisible = (text: string, replace: (character: string) => string): string =>
  text.replace(INVISIBLE, replace)
