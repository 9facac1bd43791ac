import { expect, test } from 'vitest'
import { proveModel } from './run'

test('200 made-up lives of three people end as the model says, and the books balance', async () => {
  await expect(proveModel({ seeds: 200 })).resolves.toBeUndefined()
}, 600_000)
