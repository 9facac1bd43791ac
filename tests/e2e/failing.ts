// A server whose database can be stopped, and a network with every kind of failure.
import type { Request, Route } from '@playwright/test'
import { createDatabase, expect, test as base, type Page, type Server } from '../support/e2e'
import { demoEnvironment } from '../support/e2e-setup'
import { startServer } from '../support/servers'
import { newWire } from '../support/wire'
import { findFreePort } from '../../embedded/postmaster'

interface WorkerFixtures {
  database: { stop(): Promise<void>; start(): Promise<void> }
  wired: { server: Server; database: WorkerFixtures['database'] }
}

export const test = base.extend<object, WorkerFixtures>({
  wired: [
    async ({}, give) => {
      const { url, drop } = await createDatabase()
      const port = await findFreePort()
      const wire = newWire(new URL(url))
      await wire.open(port)
      const wiredUrl = new URL(url)
      wiredUrl.host = `127.0.0.1:${port}`
      const started = await startServer({ env: demoEnvironment(wiredUrl.href) })
      const ops = () => Promise.reject(new Error('not here'))
      const server = Object.assign(started, { databaseUrl: url.href, ops })
      const isThere = async () => (await fetch(`${server.origin}/healthz`)).status === 200
      const database = {
        stop: () => wire.cut(),
        async start() {
          await wire.open(port)
          await expect.poll(isThere).toBe(true)
        },
      }
      await give({ server, database })
      await server.stop()
      await wire.cut()
      await drop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  server: [async ({ wired }, give) => give(wired.server), { scope: 'worker' }],
  database: [async ({ wired }, give) => give(wired.database), { scope: 'worker' }],
})

/** Delivers a form outside the browser and returns the status of the response. */
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

/** Handles the next form alone: the data of a page must not take its place. */
export async function routeNextForm(page: Page, handle: (route: Route) => Promise<void>): Promise<void> {
  let isHandled = false
  await page.route('**/*.data*', async (route) => {
    if (isHandled || route.request().method() !== 'POST') return route.fallback()
    isHandled = true
    await handle(route)
  })
}

/** The server receives the next form; its response, including cookies, is lost. */
export const loseAnswer = (page: Page): Promise<void> =>
  routeNextForm(page, async (route) => {
    expect(await deliver(route.request())).toBe(202)
    await route.abort()
  })

/** The server receives the next form twice, like a reload without a response; the second response is shown. */
export async function sendTwice(page: Page): Promise<void> {
  const twice = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    expect(await deliver(route.request())).toBe(303)
    await route.continue()
  }
  await page.route('**/*', twice)
}
