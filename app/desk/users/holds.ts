import { formatCount } from '~/platform/formats/count'
import { DAY_MS } from '~/platform/formats/dates'
import { holdMember, releaseMember } from '~/domain/wallet/holds.server'
import { defineChange } from '../define'
import { defineEach } from '../each-chosen'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { requireMember } from '../lookups.server'
import { see } from '../operation'
import { RefusalError } from '../refusal'
import { user } from '../user-look'

export const hold = defineChange({
  name: 'users hold',
  title: 'Put withdrawals on hold',
  summary:
    'put withdrawals of a member on hold for some days; the member is notified of the reason and the end',
  role: 'support',
  confirm: 'ask',
  input: {
    user,
    reason: field.text('completes ‘… are on hold until …, because’'),
    days: field.wholeNumber('number of days; default: 7', { most: 999 }).optional(),
  },
  async run({ user, reason, days = 7 }, _, tx) {
    const { id, payout_hold_until: before } = await requireMember(user, tx)
    const held = await holdMember(id, new Date(Date.now() + days * DAY_MS), reason.replace(/\.$/, ''), tx)
    return {
      effect: `Puts withdrawals of member ${id} on hold for ${formatCount(days, 'day')}`,
      facts: [
        { name: 'until', kind: 'time', value: held.until },
        { name: 'because', kind: 'text', value: held.reason },
      ],
      notes: ['What is requested stays unpaid.'],
      changed: [{ subject: `member ${id}`, field: 'payout_hold_until', before, after: held.until }],
      next: [{ operation: 'users release', input: { user: id } }],
    }
  },
})

export const holdEach = defineEach({
  name: 'users hold-each',
  title: 'Put members on hold',
  summary: 'put withdrawals of several members on hold for some days; each is notified',
  of: hold,
  key: 'user',
  one: 'member',
  verb: 'Puts on hold the withdrawals of',
  toRecord: (user) => see('users show', { user }),
})

export const release = defineChange({
  name: 'users release',
  title: 'Lift a hold',
  summary: 'lift the hold; the member is notified',
  role: 'owner',
  confirm: 'ask',
  input: { user },
  async run({ user }, context, tx) {
    const { id, payout_hold_until: before } = await requireMember(user, tx)
    await requireNoGain(context, id, tx)
    if (!(await releaseMember(id, tx)))
      throw new RefusalError(`Nothing holds the withdrawals of member ${id}.`, 'user')
    return {
      effect: `Lets member ${id} withdraw again`,
      changed: [{ subject: `member ${id}`, field: 'payout_hold_until', before, after: null }],
    }
  },
})
