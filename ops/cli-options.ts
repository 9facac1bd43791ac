import type { Reader } from '~/operations/cells'
import type { Call } from '~/operations/run.server'

export interface CliOptions {
  json?: boolean
  csv?: boolean
  limit?: number
  show?: boolean
  yes?: boolean
  dryRun?: boolean
  out?: string
  ifVersion?: string
  queue?: boolean
}

export const readerOf = ({ actor, uncovers }: Call): Reader => ({ role: actor.role, uncovers })
