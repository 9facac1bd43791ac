/**
 * Decides the order of steps that happen at the same instant, so that a seed gives the same outcome on every machine.
 * A step that arrives at a meeting waits there until no other step of its group can get any further: each of the others
 * has ended, waits here as well, or waits for a lock in PostgreSQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'

const current = new AsyncLocalStorage<Meeting>()

/** The meeting of the group whose step is running; undefined for a step that is alone. */
export const currentMeeting = (): Meeting | undefined => current.getStore()

export class Meeting {
  /** Those who wait here: how each goes on. */
  private waiting: (() => void)[] = []
  private onArrival: () => void = () => {}
  private polling = false

  /**
   * `active`: how many steps the group has; those that have not begun count as well. `whileAsked`: a provider of payouts
   * answers to a step of this group when the others cannot get any further.
   */
  constructor(
    private active: number,
    readonly whileAsked: boolean,
  ) {}

  /** Runs one step of the group. */
  join<T>(step: () => Promise<T>): Promise<T> {
    return current.run(this, step).finally(() => this.leave())
  }

  /** Resolves when nobody of the group can get any further without whoever waits here. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      this.onArrival()
      this.leave()
    })
  }

  /** Resolves when a step has arrived. */
  arrival(): Promise<void> {
    return new Promise((resolve) => (this.onArrival = resolve))
  }

  private leave(): void {
    this.active--
    if (this.active === 0) this.release()
    else if (this.waiting.length) void this.releaseWhenBlocked()
  }

  private release(): void {
    const all = this.waiting.splice(0)
    this.active += all.length
    for (const goOn of all) goOn()
  }

  private async releaseWhenBlocked(): Promise<void> {
    if (this.polling) return
    this.polling = true
    while (this.waiting.length && (await countBlocked()) < this.active) await sleep(2)
    this.polling = false
    this.release()
  }
}

/** How many connections to this database wait for a lock. */
async function countBlocked(): Promise<number> {
  const [row] = await db.execute<{ blocked: number }>(sql`
    SELECT count(*)::int AS blocked FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  return row!.blocked
}

/** What a planted fault calls where a lock was: it gives its value back when the others have come as far. */
async function meet<T>(value: T): Promise<T> {
  await currentMeeting()?.arrive()
  return value
}
Object.assign(globalThis, { meet })
