import { z } from 'zod/v4'
import { DECLINE_REASONS } from '~/config/networks/network'
import { moneyMessages } from '~/messages/money'
import { explainDecline } from '~/tracking/explain-decline.server'
import * as field from '../fields'
import { operation } from '../operation'
import { Refused } from '../refusal'

const NOT_SAID = 'not-said'

export const explain = operation({
  name: 'conversions explain',
  title: 'Say why a sale was declined',
  summary: 'note why the store declined a sale; its member sees it',
  role: 'support',
  kind: 'change',
  confirm: 'none',
  input: z.object({
    id: field.sale('its number in the list', { place: 'argument' }),
    reason: field.choice('as the store or the network said it', [...DECLINE_REASONS, NOT_SAID]),
  }),
  async run({ id, reason }, _, tx) {
    const answer = await explainDecline(id, reason === NOT_SAID ? null : reason, tx)
    if (!answer.ok)
      throw new Refused(
        answer.reason === 'not-found'
          ? `There is no sale ${id}. \`conversions list\` shows them.`
          : `Sale ${id} was not declined.`,
        'id',
      )
    return {
      effect: `Says why sale ${id} was declined: ${moneyMessages.declineReasons[reason]}`,
      changed: [
        {
          subject: `sale ${id}`,
          field: 'decline_reason',
          before: answer.before.decline_reason ?? NOT_SAID,
          after: reason,
        },
      ],
    }
  },
})
