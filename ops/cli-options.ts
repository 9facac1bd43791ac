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
