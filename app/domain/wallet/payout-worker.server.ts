import { defineTimer } from '~/platform/timers.server'
import { approveDue } from './approve-due.server'
import { recheckDue } from './recheck.server'
import { sendDue } from './send-due.server'
import { applyDueEvents } from './payout-webhooks.server'

export async function workPayouts(stopping: () => boolean = () => false): Promise<void> {
  await applyDueEvents(stopping)
  await approveDue(stopping)
  await sendDue(stopping)
  await recheckDue(stopping)
}

export const payoutTimer = defineTimer({
  name: 'payouts',
  every: 2,
  does: 'approve and send payouts, and ask for their outcome',
  work: workPayouts,
})
