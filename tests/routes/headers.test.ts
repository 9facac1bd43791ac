import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newVisitor, pathTo, routes } from '../support/app'
import { signedIn } from '../support/people'

/** Files that are the same for everybody (tests/routes/service-worker.test.ts). */
const SAME = ['root', 'routes/machine/service-worker', 'routes/machine/speculation-rules']

/** Each is requested as a guest and as a member. */
const paths = [
  ...new Set(
    Object.keys(routes)
      .filter((id) => !SAME.includes(id))
      .map(pathTo),
  ),
]

const listScripts = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !/type="application\/(?:ld\+)?json"|\bsrc=/.test(attributes!))
    .map(([, , content]) => content!)

describe.each(paths)('GET %s', (path) => {
  test('has a Cache-Control header, private for members', async () => {
    const guest = await newVisitor().get(path)
    expect(guest.status).toBeLessThan(500)
    expect(guest.headers.get('Cache-Control')).toBeTruthy()
    const { visitor } = await signedIn()
    const own = await visitor.get(path)
    expect(own.status).toBeLessThan(500)
    expect(own.headers.get('Cache-Control')).toMatch(/no-store/)
  })

  test('is not cached with a dialog, a referral or an undeclared parameter', async () => {
    for (const query of ['dialog=sign-in', 'ref=ASHA1', 'utm_source=mail'])
      expect((await newVisitor().get(`${path}?${query}`)).headers.get('Cache-Control')).toMatch(/no-store/)
  })

  test('has a CSP that allows exactly its own inline scripts and style', async () => {
    const page = await newVisitor().get(path)
    if (!page.headers.get('Content-Type')?.startsWith('text/html')) return
    const policy = page.headers.get('Content-Security-Policy')!
    expect(policy).not.toMatch(/unsafe|nonce|\*/)
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule)
    const scripts = listScripts(page.body)
    // Remix's modules, its context with the data, and what starts these; the refusal of a route without a page has none.
    expect(scripts).toHaveLength(path.startsWith('/out/') ? 0 : 3)
    for (const script of scripts)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(page.body).not.toMatch(/<[^>]+\sstyle="/)
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const [referrer, opener] = path.startsWith('/Desk')
      ? ['same-origin', 'same-origin']
      : ['strict-origin-when-cross-origin', 'same-origin-allow-popups']
    expect(page.headers.get('Referrer-Policy')).toBe(referrer)
    expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe(opener)
    expect(page.headers.get('Permissions-Policy')).toBeTruthy()
    expect(page.headers.get('Strict-Transport-Security')).toBeNull()
  })
})

test('a script in user input is escaped and not allowed by the CSP', async () => {
  const page = await newVisitor().get(
    '/CouponFilters/All?q=%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  )
  expect(page.body).not.toContain('<script>alert(1)')
})
