/** Signal: a member exceeds CLICKS_PER_HOUR. */
import { db } from '~/db/client.server'
import { dayInIndia } from '~/dates'
import { raiseSignal } from './signals.server'

/** Signals raised by this process, so that further refused clicks need no query. */
const raised = new Set<string>()
const MOST = 10_000

/** Call when the limit refuses a member's click; raises one signal per member and day. */
export async function watchRefusedClick(userId: number): Promise<void> {
  const facts = `${userId} ${dayInIndia(new Date()).date}`
  if (raised.has(facts)) return
  await db.transaction((tx) => raiseSignal(tx, { kind: 'click-burst', facts, members: [userId] }))
  if (raised.size >= MOST) raised.clear()
  raised.add(facts)
}
