import { expect, test } from 'vitest'
import { PLAIN_SEEDS, proveModel } from './run'

test('60 made-up lives of few kinds of steps end as the model says, and the books balance', async () => {
  await expect(proveModel({ seeds: 60 })).resolves.toBeUndefined()
}, 600_000)

test('100 made-up lives of all kinds of steps end as the model says', async () => {
  await expect(proveModel({ seeds: 100, from: PLAIN_SEEDS + 1 })).resolves.toBeUndefined()
}, 600_000)
