/** Texts of operations are read at the desk, in mails and in a terminal: each surface adds how to follow them. */
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { listFields } from '~/desk/command-text'
import { listOperations } from '~/desk/find-operation'

const operations = await listOperations()
const byName = new Map(operations.map((one) => [one.name, one]))

const FOLDERS = [
  'desk',
  'domain/alerts',
  'domain/settings',
  'domain/operators',
  'domain/wallet',
  'domain/tracking',
  'domain/books',
]

/** What is no text for people at the desk. */
const EXCEPT = [
  // The log's line of a command.
  'app/desk/command-text.ts',
  // Of `audit`, which is a command alone.
  'app/domain/books/audit/',
  // Of `audit recompute`, likewise.
  'app/domain/books/recompute',
]

const sources = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(`app/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join('app', folder, name)),
)
  .filter((file) => file.endsWith('.ts') && !EXCEPT.some((left) => file.startsWith(left)))
  .map((file) => ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))

/** Examples are of the command line alone; a rule of Prometheus is read on the server. */
const isForTerminal = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node) && node.name.getText() === 'examples') ||
  (ts.isObjectLiteralExpression(node) && node.properties.some((one) => one.name?.getText() === 'expr')) ||
  (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql')) ||
  ts.isImportDeclaration(node)

/** With '…' in place of values. */
function readLiteral(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
    : null
}

function* walk(node: ts.Node): Generator<ts.Node> {
  if (isForTerminal(node)) return
  yield node
  for (const child of node.getChildren()) yield* walk(child)
}

const COMMAND = new RegExp(
  `[‘(:;] ?(?:${[...byName.keys()].filter((name) => name.includes(' ')).join('|')})(?![\\w-])`,
)

/** What a text for people must not have. */
const TERMINAL: [what: string, pattern: RegExp, folder: string][] = [
  ['a flag', /(?<![\w-])--[a-z]/, 'app/'],
  ['code', /`/, 'app/'],
  ['a command', COMMAND, 'app/'],
  // Elsewhere there is SQL.
  ['a column', /\b[a-z]+(?:_[a-z]+)+\b/, 'app/desk/'],
]

const isSentence = (text: string) => /\w [\w‘]/.test(text) && !byName.has(text)

test.each(TERMINAL)('no text that the desk or a mail shows has %s', (_, pattern, folder) => {
  const read = sources.filter(({ fileName }) => fileName.startsWith(folder))
  expect(read.length).toBeGreaterThan(80)
  const found = read.flatMap((source) =>
    [...walk(source)].flatMap((node) => {
      const text = readLiteral(node)
      return text !== null && isSentence(text) && pattern.test(text) ? [`${source.fileName}: ${text}`] : []
    }),
  )
  expect(found).toEqual([])
})

test('what a text refers to is an operation with these fields', () => {
  const calls = sources.flatMap((source) =>
    [...walk(source)].filter(
      (node): node is ts.CallExpression =>
        ts.isCallExpression(node) && ['see', 'look'].includes(node.expression.getText()),
    ),
  )
  expect(calls.length).toBeGreaterThan(50)
  for (const {
    arguments: [name, input],
  } of calls) {
    const fields =
      input && ts.isObjectLiteralExpression(input) ? input.properties.map((one) => one.name!.getText()) : []
    const known = Object.keys(byName.get((name as ts.StringLiteral).text)?.input.shape ?? {})
    expect([name!.getText(), known]).toEqual([name!.getText(), expect.arrayContaining(fields)])
  }
})

test('a field that the desk shows as a picker says its format only where it is typed', () => {
  const picked = operations
    .flatMap(listFields)
    .filter(([, { kind }]) => kind === 'day' || kind === 'time' || kind === 'month')
  expect(picked.length).toBeGreaterThan(10)
  expect(picked.filter(([, { description }]) => /\d{4}-\d\d/.test(description))).toEqual([])
})
