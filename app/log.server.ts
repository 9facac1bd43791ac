/** One JSON object a line on standard output: no query strings, no secrets, no addresses. */
import { writeJson } from '~/json'

export type Facts = Record<string, string | number | boolean | null | undefined>

export function log(level: 'info' | 'warn' | 'error', message: string, facts: Facts = {}): void {
  process.stdout.write(`${writeJson({ time: new Date().toISOString(), level, message, ...facts })}\n`)
}

/** What of a URL may stand in a log: its path, without the secret of a postback and the token of a newsletter's link. */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0]!.slice(0, 200)
  return path.replace(/^(\/+(?:postback|newsletter)\/+[^/]*\/+)[^/]+/i, '$1***')
}

/**
 * An error's kind and place, without its message, which may hold what somebody typed: drizzle writes a query's parameters
 * into it and hides the SQLSTATE in `.cause`.
 */
export function errorFacts(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error }
  const place = error.stack
    ?.split('\n')
    .find((line) => /^\s+at /.test(line))
    ?.trim()
  return { error: error.name, code: codeOf(error), place }
}

function codeOf(error: Error): string | undefined {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const { code } = e as NodeJS.ErrnoException
    if (code) return String(code)
  }
  return undefined
}
