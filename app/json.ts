/** JSON whose numbers keep their text: 19.999 and 12345678901234567890 stay what was sent, and no amount becomes a float. */

/**
 * JSON's own grammar: a string, or a number outside of one. A string that is never closed is taken whole, for JSON.parse to
 * refuse: were it no match, each quote in it would be tried as the beginning of a string.
 */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?\d[\d.eE+-]*/g

/** As JSON.parse, but for numbers, which are strings. Throws a SyntaxError for what is no JSON. */
export const parseJsonTexts = (text: string): unknown =>
  JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token[0] === '"' ? token : `"${token}"`)))

/** Whether a body starts like a JSON object; an encoded form never does. */
export const beginsJson = (text: string): boolean => text.trimStart().startsWith('{')

/** Controls (but the line ends of the document itself), format characters, and line ends that JSON does not know. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** The same JSON for a log or a terminal: what could steer one is written as \u escapes, which mean the same. */
export const escapeJson = (json: string): string =>
  json.replace(UNSEEN, (one) =>
    one === '\n'
      ? one
      : one
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )

/** JSON.stringify for a log or a terminal. */
export const writeJson = (value: unknown, space?: number): string =>
  escapeJson(JSON.stringify(value, null, space))
