/** What `npm run figures` counts, on small texts whose figures are counted by hand. */
import { describe, expect, test } from 'vitest'
import { countFile, quantile } from '../scripts/count-code.mjs'

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

describe('countFile()', () => {
  const count = countFile('sample.ts', SAMPLE)

  test('counts lines, and those that are not blank', () => {
    expect(count).toMatchObject({ lines: 14, filled: 12 })
  })

  test('counts comment lines, not comments beside code, nor text that looks like one', () => {
    expect(count.comments).toBe(5)
  })

  test('counts the lines of docstrings apart', () => {
    expect(count.docstrings).toBe(3)
  })

  test('gives the place and length of each function', () => {
    expect(count.functions).toEqual([
      { name: 'add', line: 7, lines: 5 },
      { name: 'list', line: 14, lines: 1 },
      { name: 'anonymous', line: 14, lines: 1 },
    ])
  })

  test('counts any, suppressions, casts without `as const`, and non-null assertions', () => {
    expect(count).toMatchObject({ any: 2, suppressions: 1, casts: 1, nonNull: 1 })
  })

  test('counts a comment of JSX once, and no text of JSX', () => {
    const jsx = `const page = (
  <p>
    {/* A comment. */}
    // shown
    <b>x</b> /* shown, too */
  </p>
)
`
    expect(countFile('sample.tsx', jsx)).toMatchObject({ lines: 7, comments: 1 })
  })

  test('does not count the signature of an overload as a function', () => {
    const text = 'function f(x: 1): 1\nfunction f(x: 2): 2\nfunction f(x: number) {\n  return x\n}\n'
    expect(countFile('f.ts', text).functions).toEqual([{ name: 'f', line: 3, lines: 3 }])
  })
})

test.each([
  [0.5, 3],
  [0.95, 5],
  [1, 5],
])('quantile(%s) of 1 to 5 is %s', (share, value) => {
  expect(quantile([5, 3, 1, 4, 2], share)).toBe(value)
})
