// No address that a request names leads to another site: every form's page, every page's parameters, and the redirects themselves.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { newVisitor, origin, pathTo, routes, type Answer } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { signedIn } from '../support/people'

const isOfPages = (id: string) => !id.startsWith('routes/api/') && !id.startsWith('routes/machine/')
const actions = Object.values(routes).filter((route) => route?.module.action && isOfPages(route.id))
const pages = Object.values(routes).filter((route) => route?.module.loader && isOfPages(route.id))

const signInFor = (path: string) => (path.startsWith('/Desk') ? signedInAtDesk() : signedIn())

/** What browsers read as an address of another site, and what a server may decode to one. */
const OF_ANOTHER_SITE = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/%2F/evil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  `/auth/confirm?from=${encodeURIComponent('//evil.example')}`,
  `/Desk/Code?back=${encodeURIComponent('/\\evil.example')}`,
]

const staysOnSite = ({ location }: Pick<Answer, 'location'>) =>
  location === null || (/^\/(?![/\\])/.test(location) && new URL(location, `${origin}/x`).origin === origin)

test.each(actions.map((route) => [pathTo(route!.id)]))(
  'an address of another site as the page of a form to %s is no redirect',
  async (action) => {
    const { visitor } = await signInFor(action)
    for (const from of OF_ANOTHER_SITE) {
      const answer = await visitor.post(action, { from })
      expect([from, staysOnSite(answer)]).toEqual([from, true])
    }
  },
)

const PARAMETERS = ['from', 'back', 'to', 'next', 'returnTo', 'redirect', 'url']
test.each(pages.map((route, at) => [pathTo(route!.id), at] as const))(
  'an address of another site as a parameter of %s is no redirect, for guests and who is signed in',
  async (page, at) => {
    const { visitor } = await signInFor(page)
    for (const [turn, away] of OF_ANOTHER_SITE.entries()) {
      const search = new URLSearchParams(PARAMETERS.map((name) => [name, away]))
      const who = (at + turn) % 2 ? visitor : newVisitor()
      expect([away, staysOnSite(await who.get(`${page}?${search}`))]).toEqual([away, true])
    }
  },
)

test.each(OF_ANOTHER_SITE)('an address of another site is home for every redirect: %j', (away) => {
  for (const { headers } of [redirectWith(away), redirectKeepingFlash(new Request(origin), away)])
    expect(staysOnSite({ location: headers.get('Location') })).toBe(true)
})

test('four modules alone use a redirect of Remix', () => {
  const files = fs
    .readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
  const redirecting = files.filter((file) =>
    /import \{[^}]*\b(?:redirect|redirectDocument|replace)\b[^}]*\} from '@remix-run\//.test(
      fs.readFileSync(path.join('app', file), 'utf8'),
    ),
  )
  expect(redirecting.toSorted()).toEqual([
    'http/form/client-action.ts',
    'http/form/flash.server.ts',
    'http/respond.server.ts',
    'http/session.server.ts',
  ])
})
