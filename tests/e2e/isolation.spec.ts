// Tests the isolation fixture of tests/support/e2e.ts.
import { expect, test } from '../support/e2e'
import { findChangedParts, readDemoState } from '../support/demo-state'

const ASHA = `(SELECT id FROM users WHERE phone_number = '+919000000001')`

const CHANGES = [
  [
    'a password',
    `UPDATE users SET password_hash = 'other' WHERE phone_number = '+919000000001'`,
    'users of Asha Verma',
  ],
  ['payout details', `DELETE FROM upi_details WHERE user_id = ${ASHA}`, 'upi_details of Asha Verma'],
  [
    'a balance',
    `UPDATE ledger_accounts SET debits_paise = debits_paise + 1, credits_paise = credits_paise + 1 WHERE user_id = ${ASHA}`,
    'ledger_accounts of Asha Verma',
  ],
  [
    'what was read',
    `UPDATE notifications SET read_at = now() - interval '1 second' WHERE user_id = ${ASHA}`,
    'notifications of Asha Verma',
  ],
  [
    'the friends',
    `INSERT INTO users (username, referral_code, referred_by) SELECT 'Friend', 'FRIEND', id FROM users WHERE id = ${ASHA}`,
    'friends of Asha Verma',
  ],
] as const

for (const [what, statement, part] of CHANGES)
  test(`a test that changes ${what} of the demo members is reported`, async ({
    sql,
    demoState,
    withScripts,
  }) => {
    test.skip(withScripts, 'a matter of the database alone')
    const undone = new Error('undone')
    const changed = sql.begin(async (tx) => {
      await tx.unsafe(statement)
      expect(findChangedParts(demoState, await readDemoState(tx))).toEqual([part])
      throw undone
    })
    await expect(changed).rejects.toBe(undone)
  })
