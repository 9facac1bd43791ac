/** The worker of payouts, in every process of the server and in `npm run ops -- work`: any number may run at once. */
import { schedule, type Schedule } from '~/schedule.server'
import { approveDue } from './approve-due.server'
import { recheckDue } from './recheck.server'
import { sendDue } from './send-due.server'
import { applyDueEvents } from './webhooks.server'

/** How often each process looks, in seconds. */
const EVERY = 2

/** Everything that is due now, once. */
export async function workPayouts(stopping: () => boolean = () => false): Promise<void> {
  await applyDueEvents(stopping)
  await approveDue(stopping)
  await sendDue(stopping)
  await recheckDue(stopping)
}

/** Starts the worker of this process. */
export const startPayoutWorker = (every = EVERY): Schedule => schedule('payouts', every, workPayouts)
