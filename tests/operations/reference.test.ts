import { expect, test } from 'vitest'
import { buildReference } from '../../ops/reference'

test('docs/commands.md is what the definitions say', async () => {
  await expect(await buildReference()).toMatchFileSnapshot('../../docs/commands.md')
})
