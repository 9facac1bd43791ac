// Each worker has a server process with the demo's data on its own database. The page fixture fails the test on any console
// error, hydration warning, page error or CSP report.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import postgres from 'postgres'
import { sealTransactions } from '~/platform/db/step-seals.server'
import { findChangedParts, readDemoState, type DemoState } from './demo-state'
import { demoEnvironment } from './e2e-setup'
import { paths } from '../../app/paths'
import { startServer, type TestServer } from './servers'
import { isRecording, recordShown, readText } from './page-text'

export { expect, type Page }

interface WorkerFixtures {
  /** The name of a file whose tests share no server with other files: files of one value may run in one worker, one after the other. */
  ownServer: string | null
  /** A shop of the first day, without the demo: no store, no offer, no member. */
  isEmpty: boolean
  server: Server
  sql: postgres.Sql
  demoState: DemoState
}

export type Server = TestServer & { databaseUrl: string; ops(...args: string[]): Promise<string> }

interface TestFixtures {
  withScripts: boolean
  /** Console errors that this test provokes on purpose: `test.use({ expectedProblems: [/404/] })`. */
  expectedProblems: RegExp[]
  exits: string[]
  /** Fails a test that changes state which other tests depend on. */
  isolation: void
}

export async function createDatabase(
  template = process.env.E2E_TEMPLATE,
): Promise<{ url: URL; drop: () => Promise<void> }> {
  const name = `e2e_${randomBytes(6).toString('hex')}`
  const admin = postgres(process.env.E2E_POSTGRES!, { max: 1, onnotice: () => {} })
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const url = new URL(process.env.E2E_POSTGRES!)
  url.pathname = `/${name}`
  const drop = async () => {
    await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
  return { url, drop }
}

const WRITES = /^\s*(?:with|insert|update|delete)\b/i

/** What tests write counts as the application's: another test's audit has nothing to name. Call it after sealTransactions(). */
const sealTagged = (sql: postgres.Sql): postgres.Sql =>
  new Proxy(sql, {
    apply: (
      _target,
      _this,
      [first, ...values]: [TemplateStringsArray, ...postgres.ParameterOrFragment<never>[]],
    ) =>
      first.raw && WRITES.test(first[0]!) ? sql.begin((tx) => tx(first, ...values)) : sql(first, ...values),
  })

export const test = base.extend<TestFixtures, WorkerFixtures>({
  ownServer: [null, { option: true, scope: 'worker' }],
  isEmpty: [false, { option: true, scope: 'worker' }],

  server: [
    async ({ isEmpty }, give) => {
      const { url, drop } = await createDatabase(isEmpty ? 'template0' : undefined)
      const env = demoEnvironment(url.href)
      const ops = async (...args: string[]) => {
        const options = { env: { ...process.env, ...env } }
        const running = promisify(execFile)(
          process.execPath,
          [path.join('build', 'node/ops.js'), ...args],
          options,
        )
        const { stdout } = await running.catch((error: Error & { stdout: string }) => {
          throw new Error(`${error.message}\n${error.stdout}`)
        })
        return stdout
      }
      if (isEmpty) await ops('migrate')
      const server = await startServer({ env })
      await give(Object.assign(server, { databaseUrl: url.href, ops }))
      await server.stop()
      await drop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  sql: [
    async ({ server }, give) => {
      const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => {} })
      sealTransactions(sql)
      await give(sealTagged(sql))
      await sql.end()
    },
    { scope: 'worker' },
  ],
  demoState: [async ({ sql }, give) => give(await readDemoState(sql)), { scope: 'worker' }],

  // A failure also ends the worker, so that the next tests get a fresh database.
  isolation: [
    async ({ sql, demoState }, give) => {
      await give()
      await sql`DELETE FROM rate_limits`
      const changed = findChangedParts(demoState, await readDemoState(sql))
      expect(changed, 'what this test changed of the demo’s people, whom other tests look at').toEqual([])
    },
    { auto: true },
  ],

  baseURL: async ({ server }, give) => give(server.origin),
  expectedProblems: [[], { option: true }],
  withScripts: async ({ javaScriptEnabled }, give) => give(javaScriptEnabled !== false),
  exits: async ({}, give) => give([]),

  context: async ({ context, server, expectedProblems, exits }, give) => {
    const problems = watchProblems(context, expectedProblems)
    const recorded = watchPages(context, server.origin, exits)
    await give(context)
    for (const page of context.pages()) await recordVisible(page)
    await Promise.all(recorded)
    expect(problems, 'console errors, hydration warnings, page errors and CSP reports').toEqual([])
  },
})

/** Includes tabs that open later. A CSP report is a console error as well. */
function watchProblems(context: BrowserContext, expected: RegExp[]): string[] {
  const problems: string[] = []
  const add = (problem: string) => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem)
  }
  context.on('console', (message) => {
    const text = message.text()
    const isWarning = message.type() === 'warning' && /hydrat|did not match|Content.Security/i.test(text)
    if (message.type() === 'error' || isWarning) add(`${text} (${message.location().url})`)
  })
  context.on('weberror', (error) => add(String(error.error())))
  return problems
}

/** In the demo Get Deal opens a page of the demo in place of the store. */
const leadsOut = (to: URL, origin: string) => to.origin !== origin || to.pathname === paths.demoStore

function watchPages(context: BrowserContext, origin: string, exits: string[]): Promise<void>[] {
  const recorded: Promise<void>[] = []
  context.on('response', (response) => {
    const { location, 'content-type': type = '' } = response.headers()
    if (location && response.url().startsWith(origin) && leadsOut(new URL(location, response.url()), origin))
      exits.push(location)
    // Playwright never ends the body of some requests that a service worker makes or answers.
    if (isRecording && !location && type.startsWith('text/html') && response.request().isNavigationRequest())
      // The body is gone if the browser has already left the page.
      recorded.push(
        response.text().then(
          (html) => recordShown(readText(html)),
          () => {},
        ),
      )
  })
  return recorded
}

/** Runs at the end of each test; a test calls it itself for content that disappears earlier. */
export async function recordVisible(page: Page): Promise<void> {
  if (!isRecording) return
  const text = await page
    .locator('body')
    .innerText({ timeout: 10_000 })
    .catch(() => '')
  if (text) recordShown(text.replace(/[^\S\n]+/g, ' '))
}

/** Opens a page and waits until its scripts run, in a browser that has them. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForScripts(page)
}

/** Waits until the page's scripts run; returns immediately without scripts. */
export async function waitForScripts(page: Page): Promise<void> {
  if (base.info().project.use.javaScriptEnabled === false) return
  await page.waitForFunction(() => {
    // Scripts start when somebody uses the page; what listens may not be there yet.
    dispatchEvent(new Event('pointerdown'))
    return document.documentElement.dataset.hydrated !== undefined
  })
}
