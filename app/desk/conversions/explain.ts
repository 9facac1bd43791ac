import { moneyMessages } from '~/messages/money'
import { explainDecline } from '~/domain/tracking/conversions.server'
import { noteChange } from '../changed'
import { declineReason, NOT_SAID, toReason } from '../decline-reasons'
import { defineChange } from '../define'
import * as field from '../fields'
import { explainNotFound } from '../lookups.server'
import { requireDone } from '../refusal'

export const explain = defineChange({
  name: 'conversions explain',
  title: 'Say why a sale was declined',
  summary: 'note why the store declined a sale; its member sees it',
  role: 'support',
  input: { id: field.sale('its number in the list', { place: 'argument' }), reason: declineReason },
  async run({ id, reason }, _, tx) {
    const { before } = requireDone(await explainDecline(id, toReason(reason), tx), 'id', {
      'not-found': explainNotFound(`sale ${id}`, 'conversions list'),
      'not-declined': `Sale ${id} was not declined.`,
    })
    return {
      effect: `Says why sale ${id} was declined: ${moneyMessages.declineReasons[reason]}`,
      changed: [noteChange(`sale ${id}`, 'decline_reason', before.decline_reason ?? NOT_SAID, reason)],
    }
  },
})
