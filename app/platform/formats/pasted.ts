/** The only reader of pasted numbers and codes (docs/rules.md#20). */

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const DASHES = /[\p{Dash_Punctuation}\u2212]/gu
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfee0

const DIGIT = /\p{Nd}/u

/** Removes invisible characters and outer blanks; each blank becomes a space, each dash a hyphen-minus. */
export const withPlainMarks = (text: string): string =>
  text.replace(INVISIBLE, '').replace(/\s/g, ' ').replace(DASHES, '-').trim()

/** Full-width characters and the digits of every script become ASCII; superscripts stay. */
export const readPasted = (text: string): string =>
  withPlainMarks(text.replace(FULL_WIDTH, toAscii)).replace(/\p{Nd}/gu, toDigit)

/** Removes blanks and dashes, which only group characters. */
export const readGrouped = (text: string): string => readPasted(text).replace(/[ -]/g, '')

const toAscii = (character: string) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET)

function toDigit(character: string): string {
  const code = character.codePointAt(0)!
  let value = 0
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value++
  return String(value % 10)
}
