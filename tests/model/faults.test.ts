/** The model is independent: books with a fault do not pass for books without one. */
import path from 'node:path'
import { runnerImport } from 'vite'
import { expect, test } from 'vitest'
import '~/db/client.server'
import { FAULTS, plant, type Fault } from './faults'
import type * as Proof from './run'

/** The model test on a copy of the whole application of its own, with faults in it. */
async function proveWith(faults: Fault[]): Promise<typeof Proof.proveModel> {
  const { module } = await runnerImport<typeof Proof>(path.resolve('tests/model/run.ts'), {
    logLevel: 'error',
    resolve: { alias: { '~': path.resolve('app') } },
    plugins: faults.map(plant),
  })
  return module.proveModel
}

test('a copy without a fault passes', async () => {
  const prove = await proveWith([])
  await expect(prove({ seeds: 5 })).resolves.toBeUndefined()
}, 300_000)

test.each(Object.entries(FAULTS))(
  '%s: the model tells',
  async (_, fault) => {
    const prove = await proveWith([fault])
    await expect(prove({ seeds: 200, shrink: false })).rejects.toThrow(
      /^seed \d+ fails; again: npm run prove -- --only model --seed \d+\n/,
    )
  },
  300_000,
)

test('a fault for code that is no longer there is an error of its own', async () => {
  const fault = { file: 'app/wallet/credit.server.ts', is: 'no such line', becomes: '' }
  await expect(proveWith([fault])).rejects.toThrow(
    'app/wallet/credit.server.ts does not have once: no such line',
  )
})
