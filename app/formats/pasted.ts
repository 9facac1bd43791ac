/** The only reader of numbers and codes that people paste (docs/decisions/0072-pasted-text.md). */

/** Zero-width characters, marks of the text direction, soft hyphens. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const DASHES = /[\p{Dash_Punctuation}\u2212]/gu
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfee0

/** The zeros of Arabic, Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada and Malayalam. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66]
const INDIAN_DIGITS = new RegExp(
  `[${ZEROS.map((zero) => String.fromCodePoint(zero, 0x2d, zero + 9)).join('')}]`,
  'g',
)

/** Without invisible characters and outer blanks; each blank is a space, each dash a hyphen-minus. */
export const withPlainMarks = (text: string): string =>
  text.replace(INVISIBLE, '').replace(/\s/g, ' ').replace(DASHES, '-').trim()

/** As an English keyboard writes it: full-width characters and Indian digits are ASCII, too. Superscripts stay. */
export const readPasted = (text: string): string =>
  withPlainMarks(text.replace(FULL_WIDTH, toAscii)).replace(INDIAN_DIGITS, toDigit)

/** `readPasted` without blanks and dashes, which only group. */
export const readGrouped = (text: string): string => readPasted(text).replace(/[ -]/g, '')

const toAscii = (character: string) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET)

function toDigit(character: string): string {
  const code = character.charCodeAt(0)
  return String(code - ZEROS.find((zero) => code >= zero && code <= zero + 9)!)
}
