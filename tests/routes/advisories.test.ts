/** What keeps published advisories of the framework out of reach (docs/decisions/0103-remix-2.md, security/exceptions.json). */
import fs from 'node:fs'
import { resolvePath, createPath } from '@remix-run/router'
import fc from 'fast-check'
import { decode } from 'turbo-stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { codePage, categoryPath, offersPath } from '~/domain/catalog/links'
import { safePath, withSearch } from '~/http/form/site-paths'
import { closeDialog, openDialog } from '~/http/urls'
import { db } from '~/platform/db/client.server'
import { offerPath } from '~/paths'
import remixConfig from '../../remix.config.js'
import { MOST_FIELDS } from '~/platform/config/body-limits'
import { apiMember, readDocument } from '../api/client'
import { addStore, addOffer } from '../support/catalogue'
import { handle, newVisitor, origin, pathTo, routes, type Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { signedIn } from '../support/people'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.stringMatching(/^[/\\.\t\n:a-e?#%25]{1,12}$/),
)

test('GHSA-jjmj-jmhj-qwj2: an absolute address is no path of the router', () => {
  for (const to of ['//evil.example', 'https://evil.example', 'javascript:alert(1)'])
    expect(new URL(createPath(resolvePath(to, '/Deals')), origin).origin).toBe(origin)
  const versions = listInstalled('@remix-run/router')
  expect(versions.length).toBeGreaterThan(0)
  for (const [major, minor, patch] of versions) expect([major, minor, patch! >= 4]).toEqual([1, 23, true])
})

function listInstalled(name: string): number[][] {
  const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  return Object.entries(lock.packages)
    .filter(([place]) => place.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => version!.split('.').map(Number))
}

test('GHSA-wrjc-x8rr-h8h6: no path that is built from text has a backslash', () => {
  const builders = {
    offerPath,
    codePage,
    offersPath,
    categoryPath,
    safePath: (one: string) => safePath(one),
    withSearch: (one: string) => withSearch(readLocation(one), { page: one }),
    openDialog: (one: string) => openDialog(readLocation(one), 'sign-in'),
    closeDialog: (one: string) => closeDialog(readLocation(one)),
  }
  for (const [name, build] of Object.entries(builders))
    fc.assert(
      fc.property(text.filter(isText), (one) => {
        const to = build(one)
        expect([name, to, to.split(/[?#]/)[0]!.includes('\\'), new URL(to, origin).origin]).toEqual([
          name,
          to,
          false,
          origin,
        ])
      }),
      { numRuns: 2_000 },
    )
})

/** As useLocation() and request.url have it. */
function readLocation(one: string): string {
  if (!URL.canParse(`/${one}`, origin)) return '/'
  const { pathname, search } = new URL(`/${one}`, origin)
  return pathname + search
}

/** Lone surrogates cannot be encoded, and no address has them. */
const isText = (one: string) => !/\p{Surrogate}/u.test(one)

test('GHSA-337j-9hxr-rhxg: the server names no class and no words of an error to the browser', async () => {
  const { visitor } = await signedIn()
  await db.execute('ALTER TABLE sessions RENAME TO sessions_away')
  const failed = await visitor.get('/Account')
  await db.execute('ALTER TABLE sessions_away RENAME TO sessions')
  expect(failed.status).toBe(500)
  expect(failed.body).toContain('Unexpected Server Error')
  expect(failed.body).not.toMatch(/__subType|Failed query|PostgresError|DrizzleQueryError/)
})

test('CVE-2026-55685 and CVE-2026-42342: there is no manifest endpoint', async () => {
  expect(remixConfig.future?.v3_lazyRouteDiscovery).toBe(false)
  const answer = await newVisitor().get(`/__manifest?${'p=%2FDeals&'.repeat(100)}version=x`)
  expect([answer.status, answer.location, answer.body]).toEqual([302, '/', ''])
})

/** Number of values in the data of a page, and how deep they lie. */
function measure(value: unknown, seen = new Set<unknown>()): { nodes: number; depth: number } {
  if (typeof value !== 'object' || value === null || seen.has(value)) return { nodes: 1, depth: 0 }
  seen.add(value)
  const parts = [...(value instanceof Map || value instanceof Set ? value : Object.values(value))]
  const below = parts.map((part) => measure(part, seen))
  return {
    nodes: 1 + below.reduce((sum, { nodes }) => sum + nodes, 0),
    depth: 1 + Math.max(0, ...below.map(({ depth }) => depth)),
  }
}

const readHeaders = ({ cookies }: Visitor) => ({
  Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'Sec-Fetch-Site': 'same-origin',
})

function readPage(visitor: Visitor, url: string, body?: URLSearchParams) {
  const headers = readHeaders(visitor)
  return readData(url, body ? { method: 'POST', body, headers } : { headers })
}

/** Null: the answer has no data. */
async function readData(url: string, init: RequestInit) {
  const response = await handle(new Request(new URL(url, origin), init))
  const type = response.headers.get('Content-Type') ?? ''
  if (type.startsWith('application/json')) return measure(await response.json())
  if (!type.startsWith('text/x-script')) return null
  const { value, done } = await decode(response.body!, {
    // Redirects and errors, for which Remix defines types.
    plugins: [(_type, ...parts) => ({ value: parts })],
  })
  await done
  return measure(value)
}

const PARAMETERS =
  'page q category show tab edit logout ref from back key index sort store id name dialog view'
    .split(' ')
    .flatMap((name) => [name, `${name}[]`])

const DEEP = `${'['.repeat(600)}${']'.repeat(600)}`
/** Many names, many values of one name, long values and nested JSON. */
const HOSTILE = [
  PARAMETERS.map((name) => `${name}=a&${name}=${'b'.repeat(300)}`).join('&'),
  Array.from({ length: 2_000 }, (_, at) => `p${at}=1`).join('&'),
  ...['category', 'q', 'store', 'show', 'tab', 'sort'].map((name) => `${name}=x&`.repeat(1_500)),
  `q=${encodeURIComponent(DEEP)}&from=${encodeURIComponent(DEEP)}`,
  `page=999999999&q=${'ab '.repeat(1_300).trim().replaceAll(' ', '+')}`,
]

describe('GHSA-rxv8-25v2-qmq8: what a request carries makes the data of', () => {
  const toDataPath = (at: string) => `${at === '/' ? '/_root' : at}.data`
  const pages = Object.values(routes).filter(
    (route) =>
      route?.module.default &&
      route.id !== 'root' &&
      !route.id.endsWith('layout') &&
      route.id !== 'routes/styleguide',
  )

  beforeAll(async () => {
    const store = await addStore({ coupon_code: 'x', name: 'x' })
    await addOffer({ brand_id: store.id, slug: 'x', title: 'x', code: 'SAVE' })
  })

  /** The lists of the desk are one route. */
  const findPath = (id: string) => pathTo(id).replace('/Desk/x/x?', '/Desk/users/list')

  test.each(pages.map((route) => [findPath(route!.id), route!] as const))(
    '%s neither larger nor deeper',
    async (at, route) => {
      const { visitor } = await (at.startsWith('/Desk') ? signedInAtDesk() : signedIn())
      const plain = (await readPage(visitor, toDataPath(at))) ?? { nodes: 0, depth: 0 }
      const most = { nodes: Math.max(2 * plain.nodes, FEWEST), depth: Math.max(plain.depth, SHALLOWEST) }
      const named = /\/x(?=\/|$)/.test(at) ? [at.replace(/\/x(?=\/|$)/g, `/${'y'.repeat(900)}`)] : []
      const urls = [...HOSTILE.map((query) => `${toDataPath(at)}?${query}`), ...named.map(toDataPath)]
      const bodies = route.module.action
        ? HOSTILE.map((query) => new URLSearchParams(query.slice(0, 60_000)))
        : []
      const answers = [
        ...(await Promise.all(urls.map((url) => readPage(visitor, url)))),
        ...(await Promise.all(bodies.map((body) => readPage(visitor, toDataPath(at), body)))),
      ]
      const measured = answers.filter((found) => found !== null)
      expect(measured.length).toBeGreaterThan(0)
      expect(measured.filter((found) => !within(found, most))).toEqual([])
    },
  )
})

describe('GHSA-rxv8-25v2-qmq8: what a program sends makes the answer of', () => {
  const programs = Object.values(routes).filter(
    (route) => route && !route.module.default && (route.module.loader ?? route.module.action),
  )
  let bodies: string[]

  beforeAll(async () => {
    bodies = buildBodies(listNames(await readDocument()))
  })

  test('an answer that repeats a body would be larger or deeper', () => {
    const most = { nodes: FEWEST, depth: SHALLOWEST }
    expect(bodies.filter((body) => within(measure(JSON.parse(body)), most))).toEqual([])
  })

  test.each(programs.map((route) => [pathTo(route!.id).replace('?', ''), route!] as const))(
    '%s neither larger nor deeper',
    async (path, route) => {
      const { visitor } = await (path.startsWith('/Desk') ? signedInAtDesk() : signedIn())
      const { id, token } = await apiMember()
      const at = path.startsWith('/api/') ? path.replace('/x', `/${id}`) : path
      const headers = { ...readHeaders(visitor), Authorization: `Bearer ${token}` }
      const requests: RequestInit[] = ['POST', 'PUT'].flatMap((method) => [
        ...bodies.map((body) => ({
          method,
          body,
          headers: { ...headers, 'Content-Type': 'application/json' },
        })),
        ...HOSTILE.map((form) => ({ method, body: new URLSearchParams(form.slice(0, 60_000)), headers })),
      ])
      const measured = await Promise.all(
        [at, `${at}.data`].map(async (url) => {
          const plain = [
            await readData(url, { headers }),
            await readData(url, { ...requests[0], body: '{}' }),
          ].filter((found) => found !== null)
          const most = {
            nodes: Math.max(FEWEST, ...plain.map(({ nodes }) => 2 * nodes)),
            depth: Math.max(SHALLOWEST, ...plain.map(({ depth }) => depth)),
          }
          const answers = [
            ...(await Promise.all(HOSTILE.map((query) => readData(`${url}?${query}`, { headers })))),
            ...(route.module.action
              ? await Promise.all(requests.map((request) => readData(url, request)))
              : []),
          ].filter((found) => found !== null)
          expect(answers.filter((found) => !within(found, most))).toEqual([])
          return answers.length
        }),
      )
      expect(Math.max(...measured)).toBeGreaterThan(0)
    },
  )
})

/** Of all fields in the document of the API. */
function listNames(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const own = 'properties' in part && typeof part.properties === 'object' ? Object.keys(part.properties!) : []
  return [...new Set([...own, ...Object.values(part).flatMap(listNames)])]
}

const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** As many values as are read, in many fields, in long ones, and one below the other. */
function buildBodies(names: string[]): string[] {
  const fill = (each: string, values: number) => {
    const some = Math.floor(MOST_FIELDS / values)
    return Array.from({ length: Math.ceil(names.length / some) }, (_, at) => {
      const fields = [...names, ...names]
        .slice(at * some, (at + 1) * some)
        .map((name) => `${JSON.stringify(name)}:${each}`)
      return `{${fields.join()}}`
    })
  }
  return [
    ...fill(`"${'b'.repeat(300)}"`, 1),
    ...fill(nest(5), 5),
    `[${Array(MOST_FIELDS).fill('"b"').join()}]`,
    nest(MOST_FIELDS),
    `{${Array.from({ length: MOST_FIELDS }, (_, at) => `"p${at}":1`).join()}}`,
  ]
}

type Measures = ReturnType<typeof measure>
const within = (found: Measures, most: Measures) => found.nodes <= most.nodes && found.depth <= most.depth
/** An error or an empty list, which an ordinary answer may be smaller than. */
const FEWEST = 40
const SHALLOWEST = 6
