/** The quality of the search on the demo's catalogue; `npm run search-quality` prints it (docs/rules.md#44). */
import { beforeAll, expect, test } from 'vitest'
import { ops } from '../ops/support'
import { judge, mean, readQueries, type Judged } from './quality'

let judged: Judged[]

beforeAll(async () => {
  await ops('demo seed')
  judged = []
  for (const query of readQueries()) judged.push(await judge(query))
}, 120_000)

const percent = (part: number, whole: number) => (100 * part) / whole

test('the queries are at least 480, a hundred of them near misses and negatives', () => {
  expect(judged.length).toBeGreaterThanOrEqual(480)
  const kinds = judged.filter(({ kind }) => kind.startsWith('near misses') || kind.startsWith('nothing'))
  expect(kinds.length).toBeGreaterThanOrEqual(100)
  expect(new Set(judged.map(({ q }) => q)).size).toBe(judged.length)
})

test('where there is a right answer, its mean reciprocal rank is at least 0.95', () => {
  const answered = judged.filter(({ right }) => right.length > 0)
  for (const kind of new Set(answered.map((one) => one.kind))) {
    const those = answered.filter((one) => one.kind === kind)
    console.log(`${kind.padEnd(36)} ${String(those.length).padStart(3)}  ${mean(those).toFixed(3)}`)
  }
  for (const { q, right, reciprocal, first } of answered.filter((one) => one.reciprocal < 1))
    console.log(`  ${reciprocal.toFixed(2)}  ${q} -> ${right[0]}, but first ${first.join(' | ')}`)
  console.log(`mean reciprocal rank of ${answered.length} queries: ${mean(answered).toFixed(3)}, goal 0.95`)
  expect(mean(answered)).toBeGreaterThanOrEqual(0.95)
})

test('of the results among the first three, 95 in 100 are right', () => {
  const labels = judged.flatMap((one) => one.labels)
  for (const { q, labels: ofQuery, first } of judged)
    first.forEach((text, at) => ofQuery[at] !== 'right' && console.log(`  ${ofQuery[at]}: ${q} -> ${text}`))
  const share = percent(labels.filter((label) => label === 'right').length, labels.length)
  console.log(`right among the first three: ${share.toFixed(1)} % of ${labels.length}, goal 95`)
  expect(share).toBeGreaterThanOrEqual(95)
})

test('at most 2 in 100 queries are answered by wrong results alone', () => {
  const wrong = judged.filter(({ labels }) => labels.length > 0 && labels.every((label) => label === 'wrong'))
  const share = percent(wrong.length, judged.length)
  console.log(
    `answered by wrong results alone: ${share.toFixed(1)} %, goal 2: ${wrong.map(({ q }) => q).join(', ')}`,
  )
  expect(share).toBeLessThanOrEqual(2)
})

test.each([
  ['a thing in the plural before what is only named after it', 'shoes'],
  ['that in Hindi, too', 'joote'],
  ['no store by a word that has a meaning', 'ghar ki safai'],
  ['no category by the Latin half of a text', 'एसी सर्विस'],
  ['the thing, where the other word begins the name of a store', 'धूप का चश्मा'],
  ['an inflected word', 'बच्चों के कपड़े'],
  ['no rupees for a sum in rupees', '500 रुपये में चश्मा'],
])('a search finds %s: %s', (_, q) => {
  const { labels } = judged.find((one) => one.q === q)!
  expect([...new Set(labels)]).toEqual(['right'])
})

test('no query of two or three words is empty', () => {
  const several = judged.filter(({ kind }) => kind.startsWith('two and three words'))
  expect(several.length).toBeGreaterThanOrEqual(120)
  expect(several.filter(({ first }) => !first.length).map(({ q }) => q)).toEqual([])
})
