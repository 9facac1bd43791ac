/** One JSON object a line on standard output: no query strings, no secrets, no addresses. */
import { writeJson } from '~/json'

export type Facts = Record<string, string | number | boolean | null | undefined>

export function log(level: 'info' | 'warn' | 'error', message: string, facts: Facts = {}): void {
  process.stdout.write(`${writeJson({ time: new Date().toISOString(), level, message, ...facts })}\n`)
}

/**
 * What of a URL may stand in a log: its path, without the secret of a postback and the token of a newsletter's link,
 * however the path is spelled. Of a postback the network stays: it is a word, and a secret has 16 characters or more.
 */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0]!.slice(0, 200)
  const [, before, rest = ''] = /^(.*?(?:postback|newsletter))(.*)$/is.exec(unescaped(path)) ?? []
  if (before === undefined) return path
  const [, word = '', more = ''] = /^(\/[a-z]{1,15}(?=\/|$))?(.*)$/is.exec(rest) ?? []
  return `${before}${word}${/[^/]/.test(more) ? '/***' : ''}`
}

/** Every escape undone, also one of an escape. Never throws. */
function unescaped(path: string): string {
  let text = path
  for (let last = ''; last !== text;) {
    last = text
    text = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  }
  // URL drops these.
  return text.replace(/[\t\r\n]/g, '')
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
