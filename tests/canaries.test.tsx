/** What Remix, React and Vite do and do not document, by the lines of docs/decisions/0084-unusual-for-remix.md: an upgrade that changes it fails here by name. */
import fs from 'node:fs'
import path from 'node:path'
import { RemixBrowser } from '@remix-run/react'
import { Suspense } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { buildFolder } from '../scripts/build.mjs'
import { renderHtml } from '~/http/render-html.server'
import { build, handle, newVisitor, origin } from './support/app'

const client = (address: string) => path.join(buildFolder, 'client', address)

const scripts = fs
  .readdirSync(client('assets'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => fs.readFileSync(client(`assets/${name}`), 'utf8'))

const expectInScripts = (text: RegExp) =>
  expect(scripts.filter((script) => text.test(script))).not.toEqual([])

const readPage = async (headers: HeadersInit = {}) => (await newVisitor().get('/AboutUs', headers)).body

const CANARIES: Record<string, () => void | Promise<void>> = {
  async 'React writes attributes, links, styles and scripts letter by letter'() {
    const page = (
      <html lang="en">
        <head>
          <style id="css" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '@layer a;' }} />
          <link rel="stylesheet" href="/assets/a-1.css" />
        </head>
        <body>
          <template suppressHydrationWarning>
            <script nonce="M" dangerouslySetInnerHTML={{ __html: 'a("$&")' }} />
          </template>
        </body>
      </html>
    )
    expect(await renderHtml(page)).toBe(
      '<!DOCTYPE html><html lang="en"><head><style id="css">@layer a;</style><link rel="stylesheet" href="/assets/a-1.css"/></head>' +
        '<body><template><script nonce="M">a("$&")</script></template></body></html>',
    )
  },

  async 'React waits for a promise that a component throws'() {
    let isLoaded = false
    const Late = () => {
      // oxlint-disable-next-line typescript/only-throw-error -- what app/components/layout/open-dialog.tsx does
      if (!isLoaded) throw Promise.resolve().then(() => (isLoaded = true))
      return <b>loaded</b>
    }
    const html = await renderHtml(
      <Suspense fallback="waits">
        <Late />
      </Suspense>,
    )
    expect(html).toContain('<b>loaded</b>')
  },

  async 'RemixBrowser throws the promise of the page’s data'() {
    const stream = new ReadableStream({ start: (controller) => controller.close() })
    const holder = globalThis as { window?: unknown }
    holder.window = { __remixContext: { future: { v3_singleFetch: true }, stream } }
    onTestFinished(() => {
      delete holder.window
    })
    let thrown: unknown
    try {
      RemixBrowser({})
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Promise)
    await thrown
  },

  async 'Remix’s scripts come last, the page’s data behind </html>'() {
    const body = await readPage()
    const [, late] =
      /<template data-outline="[^"]*">([^]*)<\/template><script>[^]*<\/script><\/body><\/html>$/.exec(body)!
    expect(late!.match(/<script>/g)).toHaveLength(1)
    const calls = ['window.__remixContext = ', 'streamController.enqueue(', 'streamController.close()']
    const places = calls.map((call) => late!.indexOf(call))
    expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b))
  },

  async 'window.__remixManifest has the module of each route, window.__remixRouter the routes'() {
    const address = /"(\/assets\/manifest-\w+\.js)"/.exec(await readPage())![1]!
    const text = fs.readFileSync(client(address), 'utf8')
    const manifest = JSON.parse(/^window\.__remixManifest=(.*);$/.exec(text)![1]!) as typeof build.assets
    expect(Object.keys(manifest.routes).toSorted()).toEqual(Object.keys(build.routes).toSorted())
    for (const { module } of Object.values(manifest.routes)) expect(fs.existsSync(client(module))).toBe(true)
    expectInScripts(/window\.__remixRouter=/)
  },

  'The server’s build has routes with id, parentId, path and module, and their sheets'() {
    for (const [name, route] of Object.entries(build.routes)) {
      expect(route!.id).toBe(name)
      expect(route!.module.handle === undefined || typeof route!.module.handle === 'object').toBe(true)
      if (name !== 'root') expect(Object.keys(build.routes)).toContain(route!.parentId)
    }
    const sheets = build.assets.routes.root!.css!
    expect(sheets.length).toBeGreaterThan(0)
    for (const sheet of sheets) expect(fs.existsSync(client(sheet))).toBe(true)
  },

  async 'A page’s data is at its path with .data, home’s at /_root.data'() {
    for (const at of ['/AboutUs.data', '/_root.data']) {
      const answer = await handle(new Request(new URL(at, origin)))
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/x-script'])
    }
  },

  'Remix keeps scroll positions in sessionStorage under "positions", entries by their key'() {
    expectInScripts(/sessionStorage/)
    expectInScripts(/"positions"/)
    expectInScripts(/history\.state\.key/)
  },

  'Remix words a body that is no data as "Unable to decode"'() {
    expectInScripts(/Unable to decode turbo-stream response/)
  },
}

/** Where another test shows it: its file, and its title. */
const ELSEWHERE: Record<string, [file: string, title: string]> = {
  'React fills its buffers with NUL where a character does not fit': [
    'tests/http/render-html.test.ts',
    'multi-byte characters are complete wherever a React buffer ends',
  ],
  'React does not hydrate what is in a <template>': [
    'tests/e2e/start.spec.ts',
    'a page loads scripts when it is used, not by a mouse that rests on it',
  ],
  'Vite’s server loads virtual:remix/server-build': [
    'tests/server/dev.test.ts',
    'npm run dev starts the workers like the server, and stops them cleanly',
  ],
}

test.each(Object.entries(CANARIES))('%s', async (_, canary) => {
  expect.hasAssertions()
  await canary()
})

test('every undocumented part of the record has a canary, and no other has', () => {
  const record = fs.readFileSync('docs/decisions/0084-unusual-for-remix.md', 'utf8')
  const [, list] = /\*\*Undocumented parts\.\*\*[^\n]*\n\n([^]*?)\n\n\*\*/.exec(record)!
  const lines = list!
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1]!.trim().replaceAll('`', ''))
  expect(lines).toEqual([...Object.keys(CANARIES), ...Object.keys(ELSEWHERE)])
  for (const [file, title] of Object.values(ELSEWHERE)) expect(fs.readFileSync(file, 'utf8')).toContain(title)
})
