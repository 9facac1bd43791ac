/** The quality of the search on the demo's catalogue; `npm run search-quality` prints it. */
import { beforeAll, expect, test } from 'vitest'
import { ops } from '../ops/support'
import { judge, mean, readQueries, type Judged } from './quality'

/** The mean reciprocal rank that was reached; docs/decisions/0057-search.md. */
const REACHED = 0.98

let judged: Judged[]

beforeAll(async () => {
  await ops('demo seed')
  judged = []
  for (const query of readQueries()) judged.push(await judge(query))
}, 120_000)

test('at least 200 queries find their target at the recorded mean reciprocal rank', () => {
  expect(judged.length).toBeGreaterThanOrEqual(200)
  for (const kind of new Set(judged.map((one) => one.kind))) {
    const those = judged.filter((one) => one.kind === kind)
    console.log(`${kind.padEnd(34)} ${String(those.length).padStart(3)}  ${mean(those).toFixed(3)}`)
  }
  for (const { q, wanted, reciprocal, first } of judged.filter((one) => one.reciprocal < 1))
    console.log(`  ${reciprocal.toFixed(2)}  ${q} -> ${wanted[0]}, but first ${first.join(' | ')}`)
  console.log(`mean reciprocal rank of ${judged.length} queries: ${mean(judged).toFixed(3)}, goal 0.95`)
  expect(mean(judged)).toBeGreaterThanOrEqual(REACHED)
})
