import { list, show } from './conversions/look'
import { explain } from './conversions/explain'
import { reconcile } from './conversions/reconcile'
import type { Topic } from './operation'

export const topic: Topic = {
  title: 'Sales',
  operations: [list, show, explain, reconcile],
  examples: `
Examples:
  $ conversions list --status pending
  $ conversions list --member 9000000001 --from 2026-11-01
  $ conversions show 12
  $ conversions explain 12 --reason returned             why the store declined it
  $ conversions reconcile impact report.csv --dry-run   what would change
  $ conversions reconcile impact report.csv             and now for good`,
}
