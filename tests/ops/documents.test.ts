/** The commands in the documents; `npm run documents` runs those of docs/operations.md. */
import fs from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { readBlocks, ELSEWHERE, isElsewhere } from '../../scripts/documents.mjs'
import { createProgram } from '../../ops/program'

const documents = fs
  .readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)

const program = await createProgram()

/** What is wrong with `words`, the command's name and options; null: nothing. */
function findFault(words: string[]): string | null {
  let at: Command = program
  for (const word of words) {
    const next = at.commands.find((each) => each.name() === word)
    if (!next) break
    at = next
  }
  // A group has no options; `audit` is a command and has others below it.
  if (at.commands.length && !at.options.length) return 'is no command'
  const known = new Set(['--help', ...at.options.flatMap(({ long, short }) => [long, short])])
  const wrong = words
    .map((word) => word.split('=')[0]!)
    .find((word) => /^--?[a-z]/.test(word) && !known.has(word))
  return wrong ? `has no ${wrong}` : null
}

/** What a shell passes on: quoted text is no option. */
const toWords = (line: string) =>
  line
    .replace(/"[^"]*"|'[^']*'/g, 'x')
    .replace(/ +[#|>].*/, '')
    .split(/\s+/)

const typed = documents.flatMap((document) =>
  readBlocks(document).flatMap((block) =>
    [...block.typed.matchAll(/(?:^|\| )(?:dealdwaar|npm run (?:-s )?ops --) (.*)/gm)].map(
      ([, line = '']) => ({ place: block.place, line, words: toWords(line) }),
    ),
  ),
)

/** Commands of two words or more within a sentence: `withdrawals export --approve`. */
const named = documents.flatMap((document) =>
  [
    ...fs
      .readFileSync(document, 'utf8')
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`(?:dealdwaar )?([^`]+)`/g),
  ].flatMap(([, line = '']) => {
    const words = toWords(line)
    const isCommand = words.length > 1 && program.commands.some((command) => command.name() === words[0])
    return isCommand ? [{ place: document, line, words }] : []
  }),
)

test('every command that a document shows exists, with its options', () => {
  expect(typed.length).toBeGreaterThan(20)
  expect(named.length).toBeGreaterThan(150)
  expect(
    [...typed, ...named].flatMap(({ place, line, words }) => {
      const fault = findFault(words)
      return fault ? [`${place}: ${line}: ${fault}`] : []
    }),
  ).toEqual([])
})

function listCommands(command: Command, path: string[] = []): string[] {
  if (!command.commands.length) return [path.join(' ')]
  return command.commands.flatMap((each) => listCommands(each, [...path, each.name()]))
}

test('every command is named in a document', () => {
  const text = documents.map((document) => fs.readFileSync(document, 'utf8')).join('\n')
  const commands = listCommands(program)
  expect(commands.length).toBeGreaterThan(90)
  expect(commands.filter((name) => !text.includes(name))).toEqual([])
})

test('every block of docs/operations.md is run by `npm run documents`, or is listed with what runs it', () => {
  const blocks = ['docs/operations.md', 'docs/operator.md', 'docs/cluster.md', 'README.md'].flatMap(
    readBlocks,
  )
  expect(blocks.filter((block) => !isElsewhere(block)).length).toBeGreaterThan(8)
  const unused = [...ELSEWHERE.keys()].filter((words) => !blocks.some(({ first }) => first.startsWith(words)))
  expect(unused).toEqual([])
})
