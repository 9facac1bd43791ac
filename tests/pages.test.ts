/** scripts/pages.mjs, which axe, the W3C checker and the screenshots use, against the route table. */
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import routes from '../app/routes'
import { views } from '../scripts/pages.mjs'

/** Path patterns of all pages; endpoints are .ts files, layouts have an index route. */
function listPages(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`
    if (entry.children) return listPages(entry.children, path)
    return entry.file.endsWith('.tsx') ? [path || '/'] : []
  })
}

const pages = listPages(routes)

const addresses = views.map(({ at }) =>
  typeof at === 'string' ? at.split('?', 1)[0]! : `${at.link}${at.link.endsWith('/') ? 'x' : ''}`,
)

/**
 * Shown only in a session of one kind, by a link of a mail, or for a moment: confirm.spec.ts, desk-access.spec.ts, address.spec.ts,
 * desk-arrival.spec.ts and demo-store.spec.ts look at them.
 */
const ELSEWHERE = new Set([
  '/auth/confirm',
  '/Desk/SetUp',
  '/Desk/Arrival',
  '/demo/mail/:id',
  '/demo/store',
  '/auth/lost-number/:token/code',
])

function isLookedAt(page: string): boolean {
  if (ELSEWHERE.has(page)) return true
  if (page === '/*') return addresses.includes('/no/such/page')
  const pattern = new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`)
  return addresses.some((address) => pattern.test(address))
}

test('every page route is in the list of pages', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((page) => !isLookedAt(page))).toEqual([])
})

test('each view has a unique name', () => {
  const names = views.map((view) => view.name)
  expect(new Set(names).size).toBe(names.length)
})
