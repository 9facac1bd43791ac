/** Plants each corruption in a transaction that is rolled back: the database refuses it or the audit finds it. */
import { beforeAll, expect, test } from 'vitest'
import { findDefects } from '~/domain/books/audit.server'
import { CORRUPTIONS, plantOne } from './corruptions/all'
import { createSampleBooks } from './corruptions/lifetime'
import { OPEN } from './corruptions/open'
import { after, CHECKS, listOutcomes } from './corruptions/plant'

beforeAll(createSampleBooks)

test.each(CORRUPTIONS.map((one) => [one.name, one] as const))(
  'the audit finds, or the database refuses: %s',
  async (_, corruption) => {
    const answer = await plantOne(corruption)
    expect(listOutcomes(answer)).toContain(corruption.end)
    if ('refused' in answer) return
    for (const defect of answer.defects) {
      expect(defect.subject).not.toBe('')
      expect(defect.detail).not.toBe('')
      expect(defect.next).not.toBe('')
    }
  },
)

test('every check has a planted corruption that it finds', () => {
  const found = CORRUPTIONS.map(({ end }) => end)
  expect(CHECKS.filter((check) => !found.includes(check))).toEqual([])
  expect(found.filter((end) => end !== 'refused' && !CHECKS.includes(end))).toEqual([])
})

test.each(OPEN)('the audit does not notice $name, because it $reason', async ({ plant }) => {
  expect(listOutcomes(await after(plant))).toEqual([])
})

test('planting leaves no changes behind', async () => {
  expect(await findDefects()).toEqual([])
})
