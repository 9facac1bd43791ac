/** What `npm run figures` counts, on small texts whose figures are counted by hand. */
import { expect, test } from 'vitest'
import { countFile } from '../scripts/count-code.mjs'

const SAMPLE = `// A comment.
import { a } from 'a'

/**
 * A docstring of three lines.
 */
export function add(x: number, y: number): number {
  const url = 'https://example.test' // beside code
  const sum = x + y
  return sum as number
}

// @ts-expect-error: the fixture's
export const list = (x: any) => a!.map((one: any) => [one, '/* text */'] as const)
`

test('lines, comments, docstrings, functions and escapes from types are counted', () =>
  expect(countFile('sample.ts', SAMPLE)).toEqual({
    lines: 14,
    filled: 12,
    comments: 5,
    docstrings: 3,
    functions: [
      { name: 'add', line: 7, lines: 5 },
      { name: 'list', line: 14, lines: 1 },
      { name: 'anonymous', line: 14, lines: 1 },
    ],
    any: 2,
    suppressions: 1,
    casts: 1,
    nonNull: 1,
  }))
