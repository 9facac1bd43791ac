/** Plants each corruption in a transaction that is rolled back: the database refuses it or the audit finds it. */
import { beforeAll, expect, test } from 'vitest'
import { checks } from '~/wallet/audit/checks'
import { COMMAND_CHECK } from '~/wallet/audit/forged-commands.server'
import { SECOND_PERSON_CHECK } from '~/wallet/audit/second-persons.server'
import { sealedChecks } from '~/wallet/audit/sealed.server'
import { LOG_END_CHECK, SEAL_CHECK } from '~/wallet/audit/step-seals.server'
import { findDefects } from '~/wallet/audit/audit.server'
import { CORRUPTIONS } from './corruptions/all'
import { createSampleBooks } from './corruptions/lifetime'
import { after, listOutcomes } from './corruptions/plant'

beforeAll(createSampleBooks)

test.each(CORRUPTIONS.map((one) => [one.name, one] as const))(
  'the audit finds, or the database refuses: %s',
  async (_, { plant, end }) => {
    const answer = await after(plant)
    expect(listOutcomes(answer)).toContain(end)
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
  expect(
    [
      ...Object.keys(checks),
      ...sealedChecks,
      COMMAND_CHECK,
      SECOND_PERSON_CHECK,
      SEAL_CHECK,
      LOG_END_CHECK,
    ].filter((check) => !found.includes(check)),
  ).toEqual([])
})

test('planting leaves no changes behind', async () => {
  expect(await findDefects()).toEqual([])
})
