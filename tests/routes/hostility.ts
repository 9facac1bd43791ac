import http from 'node:http'
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { origin, type Answer } from '../support/app'

export const TEXTS = [
  '\0',
  'a\0b',
  '%',
  '_%\\',
  "' OR 1=1; --",
  '"><script>alert(1)</script>',
  '\r\nSet-Cookie: token=evil\r\nLocation: https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example?dialog=sign-in',
  'https://evil.example/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  '-1',
  '1e9',
  'NaN',
  '999999999',
  '9223372036854775808',
  '１２３',
  '\u202eevil',
  `${'a'.repeat(79)}😀`,
  '😀'.repeat(100),
  '{"$ne":1}',
  'x'.repeat(6000),
]

/** Invalid UTF-8, and encodings that decode to path separators, dots or control characters. */
export const RAW = '% %zz %00 %ED%A0%80 %C0%AF %FF ..%2f..%2f %2e%2e %5c %0d%0a %2F%2Fevil.example'.split(' ')

const STACK = /\n\s+at \S|node_modules|build\/server|PostgresError|DrizzleQueryError|ZodError/
const COOKIE =
  /^(?:(?:device|flash|join|kept|probe|ref|token)=[\w-]*; Path=\/|desk=; Path=\/Desk); HttpOnly; SameSite=Lax(?:; Max-Age=\d+)?$/

/** The redirect target of a document or data response. */
const findDestination = ({ location, body, status }: Answer): string | null =>
  location ?? (status === 202 ? (/"redirect","([^"]*)"/.exec(body)?.[1] ?? null) : null)

/** Each fault is prefixed with `what`. */
export function listFaults(answer: Answer, what: string): string[] {
  const faults: string[] = []
  if (answer.status >= 500) faults.push(`status ${answer.status}`)
  // Remix's own 405 for a route without an action; server/ adds the header.
  if (!answer.headers.get('Cache-Control') && answer.status !== 405) faults.push('no Cache-Control')
  if (STACK.test(answer.body)) faults.push('a stack trace')
  if (answer.body.includes('<script>alert(1)')) faults.push('a script of theirs')
  const to = findDestination(answer)
  if (to !== null && new URL(to, `${origin}/`).origin !== origin) faults.push(`leads to ${to}`)
  for (const line of answer.headers.getSetCookie()) if (!COOKIE.test(line)) faults.push(`sets ${line}`)
  return faults.map((fault) => `${fault}: ${JSON.stringify(what)}`)
}

/** Row counts by table, without the rate limit counters. */
export async function countRows(): Promise<Record<string, number>> {
  counting ??= db
    .execute<{ name: string }>(
      sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'rate_limits'`,
    )
    .then((tables) =>
      tables.map(({ name }) => sql`SELECT ${name} AS name, count(*)::int AS n FROM ${sql.identifier(name)}`),
    )
  const rows = await db.execute<{ name: string; n: number }>(sql.join(await counting, sql` UNION ALL `))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** One statement for all tables, which are the same for all tests. */
let counting: Promise<SQL[]> | undefined

/** A seeded pseudo-random generator (mulberry32). */
export function numbers(seed: number) {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
    /** Any code points except surrogates, which URLs cannot contain. */
    bytes: (length: number) =>
      Array.from({ length }, () => String.fromCodePoint(below(3) ? below(256) : below(0xd800))).join(''),
  }
}

/** Sends the target unchanged; fetch would normalize it. */
export function rawGet(port: number, target: string, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: 'localhost', port, path: target, method, agent: false },
      (answer) => {
        let body = ''
        answer.on('data', (part: Buffer) => (body += part.toString()))
        answer.on('end', () => {
          const headers = new Headers()
          for (let i = 0; i < answer.rawHeaders.length; i += 2)
            headers.append(answer.rawHeaders[i]!, answer.rawHeaders[i + 1]!)
          resolve({
            status: answer.statusCode!,
            headers,
            location: headers.get('Location'),
            body,
            text: body,
          })
        })
      },
    )
    request.once('error', reject).end()
  })
}
