import type { RateChange, RateLoss, RateReport } from './batch-rates.server'

const MOST_NAMED = 20

export class RateTally {
  changed = 0
  losing = 0
  readonly changes: RateChange[] = []
  readonly losses: RateLoss[] = []

  add({ changes, losses }: RateReport): void {
    this.changed += changes.length
    this.losing += losses.length
    this.changes.push(...changes.slice(0, MOST_NAMED - this.changes.length))
    this.losses.push(...losses.slice(0, MOST_NAMED - this.losses.length))
  }
}
