// What the application checks itself, under plain remix-serve (docs/rules.md#35).
import { spawn, type ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { freePort } from '../../embedded/postgres'
import { faultsOf, RAW, rawGet } from '../routes/hostility'
import { signedIn } from '../support/people'

let child: ChildProcess
let port: number
let output = ''

beforeAll(async () => {
  await ensureBuild()
  port = await freePort()
  child = spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (part: Buffer) => {
        output += part.toString()
        if (/\[remix-serve\] http/.test(output)) resolve()
      })
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)))
  })
})
afterAll(() => child.kill('SIGKILL'))

const post = (path: string, headers: Record<string, string>, body: BodyInit = 'from=/') =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  })

test('a form from another site is refused, whatever Host and X-Forwarded-Host are', async () => {
  const { visitor } = await signedIn()
  const Cookie = `token=${visitor.cookies.get('token')!}`
  const origins = ['https://evil.example', 'null']
  for (const path of ['/auth/sign-out', '/newsletter', '/Account/Wallet', '/CouponsDetails/x'])
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      ...origins.map((Origin) => ({ Origin, 'X-Forwarded-Host': 'evil.example' })),
      {},
    ])
      // 500 is Remix's own check of Origin against Host on page routes (server/remix-handler.ts); neither changes anything.
      expect([403, 500]).toContain(
        (await post(path, { Cookie, ...headers } as Record<string, string>)).status,
      )
  expect((await visitor.get('/Account')).status).toBe(200)
})

test('bodies are limited before they are parsed', async () => {
  const same = { 'Sec-Fetch-Site': 'same-origin' }
  expect((await post('/newsletter', same, 'a'.repeat(70_000))).status).toBe(413)
  expect((await post('/newsletter', { ...same, 'Content-Type': 'text/plain' }, 'a')).status).toBe(415)
})

test('hostile URLs cause no 5xx, no stack trace and no redirect to another site', async () => {
  const faults: string[] = []
  for (const text of RAW)
    for (const url of [`/Offers/${text}`, `/suggestions?q=${text}`, `/${text}`, `/?dialog=${text}`])
      faults.push(...faultsOf(await rawGet(port, url), url))
  for (const url of ['//x//evil.example?dialog=logout', '//evil.example/?dialog=logout', '///evil.example'])
    faults.push(...faultsOf(await rawGet(port, url), url))
  // remix-serve's own refusals have no Cache-Control.
  expect(faults.filter((fault) => !fault.startsWith('no Cache-Control'))).toEqual([])
})

test('pages have the CSP, and members’ pages are not cached', async () => {
  const { visitor } = await signedIn()
  const page = await fetch(`http://127.0.0.1:${port}/Account`, {
    headers: { Cookie: `token=${visitor.cookies.get('token')!}` },
  })
  expect(page.status).toBe(200)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  expect(page.headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'sha256-/)
  expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
})
