import type { GuardedOperation, Operation } from '~/desk/operation'

export interface CliOptions {
  json?: boolean
  csv?: boolean
  limit?: number
  show?: boolean
  yes?: boolean
  dryRun?: boolean
  out?: string
  ifVersion?: string
}

/** Of what is there, so that nothing else is done than what was seen. */
export const hasVersion = (operation: Operation): operation is GuardedOperation =>
  (operation.kind === 'change' && operation.present !== undefined) ||
  ((operation.kind === 'change' || operation.kind === 'job') && operation.confirm !== 'none')
