import { expect, test } from 'vitest'
import { writeReference } from '../../ops/reference'

test('docs/commands.md is what the definitions say', async () => {
  await expect(await writeReference()).toMatchFileSnapshot('../../docs/commands.md')
})
