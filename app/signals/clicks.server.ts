/** Somebody who wants more clicks than CLICKS_PER_HOUR lets anybody have. */
import { db } from '~/db/client.server'
import { dayInIndia } from '~/dates'
import { raiseSignal } from './signals.server'

/** What this process has raised: each further click that is refused costs nothing. */
const raised = new Set<string>()
const MOST = 10_000

/** Call it where a member's click was refused by the limit: one signal a member and day. */
export async function watchRefusedClick(userId: number): Promise<void> {
  const facts = `${userId} ${dayInIndia(new Date()).date}`
  if (raised.has(facts)) return
  await db.transaction((tx) => raiseSignal(tx, { kind: 'click-burst', facts, members: [userId] }))
  if (raised.size >= MOST) raised.clear()
  raised.add(facts)
}
