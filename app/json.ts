/** JSON whose numbers keep their text: 19.999 and 12345678901234567890 stay what was sent, and no amount becomes a float. */

/** JSON's own grammar: a string, or a number outside of one. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d[\d.eE+-]*/g

/** As JSON.parse, but for numbers, which are strings. Throws a SyntaxError for what is no JSON. */
export const parseJsonTexts = (text: string): unknown =>
  JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token[0] === '"' ? token : `"${token}"`)))
