import { expect, test } from 'vitest'
import { PLAIN_SEEDS, proveModel } from './run'

test('60 random histories of few kinds of steps match the model, and the books balance', async () => {
  await expect(proveModel({ seeds: 60 })).resolves.toBeUndefined()
}, 600_000)

test('100 random histories of all kinds of steps match the model', async () => {
  await expect(proveModel({ seeds: 100, from: PLAIN_SEEDS + 1 })).resolves.toBeUndefined()
}, 600_000)
