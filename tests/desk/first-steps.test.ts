import { expect, test } from 'vitest'
import { readSteps } from '~/http/desk/today/first-steps.server'
import { changeSettings } from '../support/settings'
import { makeOffer, memberWith } from '../wallet/support'

test('the first steps are listed whole before the first sale, and afterwards only while they are open', async () => {
  await makeOffer()
  const before = await readSteps({ role: 'owner' })
  expect([before.hasSale, before.steps.some(({ isDone }) => isDone)]).toEqual([false, true])
  await memberWith(500_00n)
  expect(await readSteps({ role: 'owner' })).toEqual({
    hasSale: true,
    steps: before.steps.filter(({ isDone }) => !isDone),
  })
})

test('a step leads to its form where the role may open it', async () => {
  const find = async (role: 'owner' | 'viewer') =>
    (await readSteps({ role })).steps.find(({ title }) => title.startsWith('Invite'))!.to
  expect([await find('owner'), await find('viewer')]).toEqual(['/Desk/operators/invite', null])
})

test('the shop’s own address ends the step about contact, which leads to the setting', async () => {
  const find = async () =>
    (await readSteps({ role: 'viewer' })).steps.find(({ title }) => title === 'Say how members reach you')
  await changeSettings({ SUPPORT_EMAIL: 'support@dealdwaar.example' })
  expect(await find()).toMatchObject({ isDone: false, to: '/Desk/settings/show?name=SUPPORT_EMAIL' })
  await changeSettings({ SUPPORT_EMAIL: 'help@shop.example' })
  expect(await find()).toBeUndefined()
})
