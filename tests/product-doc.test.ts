/** docs/product.md lists the fixed texts as they are, and messages.ts has them all. */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { messages } from '../app/messages'
import { textsOf } from './messages.check'

/** The code spans behind the place of each row of the section 'Texts': 'otp.wrong' -> ['Oops...', 'Wrong OTP. ...']. */
function readDocumented(document: string): Map<string, string[]> {
  const section = document.split('\n## Texts\n')[1] ?? ''
  const rows = [...section.matchAll(/^\| `([\w.]+)`\s*\| (.*?)\s*\| .*\|$/gm)]
  return new Map(
    rows.map(([, place, cell]) => [place!, [...cell!.matchAll(/`([^`]*)`/g)].map(([, text]) => text!)]),
  )
}

/** A message's title and text share its row. */
const rowOf = (place: string) => place.replace(/\.(?:title|text)$/, '')

/** 'place: text' of each text without its row, and of each row's text that is no longer one. */
function differences(texts: [place: string, text: string][], documented: Map<string, string[]>): string[] {
  const known = texts.map(([place, text]) => `${rowOf(place)}: ${text}`)
  const listed = [...documented].flatMap(([place, all]) => all.map((text) => `${place}: ${text}`))
  return [
    ...known.filter((one) => !listed.includes(one)).map((one) => `missing: ${one}`),
    ...listed.filter((one) => !known.includes(one)).map((one) => `outdated: ${one}`),
  ]
}

test('docs/product.md has every text of messages.ts, and no other', () => {
  const texts = textsOf(messages)
  expect(texts.length).toBeGreaterThan(100)
  expect(differences(texts, readDocumented(fs.readFileSync('docs/product.md', 'utf8')))).toEqual([])
})

test('a text that was changed, removed or added is found', () => {
  const documented = readDocumented('\n## Texts\n\n| `otp.wrong` | `Oops...`<br>`Wrong.` | here |\n')
  expect(
    differences(
      [
        ['otp.wrong.title', 'Oops...'],
        ['otp.wrong.text', 'Wrong.'],
      ],
      documented,
    ),
  ).toEqual([])
  expect(
    differences(
      [
        ['otp.wrong.title', 'Oops...'],
        ['otp.over', 'Over.'],
      ],
      documented,
    ),
  ).toEqual(['missing: otp.over: Over.', 'outdated: otp.wrong: Wrong.'])
})

/** The names of statuses are no texts of ours. */
const PHRASES = ['Content Too Large', 'Forbidden', 'Method Not Allowed', 'Unsupported Media Type']

test('no call of the JSON API spells out its answer: messages.ts has it', () => {
  const spelled = ['app/api', 'app/routes/api'].flatMap((folder) =>
    fs.readdirSync(folder).flatMap((name) => {
      const source = fs.readFileSync(`${folder}/${name}`, 'utf8')
      const texts = [...source.matchAll(/(?:\brefuseApi\(\d{3}, |\bmessage: |\[\d{3}, )'([^']+)'/g)]
      return texts.map(([, text]) => text!).filter((text) => !PHRASES.includes(text))
    }),
  )
  expect(spelled).toEqual([])
})
