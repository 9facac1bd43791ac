/** Another Remix application takes app/http/form as it is (docs/forms.md): a guest book, built and asked. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const FORMS = 'app/http/form'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-other-app-'))
/** Remix reads the server's runtime from it. */
const MANIFEST = { type: 'module', sideEffects: false, dependencies: { '@remix-run/node': '*' } }

let handle: (request: Request) => Promise<Response>

beforeAll(async () => {
  fs.cpSync('tests/http/other-app', folder, { recursive: true })
  fs.cpSync(FORMS, path.join(folder, FORMS), { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(MANIFEST))
  fs.symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction')
  const remix = path.resolve('node_modules/@remix-run/dev/dist/cli.js')
  await promisify(execFile)(process.execPath, [remix, 'vite:build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', VITEST: '' },
  })
  process.env.BOOK_SECRET = 'of the guest book'
  const build: ServerBuild = await import(/* @vite-ignore */ path.join(folder, 'build/server/index.js'))
  handle = createRequestHandler(build, 'production')
})

afterAll(() => {
  delete process.env.BOOK_SECRET
  fs.rmSync(folder, { recursive: true, force: true })
})

function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ from: '/', ...fields })
  return handle(new Request('http://book.test/?index', { method: 'POST', body, headers }))
}

/** The page that a browser shows after the answer to its form. */
async function follow(answer: Response): Promise<string> {
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/'])
  const cookie = answer.headers.get('Set-Cookie')!.split(';', 1)[0]!
  const page = await handle(new Request('http://book.test/', { headers: { Cookie: cookie } }))
  expect(page.headers.get('Set-Cookie')).toContain('Max-Age=0')
  return page.text()
}

test('its form is accepted with a message on the next page', async () => {
  const page = await follow(await post({ name: 'Asha', text: 'Namaste' }))
  expect(page).toContain('<p class="notice">Thank you.</p>')
  expect(page).toContain('<li>Asha: Namaste</li>')
})

test('what was typed comes back beside each error', async () => {
  const page = await follow(await post({ name: 'Asha', text: '' }))
  expect(page).toContain('name="name" aria-invalid="false" value="Asha"')
  expect(page).toContain('What do you say?')
  expect(await follow(await post({ name: '', text: '' }))).toContain('2 fields are wrong.')
})

test('another site’s form is refused', async () => {
  const answer = await post({ name: 'Asha', text: 'Namaste' }, { 'Sec-Fetch-Site': 'cross-site' })
  expect(answer.status).toBe(403)
})

test('what was typed comes back while its database is away, and stays where scripts sent it', async () => {
  process.env.BOOK = 'away'
  onTestFinished(() => {
    delete process.env.BOOK
  })
  const entry = { name: 'Asha', text: 'Namaste' }
  const page = await follow(await post(entry))
  expect(page).toContain('<p class="notice">The book is away, Asha.</p>')
  expect(page).toContain('value="Namaste"')
  expect((await post(entry, { 'Sec-Fetch-Dest': 'empty' })).status).toBe(503)
})

test('the forms name nothing of the shop', () => {
  const OF_THE_SHOP = /\b(?:shop|store|offer|coupon|cashback|wallet|member|operator|desk)s?\b/i
  const texts = fs.readdirSync(FORMS).map((name) => [name, fs.readFileSync(path.join(FORMS, name), 'utf8')])
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter(([, text]) => OF_THE_SHOP.test(text!)).map(([name]) => name)).toEqual([])
})
