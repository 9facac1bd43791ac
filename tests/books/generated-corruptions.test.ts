/** Every column of every table that decides about money, changed with the triggers disabled: the audit finds it. */
import { beforeAll, expect, test } from 'vitest'
import { findDefects } from '~/domain/books/audit.server'
import { makeCheckpoint } from '~/domain/books/checkpoints.server'
import { plantGenerated } from './corruptions/generated'
import { createSampleBooks } from './corruptions/lifetime'

beforeAll(async () => {
  await createSampleBooks()
  await makeCheckpoint()
})

test('the audit finds every generated change of a row that decides about money', async () => {
  expect(await findDefects()).toEqual([])
  const { planted, missed } = await plantGenerated()
  expect(missed).toEqual([])
  expect(planted).toBeGreaterThan(450)
  expect(await findDefects()).toEqual([])
}, 600_000)
