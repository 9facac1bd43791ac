/** The one list of pages (scripts/pages.mjs) that axe, the W3C checker and the pictures read, against the route table. */
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import routes from '../app/routes'
import { views } from '../scripts/pages.mjs'

/** The address patterns of everything that is a page; endpoints are .ts, layouts have an index of their own. */
function pagesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`
    if (entry.children) return pagesOf(entry.children, path)
    return entry.file.endsWith('.tsx') ? [path || '/'] : []
  })
}

const pages = pagesOf(routes)

const addresses = views.map(({ at }) =>
  typeof at === 'string' ? at.split('?', 1)[0]! : `${at.link}${at.link.endsWith('/') ? 'x' : ''}`,
)

/** Seen only in a session that a code opened: tests/e2e/confirm.spec.ts looks at it. */
const ELSEWHERE = new Set(['/auth/confirm'])

function isLookedAt(page: string): boolean {
  if (ELSEWHERE.has(page)) return true
  if (page === '/*') return addresses.includes('/no/such/page')
  const pattern = new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`)
  return addresses.some((address) => pattern.test(address))
}

test('every page of the route table is on the list of pages', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((page) => !isLookedAt(page))).toEqual([])
})

test('each view has a name of its own', () => {
  const names = views.map((view) => view.name)
  expect(new Set(names).size).toBe(names.length)
})
