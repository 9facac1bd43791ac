import { expect, test } from 'vitest'
import { PLAIN_SEEDS, proveModel } from './run'

test('20 random histories of few kinds of steps match the model, and the books balance', async () => {
  await expect(proveModel({ seeds: 20 })).resolves.toBeUndefined()
}, 600_000)

test('40 random histories of all kinds of steps match the model', async () => {
  await expect(proveModel({ seeds: 40, from: PLAIN_SEEDS + 1 })).resolves.toBeUndefined()
}, 600_000)
