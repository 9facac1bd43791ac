/** Logs must not contain query strings, secrets or addresses. */
import { listCauses } from './error-causes'
import { formatJson } from '~/platform/formats/json'
import type { FoundRoute } from './find-route'
import { isWellFormedPath } from '~/platform/formats/well-formed-url'
import { getUrlPath } from '~/platform/formats/url-path'

export type Facts = Record<string, string | number | boolean | null | undefined>

export const LOG_LEVELS = ['info', 'warn', 'error'] as const
type Level = (typeof LOG_LEVELS)[number]

/** Reads LOG_LEVEL directly, because lines are logged before the environment is checked, too. */
const isLogged = (level: Level): boolean =>
  LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(process.env.LOG_LEVEL as Level)

/** Characters of one logged fact. */
const MOST_FACT = 500
const MOST_LINE = 4000

export function log(level: Level, message: string, facts: Facts = {}): void {
  if (!isLogged(level)) return
  const head = { time: new Date().toISOString(), level, message: truncate(message) }
  const fields = Object.entries(facts).map(([name, fact]) => [name, truncate(fact)])
  const line = formatJson({ ...head, ...Object.fromEntries(fields) })
  process.stdout.write(
    `${line.length <= MOST_LINE ? line : formatJson({ ...head, left_out: line.length })}\n`,
  )
}

const truncate = <Fact>(fact: Fact): Fact | string =>
  typeof fact === 'string' && fact.length > MOST_FACT ? `${fact.slice(0, MOST_FACT)}…` : fact

let findRoute: (url: string) => FoundRoute | undefined = () => undefined

export function setRouteFinder(find: typeof findRoute): void {
  findRoute = find
}

/** Paths with a secret, even with a misspelt prefix. */
const BEFORE_SECRETS = /^.*?(?:postback|newsletter)/i

/** Returns the route's pattern, as parameters may be secret; unmatched, 20 plain characters or only the length. */
export function loggedPath(url: string): string {
  const path = getUrlPath(url)
  const route = isWellFormedPath(path) ? findRoute(path) : undefined
  if (route && !route.path.includes('*')) return route.path
  const start = path.slice(0, 20)
  if (!/^[a-z\d/-]*$/i.test(start)) return `${path.length} characters`
  return BEFORE_SECRETS.exec(start)?.[0] ?? start
}

/** Leaves out message and parameters, which may contain user input. */
export function errorFacts(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error }
  const { query } = error as { query?: unknown }
  return {
    error: error.constructor.name,
    code: textIn(error, 'code'),
    constraint: textIn(error, 'constraint_name'),
    place: findPlace(error),
    query: typeof query === 'string' ? query.trim().replace(/\s+/g, ' ').slice(0, MOST_QUERY) : undefined,
  }
}

const MOST_QUERY = 300

function findPlace(error: Error): string | undefined {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const ours = frames.find((line) => !/node_modules|\(node:|at node:|<anonymous>/.test(line))
  return (ours ?? frames[0])?.trim().replace('file://', '').replace(`${process.cwd()}/`, '')
}

function textIn(error: Error, name: string): string | undefined {
  for (const e of listCauses(error)) {
    const value = (e as unknown as Record<string, unknown>)[name]
    if (typeof value === 'string' || typeof value === 'number') return String(value)
  }
  return undefined
}
