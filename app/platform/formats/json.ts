import { replaceInvisible } from './characters'

/** An unclosed string matches as a whole: retrying at each quote would be quadratic. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?\d[\d.eE+-]*/g

/** Numbers become strings, so that no amount becomes a float. Throws SyntaxError. */
export const parseJsonTexts = (text: string): unknown =>
  JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token[0] === '"' ? token : `"${token}"`)))

export const jsonFields = (content: object): [name: string, value: unknown][] =>
  Object.entries(content).flatMap(([name, value]: [string, unknown]): [string, unknown][] =>
    typeof value === 'object' && value !== null && 'amount' in value
      ? [
          [name, value.amount],
          [`${name}.currency`, 'currency' in value ? value.currency : null],
        ]
      : [[name, value]],
  )

export const beginsJson = (text: string): boolean => text.trimStart().startsWith('{')

/** Escapes for logs and terminals what could control them; the JSON's meaning is unchanged. */
export const escapeJson = (json: string): string =>
  replaceInvisible(json, (one) =>
    one === '\n'
      ? one
      : one
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )

export const formatJson = (value: unknown, space?: number): string =>
  escapeJson(JSON.stringify(value, null, space))
