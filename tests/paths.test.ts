import fs from 'node:fs'
import path from 'node:path'
import { matchRoutes } from '@remix-run/react'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import { categoryPath, codePath, detailPath, offersPath, outPath } from '~/domain/catalog/links'
import { offerPath, paths } from '~/paths'
import routes from '~/routes'

type RouteObject = Parameters<typeof matchRoutes>[0][number]

const toRouteObject = ({ file: id, path, index, children }: RouteConfigEntry): RouteObject =>
  index ? { id, path, index } : { id, path, children: children?.map(toRouteObject) }

const known = routes.map(toRouteObject)

/** Null for the routes of unknown paths, which match any other path. */
function findFile(url: string): string | null {
  const id = matchRoutes(known, url)?.at(-1)?.route.id
  return id === undefined || id === 'routes/not-found.tsx' || id === 'routes/shortlink.ts' ? null : id
}

test.each(Object.entries(paths))('paths.%s is the path of a route', (_, url) => {
  expect(findFile(url)).not.toBeNull()
})

test('the paths of offers, stores and categories are paths of routes', () => {
  const offer = { slug: 'a-sale', title: 'A sale', ambiguous: false }
  const made = [offerPath('a'), detailPath(offer), codePath(offer), offersPath('SHOP')]
  expect([...made, categoryPath('Food & Drinks'), outPath(7)].map(findFile)).toEqual([
    'routes/coupons-details.tsx',
    'routes/coupons-details.tsx',
    'routes/coupon-code.tsx',
    'routes/offers.tsx',
    'routes/coupon-filters.tsx',
    'routes/out.ts',
  ])
})

/** First segments of paths, in lower case, without parameters. */
const listSegments = (entries: RouteConfigEntry[]): string[] =>
  entries
    .flatMap(({ path, children = [] }) => (path ? path.split('/')[0]!.toLowerCase() : listSegments(children)))
    .filter((name) => /^[^:*]/.test(name))

test('app/route-segments.json has the first segments of the route table; --update writes it', async () => {
  const segments = [...new Set(listSegments(routes))].toSorted()
  await expect(`${JSON.stringify(segments, null, 2)}\n`).toMatchFileSnapshot('../app/route-segments.json')
})

test('an unknown path has no route', () => {
  for (const url of ['/Deal', '/Account/Walet', '/auth/sign-inn']) expect(findFile(url)).toBeNull()
})

test('components and routes take paths from the table', () => {
  const literals = new RegExp(`(?:"|'|\`)(?:${Object.values(paths).join('|')})(?:[?#][^"'\`\\n]*)?(?:"|'|\`)`)
  const files = fs
    .readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => path.join('app', file))
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => literals.test(fs.readFileSync(file, 'utf8')))).toEqual([])
})
