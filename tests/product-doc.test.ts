import fs from 'node:fs'
import { expect, test } from 'vitest'

import { messages, textsOf } from './messages.check'

/** The texts by key from the section 'Texts': 'otp.wrong' -> ['Oops...', 'Wrong OTP. ...']. */
function readDocumented(document: string): Map<string, string[]> {
  const section = document.split('\n## Texts\n')[1] ?? ''
  const rows = [...section.matchAll(/^\| `([\w.-]+)`\s*\| (.*?)\s*\| .*\|$/gm)]
  return new Map(
    rows.map(([, place, cell]) => [place!, [...cell!.matchAll(/`([^`]*)`/g)].map(([, text]) => text!)]),
  )
}

/** A message's title and text share its row. */
const rowOf = (place: string) => place.replace(/\.(?:title|text)$/, '')

/** 'key: text' of each undocumented text and of each documented text that no longer exists. */
function differences(texts: [place: string, text: string][], documented: Map<string, string[]>): string[] {
  const known = texts.map(([place, text]) => `${rowOf(place)}: ${text}`)
  const listed = [...documented].flatMap(([place, all]) => all.map((text) => `${place}: ${text}`))
  return [
    ...known.filter((one) => !listed.includes(one)).map((one) => `missing: ${one}`),
    ...listed.filter((one) => !known.includes(one)).map((one) => `outdated: ${one}`),
  ]
}

test('docs/product.md has exactly the texts of app/messages', () => {
  const texts = textsOf(messages)
  expect(texts.length).toBeGreaterThan(100)
  expect(differences(texts, readDocumented(fs.readFileSync('docs/product.md', 'utf8')))).toEqual([])
})

test('a changed, removed or added text is detected', () => {
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

/** Names of HTTP statuses are not in app/messages/. */
const PHRASES = ['Content Too Large', 'Forbidden', 'Method Not Allowed', 'Unsupported Media Type']

test('no operation of the JSON API has a literal text', () => {
  const spelled = ['app/api', 'app/routes/api'].flatMap((folder) =>
    fs.readdirSync(folder).flatMap((name) => {
      const source = fs.readFileSync(`${folder}/${name}`, 'utf8')
      const texts = [...source.matchAll(/(?:\brefuseApi\(\d{3}, |\bmessage: |\[\d{3}, )'([^']+)'/g)]
      return texts.map(([, text]) => text!).filter((text) => !PHRASES.includes(text))
    }),
  )
  expect(spelled).toEqual([])
})
