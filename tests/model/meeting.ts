// Makes concurrent steps deterministic, so that a seed has the same outcome on every machine. A step that arrives at a
// meeting waits until every other step of its group has ended, waits here too, or waits for a lock in PostgreSQL.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'

const current = new AsyncLocalStorage<Meeting>()

/** Undefined for a step that runs alone. */
export const currentMeeting = (): Meeting | undefined => current.getStore()

export class Meeting {
  private waiting: (() => void)[] = []
  private onArrival: () => void = () => {}
  private polling = false

  /** `active` includes steps not yet started. `whileAsked`: the provider responds only when the others cannot proceed. */
  constructor(
    private active: number,
    readonly whileAsked: boolean,
  ) {}

  join<T>(step: () => Promise<T>): Promise<T> {
    return current.run(this, step).finally(() => this.leave())
  }

  /** Resolves when no step of the group can proceed without those that wait here. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      this.onArrival()
      this.leave()
    })
  }

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

async function countBlocked(): Promise<number> {
  const [row] = await db.execute<{ blocked: number }>(sql`
    SELECT count(*)::int AS blocked FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  return row!.blocked
}

/** Replaces a lock in planted faults: returns the value once the others have come as far. */
async function meet<T>(value: T): Promise<T> {
  await currentMeeting()?.arrive()
  return value
}
Object.assign(globalThis, { meet })
