import { db } from '~/platform/db/client.server'
import { dayInIndia } from '~/platform/formats/dates'
import { raiseSignal } from './signals.server'

/** Remembers raised signals, so that further refused clicks cause no query. */
const raisedAt = new Set<string>()
const MOST = 10_000

export async function watchRefusedClick(userId: number): Promise<void> {
  const facts = `${userId} ${dayInIndia(new Date()).date}`
  if (raisedAt.has(facts)) return
  await db.transaction((tx) => raiseSignal(tx, { kind: 'click-burst', facts, members: [userId] }))
  if (raisedAt.size >= MOST) raisedAt.clear()
  raisedAt.add(facts)
}
