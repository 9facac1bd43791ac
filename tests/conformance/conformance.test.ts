// docs/product.md as statements. `npm run conformance` prints them as a table.
import fs from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from './account'
import { api } from './api'
import { frame } from './frame'
import { home } from './home'
import { join } from './join'
import { link } from './link'
import { lists } from './lists'
import { offer } from './offer'
import { programs } from './programs'
import { screens } from './screens'
import { statics } from './statics'
import { printTable, type Result } from './table'
import { openEmptyWalk, openWalk, type ServerKind, type Walk } from './walk'

const kind = (process.env.CONFORMANCE_SERVER ?? 'own') as ServerKind
const all = [
  ...screens,
  ...frame,
  ...home,
  ...lists,
  ...link,
  ...offer,
  ...join,
  ...account,
  ...statics,
  ...programs,
  ...api,
]
const seen = all.filter(({ ownServer }) => kind === 'own' || !ownServer)

let walk: Walk
const results = new Map<string, Result>()

beforeAll(async () => {
  walk = await openWalk(kind)
})
afterAll(async () => {
  if (process.env.CONFORMANCE_TABLE) printTable(all, results)
  await walk?.close()
})

describe('docs/product.md', () => {
  test.each(seen.map((one, at) => ({ ...one, at })))(
    '$section: $text',
    async ({ at, section, text, see, right }) => {
      const key = `${section}: ${text}`
      results.set(key, 'fails')
      expect(await see(walk), `statement ${at + 1}`).toEqual(right)
      results.set(key, 'holds')
    },
  )
})

/** Their statements are in tests/server/cache. */
const ELSEWHERE = ['Caching']

test('every section of docs/product.md has statements, and each statement a section', () => {
  const text = fs.readFileSync('docs/product.md', 'utf8')
  const sections = [...text.matchAll(/^#{2,4} (.*)$/gm)].map(([, title]) => title!)
  const named = new Set(all.map(({ section }) => section))
  expect(sections.filter((title) => !named.has(title) && !ELSEWHERE.includes(title))).toEqual([])
  expect([...named].filter((title) => !sections.includes(title))).toEqual([])
  expect(new Set(all.map(({ section, text }) => `${section}: ${text}`)).size).toBe(all.length)
})

test('each statement fails on a site without pages', async () => {
  const holding = await Promise.all(
    [200, 404, 302].map(async (status) => holdsOn(await openEmptyWalk(status))),
  )
  expect(holding[0]!.filter((text) => holding.every((texts) => texts.includes(text)))).toEqual([])
})

async function holdsOn(empty: Walk): Promise<string[]> {
  const texts: string[] = []
  for (const { section, text, see, right } of all) {
    const given: unknown = await Promise.resolve(empty)
      .then(see)
      .catch((error: unknown) => error)
    if (isDeepStrictEqual(given, right)) texts.push(`${section}: ${text}`)
  }
  return texts
}
