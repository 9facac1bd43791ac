// Proves that the model detects faults: the application with a planted fault must fail the model test.
import { expect, test } from 'vitest'
import '~/platform/db/client.server'
import { FAULTS } from './faults'
import { proveWith, RECORDED, revealedByRecorded } from './planted'

test('each fault has a recorded seed', () => {
  expect(Object.keys(RECORDED)).toEqual(Object.keys(FAULTS))
})

test('the unmodified code passes with each of these seeds', async () => {
  const prove = await proveWith([])
  for (const seed of new Set(Object.values(RECORDED))) await expect(prove(seed)).resolves.toBeUndefined()
}, 300_000)

test.each(Object.keys(FAULTS))(
  'the model detects: %s',
  async (name) => {
    expect(await revealedByRecorded(name)).toMatch(
      /^Error: seed \d+ fails; again: npm run prove -- --only model --seed \d+\n/,
    )
  },
  300_000,
)

test('a seed that no longer reveals its fault asks for a new search', async () => {
  await expect(revealedByRecorded('cashback is rounded up', { 'cashback is rounded up': 1 })).rejects.toThrow(
    "Seed 1 no longer reveals 'cashback is rounded up'.",
  )
})

test('a fault whose source line is missing is reported', async () => {
  const fault = { file: 'app/domain/wallet/credits.server.ts', is: 'no such line', becomes: '' }
  await expect(proveWith([fault])).rejects.toThrow(
    'app/domain/wallet/credits.server.ts does not have once: no such line',
  )
})
