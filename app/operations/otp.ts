import { z } from 'zod/v4'
import { unlockPhone } from '~/accounts/attempt-limits.server'
import { parseMobile } from '~/accounts/rules'
import * as field from './fields'
import { operation, type Topic } from './operation'

/** The limits are counted outside the transaction of a change. */
const unlock = operation({
  name: 'otp unlock',
  title: 'Unlock a mobile number',
  summary: 'reset the rate limits of codes and passwords for a mobile number',
  role: 'support',
  kind: 'job',
  confirm: 'none',
  input: z.object({
    phone: field.field(
      'text',
      'the mobile number',
      'It must be a mobile number of India.',
      (typed) => parseMobile(typed) ?? undefined,
      { place: 'argument' },
    ),
  }),
  async run({ phone }, { apply }) {
    if (apply) await unlockPhone(phone)
    return { effect: 'Frees the number: a new code can be asked for' }
  },
})

export const topic: Topic = {
  operations: [unlock],
  help: `
Examples:
  $ otp test 9000000001

A member wrote the code wrongly too often and cannot sign in:
  $ otp unlock 9000000001`,
}
