// What dependencies and node itself print, as lines of the log.
import { format } from 'node:util'
import { errorFacts, log, type Facts } from './log.server'

/** Different messages; a dependency that prints a new one for each request must not fill the disk. */
const MOST = 100

const LEVELS = {
  log: 'info',
  info: 'info',
  debug: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'error',
} as const

/** From now on what is given to the console, and warnings of node, are lines of the log, each message once. */
export function logOutput(): void {
  const said = new Set<string>()
  const once = (level: 'info' | 'warn' | 'error', source: string, text: string, facts: Facts = {}) => {
    const shown = withoutPaths(text)
    if (said.size >= MOST || said.has(shown)) return
    said.add(shown)
    log(level, source, { text: shown, ...facts })
    if (said.size === MOST) log('warn', 'no more messages of dependencies are logged')
  }
  for (const name of Object.keys(LEVELS) as (keyof typeof LEVELS)[])
    console[name] = (...given: unknown[]) => {
      const error = given.find((one) => one instanceof Error)
      const texts = given.filter((one) => !(one instanceof Error))
      once(LEVELS[name], 'console', format(...texts), error && errorFacts(error))
    }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => once('warn', 'warning of node', `${warning.name}: ${warning.message}`))
}

/** Paths and addresses may have secrets. */
const withoutPaths = (text: string) => text.replace(/\/\S+/g, '/…').slice(0, 300)
