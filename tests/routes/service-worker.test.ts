// The service worker's script, the rules for reading ahead, and what the manifest names.
import fs from 'node:fs'
import vm from 'node:vm'
import { describe, expect, test } from 'vitest'
import { pushMessages } from '~/messages/push'
import { siteMessages } from '~/messages/site'
import { newVisitor, routes, startServers } from '../support/app'
import { signedIn } from '../support/people'

const WORKER = '/service-worker.js'

interface Said {
  script: string
  listens: string[]
  /** Dispatches a push message; returns the title and text that are shown. */
  push(data: string): Promise<unknown[]>
}

/** Runs a worker's script as far as it runs by itself. */
function run(script: string): Said {
  const listeners = new Map<string, (event: object) => void>()
  const shown: unknown[] = []
  const self = {
    location: new URL('https://shop.example/service-worker.js'),
    navigator: {},
    registration: {
      showNotification: async (title: string, { body }: { body: string }) => void shown.push([title, body]),
    },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  }
  vm.runInNewContext(script, { self, URL })
  const push = async (data: string) => {
    let work: Promise<unknown> | undefined
    listeners.get('push')!({
      data: { text: () => data },
      waitUntil: (given: Promise<unknown>) => (work = given),
    })
    await work
    return shown
  }
  return { script, listens: [...listeners.keys()], push }
}

describe('the script', () => {
  test('the worker may fetch from this site only, and is the same for members', async () => {
    const guest = await newVisitor().get(WORKER)
    const { visitor } = await signedIn()
    const own = await visitor.get(WORKER)
    for (const { status, headers } of [guest, own]) {
      expect(status).toBe(200)
      expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
      expect(headers.get('Cache-Control')).toBe('public, max-age=3600')
      expect(headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      expect(headers.has('Set-Cookie')).toBe(false)
    }
    expect(own.body).toBe(guest.body)
  })

  test('the worker answers requests and contains its texts', async () => {
    const { script, listens } = run((await newVisitor().get(WORKER)).body)
    expect(new Set(listens)).toEqual(new Set(['install', 'activate', 'fetch', 'push', 'notificationclick']))
    for (const text of Object.values(siteMessages.offline)) expect(script).toContain(text)
    expect(script).not.toMatch(/__SHOWN__|<style><\/style>/)
  })

  test('a push message is shown, with a general text if it is unreadable', async () => {
    const worker = run((await newVisitor().get(WORKER)).body)
    await worker.push(JSON.stringify({ title: 'Your money', body: 'News.', tag: 'money', path: '/' }))
    const { title, text } = pushMessages.pushed.safety
    expect(await worker.push('?')).toEqual([
      ['Your money', 'News.'],
      [title, text],
    ])
  })

  test('the worker removes itself where SERVICE_WORKER is off, and pages then request none', async () => {
    const [server] = await startServers(1, { env: { SERVICE_WORKER: 'off' } })
    const { listens } = run(await (await fetch(server!.origin + WORKER)).text())
    expect(listens).toEqual(['install', 'activate'])
    const read = async (origin: string) => (await fetch(`${origin}/Deals`)).text()
    expect(await read(server!.origin)).toMatch(/hasWorker\\?",false/)
    const [on] = await startServers(1)
    expect(await read(on!.origin)).toMatch(/hasWorker\\?",true/)
  })
})

describe('prefetching', () => {
  const RULES = '/speculation-rules.json'

  test('shared pages name the speculation rules, others and those for Save-Data do not', async () => {
    const [server] = await startServers(1)
    const named = async (path: string, headers = {}) =>
      (await fetch(server!.origin + path, { headers, redirect: 'manual' })).headers.get('Speculation-Rules')
    expect(await named('/Deals')).toBe(`"${RULES}"`)
    expect(await named('/Deals', { 'Save-Data': 'on' })).toBeNull()
    expect(await named('/Deals', { Cookie: 'token=x' })).toBeNull()
    for (const path of ['/Deals?dialog=sign-in', '/Singup', '/no/such/page', '/out/1'])
      expect(await named(path)).toBeNull()
  })

  test('the rules name the pages for guests and none that records something', async () => {
    const answer = await newVisitor().get(RULES)
    expect(answer.headers.get('Content-Type')).toBe('application/speculationrules+json')
    const { prefetch, ...others } = JSON.parse(answer.body)
    expect(others).toEqual({})
    const [{ where, eagerness }] = prefetch
    expect(eagerness).toBe('moderate')
    const patterns: string[] = where.and[0].href_matches
    expect(patterns).toEqual(expect.arrayContaining(['/', '/Deals', '/Deals\\?*', '/Offers/:slug']))
    expect(patterns.join()).not.toMatch(/\/(?:out|auth|account|newsletter|\*)/i)
    expect(where.and[1].not.href_matches.join()).toMatch(/dialog=.*ref=/)
  })
})

test('the shortcuts of the installed app lead to pages of this site, with icons in the stated size', () => {
  const { shortcuts } = JSON.parse(fs.readFileSync('public/manifest.webmanifest', 'utf8')) as {
    shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[]
  }
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Paste a product', '/Link'],
    ['Search', '/CouponFilters/All#search'],
    ['Wallet', '/Account/Wallet'],
  ])
  const paths = Object.values(routes).map((route) => route!.path)
  expect(paths).toEqual(expect.arrayContaining(['Link', 'CouponFilters/:category', 'Wallet']))
  for (const { src, sizes } of shortcuts.flatMap(({ icons }) => icons)) {
    const file = fs.readFileSync(`public${src}`)
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes)
  }
})
