import { moneyMessages } from '~/messages/money'
import { explainDecline } from '~/tracking/explain-decline.server'
import { noteChange } from '../changed'
import { declineReason, NOT_SAID, toReason } from '../decline-reasons'
import { defineChange } from '../define'
import * as field from '../fields'
import { Refused } from '../refusal'

export const explain = defineChange({
  name: 'conversions explain',
  title: 'Say why a sale was declined',
  summary: 'note why the store declined a sale; its member sees it',
  role: 'support',
  input: {
    id: field.sale('its number in the list', { place: 'argument' }),
    reason: declineReason,
  },
  async run({ id, reason }, _, tx) {
    const answer = await explainDecline(id, toReason(reason), tx)
    if (!answer.ok)
      throw new Refused(
        answer.reason === 'not-found'
          ? `There is no sale ${id}. \`conversions list\` shows them.`
          : `Sale ${id} was not declined.`,
        'id',
      )
    return {
      effect: `Says why sale ${id} was declined: ${moneyMessages.declineReasons[reason]}`,
      changed: [noteChange(`sale ${id}`, 'decline_reason', answer.before.decline_reason ?? NOT_SAID, reason)],
    }
  },
})
