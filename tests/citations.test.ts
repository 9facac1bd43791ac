/** Comments and documents cite only what is in the repository. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Without migrations, which are never edited.
const FOLDERS = ['app', 'bench', 'docs', 'embedded', 'environment', 'ops', 'scripts', 'server', 'tests']
const TEXT = /\.(?:ts|tsx|mjs|js|css|md)$/

const texts = [
  ...fs.readdirSync('.'),
  ...FOLDERS.flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  ),
]
  .filter((file) => TEXT.test(file) && !file.includes('node_modules') && file !== 'tests/citations.test.ts')
  .map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }))

/** 'file: citation' of each match that `isDangling`. */
const find = (pattern: RegExp, isDangling: (match: RegExpMatchArray, file: string) => boolean) =>
  texts.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)]
      .filter((match) => isDangling(match, file))
      .map(([cited]) => `${file}: ${cited}`),
  )

test('every cited file below docs/ exists', () => {
  const dangling = find(/(?<![\w./])docs\/[\w/-]+(?:\.\w+)?/g, ([cited]) => !exists(cited))
  expect(dangling).toEqual([])
})

/** A record may be cited by its number alone: docs/decisions/0004. */
const exists = (cited: string) =>
  fs.existsSync(cited) ||
  (fs.existsSync(path.dirname(cited)) &&
    fs.readdirSync(path.dirname(cited)).some((name) => name.startsWith(`${path.basename(cited)}-`)))

test('every cited rule is in docs/rules.md', () => {
  const rules = new Set(
    [...fs.readFileSync('docs/rules.md', 'utf8').matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => number),
  )
  expect(rules.size).toBeGreaterThan(30)
  expect(find(/docs\/rules\.md#(\d+)/g, ([, number]) => !rules.has(number))).toEqual([])
})

test('every link in a document leads to a file', () => {
  const dangling = find(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g, ([, target], file) =>
    file.endsWith('.md') ? !fs.existsSync(path.join(path.dirname(file), target!)) : false,
  )
  expect(dangling).toEqual([])
})

/** The bare name of an outside document, but not a link, which the test above checks. */
const OUTSIDE = /\.\.\/shared\b|(?<![\w/-]|\]\()(?:decisions|product|speed|look|stack)\.md\b(?!\]\()/g

test('code cites documents by their path', () => {
  // A generated document has links to its neighbours.
  const bare = /(?<![\w/.-]|\]\()[a-z][\w-]*\.md\b(?!\]\()/g
  expect(find(bare, (_match, file) => !file.endsWith('.md'))).toEqual([])
})

test('no document outside the repository is cited', () => {
  expect(find(OUTSIDE, () => true)).toEqual([])
})

test('a link to docs/product.md is allowed, a bare document name is not', () => {
  const cited = (text: string) => [...text.matchAll(OUTSIDE)].map(([name]) => name)
  expect(cited('[product.md](product.md), [home](product.md#home), docs/product.md')).toEqual([])
  const names = ['product', 'decisions'].map((name) => `${name}.md`)
  expect(cited(`as ${names[0]} 3 and (${names[1]}) say`)).toEqual(names)
})
