import { unlockPhone } from '~/domain/accounts/attempt-limits.server'
import { parseMobile } from '~/domain/accounts/rules'
import { defineJob } from './define'
import { makeField } from './field'
import type { Topic } from './operation'

/** The limits are counted outside the transaction of a change. */
const unlock = defineJob({
  name: 'otp unlock',
  title: 'Unlock a mobile number',
  summary: 'reset the rate limits of codes and passwords for a mobile number',
  role: 'support',
  input: {
    phone: makeField(
      'text',
      'the mobile number',
      'It must be a mobile number of India.',
      (typed) => parseMobile(typed) ?? undefined,
      { place: 'argument' },
    ),
  },
  async run({ phone }, { apply }) {
    if (apply) await unlockPhone(phone)
    return { effect: 'Frees the number: a new code can be requested' }
  },
})

export const topic: Topic = {
  title: 'One-time codes',
  operations: [unlock],
  examples: `
Examples:
  $ otp test 9000000001

A member wrote the code wrongly too often and cannot sign in:
  $ otp unlock 9000000001`,
}
