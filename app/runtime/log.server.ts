/** Logs must not contain query strings, secrets or addresses. */
import { causesOf } from '~/runtime/error-causes'
import { writeJson } from '~/formats/json'
import { urlPath } from '~/runtime/url-path'

export type Facts = Record<string, string | number | boolean | null | undefined>

export const LOG_LEVELS = ['info', 'warn', 'error'] as const
type Level = (typeof LOG_LEVELS)[number]

/** LOG_LEVEL is read here: lines are also written before the environment is checked. */
export const isLogged = (level: Level): boolean =>
  LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(process.env.LOG_LEVEL as Level)

export function log(level: Level, message: string, facts: Facts = {}): void {
  if (!isLogged(level)) return
  process.stdout.write(`${writeJson({ time: new Date().toISOString(), level, message, ...facts })}\n`)
}

/** Hides the secret of a postback and the token of a newsletter link, however the path is encoded. */
export function loggedPath(url: string): string {
  const path = urlPath(url).slice(0, 200)
  const [, before, rest = ''] = /^(.*?(?:postback|newsletter))(.*)$/is.exec(unescaped(path)) ?? []
  if (before === undefined) return path
  const [, word = '', more = ''] = /^(\/[a-z]{1,15}(?=\/|$))?(.*)$/is.exec(rest) ?? []
  return `${before}${word}${/[^/]/.test(more) ? '/***' : ''}`
}

function unescaped(path: string): string {
  let text = path
  for (let last = ''; last !== text;) {
    last = text
    text = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  }
  // The URL parser drops these.
  return text.replace(/[\t\r\n]/g, '')
}

/** Without the message and parameters, which may contain user input. */
export function errorFacts(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error }
  const { query } = error as { query?: unknown }
  return {
    error: error.constructor.name,
    code: textIn(error, 'code'),
    constraint: textIn(error, 'constraint_name'),
    place: placeOf(error),
    query: typeof query === 'string' ? query.trim().replace(/\s+/g, ' ').slice(0, MOST_QUERY) : undefined,
  }
}

const MOST_QUERY = 300

/** The first stack frame of our code, relative to the working directory; else the first one. */
function placeOf(error: Error): string | undefined {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const ours = frames.find((line) => !/node_modules|\(node:|at node:|<anonymous>/.test(line))
  return (ours ?? frames[0])?.trim().replace('file://', '').replace(`${process.cwd()}/`, '')
}

function textIn(error: Error, name: string): string | undefined {
  for (const e of causesOf(error)) {
    const value = (e as unknown as Record<string, unknown>)[name]
    if (typeof value === 'string' || typeof value === 'number') return String(value)
  }
  return undefined
}
