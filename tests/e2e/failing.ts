/** A server whose database can be stopped, and a network that fails in every way that one does. */
import { createHash, randomBytes } from 'node:crypto'
import postgres from 'postgres'
import type { Request, Route } from '@playwright/test'
import { createDatabase, expect, test as base, type Page } from '../support/e2e'
import { demoEnvironment } from '../support/e2e-setup'
import { startServer, type TestServer } from '../support/servers'
import { newWire } from '../support/wire'
import { freePort } from '../../server/postgres'

export type Server = TestServer & { databaseUrl: string; ops(...args: string[]): Promise<string> }

interface WorkerFixtures {
  sql: postgres.Sql
  database: { stop(): Promise<void>; start(): Promise<void> }
  wired: { server: Server; database: WorkerFixtures['database']; sql: postgres.Sql }
}

export const test = base.extend<object, WorkerFixtures>({
  wired: [
    async ({}, give) => {
      const { url, drop } = await createDatabase()
      const sql = postgres(url.href, { max: 1, onnotice: () => {} })
      const port = await freePort()
      const wire = newWire(new URL(url))
      await wire.come(port)
      const wiredUrl = new URL(url)
      wiredUrl.host = `127.0.0.1:${port}`
      const started = await startServer({ env: demoEnvironment(wiredUrl.href) })
      const ops = () => Promise.reject(new Error('not here'))
      const server = Object.assign(started, { databaseUrl: url.href, ops })
      const isThere = async () => (await fetch(`${server.origin}/healthz`)).status === 200
      const database = {
        stop: () => wire.go(),
        async start() {
          await wire.come(port)
          await expect.poll(isThere).toBe(true)
        },
      }
      await give({ server, database, sql })
      await server.stop()
      await wire.go()
      await sql.end()
      await drop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [async ({ wired }, give) => give(wired.server), { scope: 'worker' }],
  database: [async ({ wired }, give) => give(wired.database), { scope: 'worker' }],
  sql: [async ({ wired }, give) => give(wired.sql), { scope: 'worker' }],
})

export interface Member {
  id: number
  /** Ten digits. */
  phone: string
}

/** Of every member of these tests. */
export const PASSWORD = 'demo-meera-2026'

let serial = 0

/** Ten digits that nobody has. */
export const freshPhone = () =>
  `6${String(Date.now() % 1e6).padStart(6, '0')}${String(++serial).padStart(3, '0')}`

/** Signs somebody in in this browser, without the forms; without an id somebody new. */
export async function signInMember(
  page: Page,
  { origin }: Server,
  sql: postgres.Sql,
  known?: number,
): Promise<Member> {
  const phone = freshPhone()
  const id = known ?? (await addMember(sql, phone))
  const token = randomBytes(32).toString('base64url')
  await sql`
    INSERT INTO sessions (token_hash, kind, opened_by, user_id, remember, expires_at)
    VALUES (${createHash('sha256').update(token).digest('hex')}, 'cookie', 'password', ${id}, false, now() + interval '1 hour')`
  await page
    .context()
    .addCookies([{ name: 'token', value: token, url: origin, httpOnly: true, sameSite: 'Lax' }])
  return { id, phone }
}

/** A member who is not signed in; their id. */
export async function addMember(sql: postgres.Sql, phone: string): Promise<number> {
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO users (username, phone_number, email, referral_code, password_hash)
    SELECT 'Lata Rao', ${`+91${phone}`}, ${`${phone}@mail.example`}, ${`LATA${phone}`}, password_hash
      FROM users WHERE phone_number = '+919000000003' RETURNING id`
  return Number(row!.id)
}

/** Sends a form that the browser is about to send to the server, and gives the answer's status. */
async function deliver(request: Request): Promise<number> {
  const headers = Object.entries(await request.allHeaders()).filter(
    ([name]) => !/^:|^(?:host|connection|content-length)$/.test(name),
  )
  const answer = await fetch(request.url(), {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body: new Uint8Array(request.postDataBuffer()!),
    redirect: 'manual',
  })
  return answer.status
}

/** The server gets the browser's next form; its answer is lost, cookies and all. */
export async function loseAnswer(page: Page): Promise<void> {
  const lose = async (route: Route) => {
    expect(await deliver(route.request())).toBe(202)
    await route.abort()
  }
  await page.route('**/*.data*', lose, { times: 1 })
}

/** The server gets the browser's next form twice, as from a reload where no answer came; the second answer is shown. */
export async function sendTwice(page: Page): Promise<void> {
  const twice = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    expect(await deliver(route.request())).toBe(303)
    await route.continue()
  }
  await page.route('**/*', twice)
}
