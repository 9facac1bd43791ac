import { list, show } from './conversions/look'
import { reconcile } from './conversions/reconcile'
import type { Topic } from './operation'

export const topic: Topic = {
  operations: [list, show, reconcile],
  help: `
Examples:
  $ conversions list --status pending
  $ conversions list --member 9000000001 --from 2026-11-01
  $ conversions show 12
  $ conversions reconcile impact report.csv --dry-run   what would change
  $ conversions reconcile impact report.csv             and now for good`,
}
