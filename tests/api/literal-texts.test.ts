import fs from 'node:fs'
import { expect, test } from 'vitest'

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
