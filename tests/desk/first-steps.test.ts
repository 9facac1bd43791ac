import { expect, test } from 'vitest'
import { readSteps } from '~/http/desk/today/first-steps.server'
import { makeOffer, memberWith } from '../wallet/support'

test('the first steps are listed whole before the first sale, and afterwards only while they are open', async () => {
  await makeOffer()
  const before = await readSteps()
  expect([before.hasSale, before.steps.some(({ isDone }) => isDone)]).toEqual([false, true])
  await memberWith(500_00n)
  expect(await readSteps()).toEqual({ hasSale: true, steps: before.steps.filter(({ isDone }) => !isDone) })
})
