import { format } from 'node:util'
import { errorFacts, log, type Facts } from './log.server'

/** Most different messages, so that a new message for each request cannot fill the disk. */
const MOST = 100

const LEVELS = {
  log: 'info',
  info: 'info',
  debug: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'error',
} as const

/** Logs each message only once. */
export function redirectConsoleToLog(): void {
  const logged = new Set<string>()
  const once = (level: 'info' | 'warn' | 'error', source: string, text: string, facts: Facts = {}) => {
    const redacted = withoutPaths(text)
    if (logged.size >= MOST || logged.has(redacted)) return
    logged.add(redacted)
    log(level, source, { text: redacted, ...facts })
    if (logged.size === MOST) log('warn', 'no more messages of dependencies are logged')
  }
  for (const name of Object.keys(LEVELS) as (keyof typeof LEVELS)[])
    console[name] = (...values: unknown[]) => {
      const error = values.find((one) => one instanceof Error)
      const texts = values.filter((one) => !(one instanceof Error))
      once(LEVELS[name], 'console', format(...texts), error && errorFacts(error))
    }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => once('warn', 'warning of node', `${warning.name}: ${warning.message}`))
}

const withoutPaths = (text: string) => text.replace(/\/\S+/g, '/…').slice(0, 300)
