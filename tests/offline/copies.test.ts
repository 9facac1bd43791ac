// Copies of pages as the service worker keeps and shows them.
import { expect, test } from 'vitest'
import { createCopy, readCopyInfo, buildOfflinePage, showCopy, type WorkerData } from '~/offline/copies'

const AT = Date.UTC(2026, 10, 21, 10, 15)
const ADDRESS = 'https://shop.example/CouponFilters/All?q=%22%3Cb%3E'

const shown: WorkerData = {
  page: {
    html: '<html><main>{kept}</main></html>',
    headers: { 'Content-Security-Policy': "default-src 'self'; script-src 'none'" },
    list: '<ul>{items}</ul>',
    item: '<li><a href="{href}">{title}</a> {time}</li>',
    none: 'none yet',
  },
  guestPages: ['/Deals'],
  segmentsWithoutPages: [],
  memberChanges: [],
  note: '<p>a copy from {time}</p>',
  pushed: { title: '', body: '', tag: '', path: '/' },
}

const page = (title: string) =>
  new Response(null, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'self'; script-src 'self' 'sha256-a'; style-src 'self' 'sha256-b'; form-action 'self'",
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Request-Id': '7',
      'Speculation-Rules': '"/speculation-rules.json"',
      title,
    },
  })

const HTML = `<!DOCTYPE html><html><head><title>R&amp;B &lt;b&gt; | DealDwaar</title></head>
<body><script>scroll()</script><main>$& {time}</main><template data-outline="1 x"><script>context()</script></template><script>start()</script></body></html>`

test('a copy has no scripts and allows none', async () => {
  const copy = createCopy(HTML, page(''), AT)
  expect(copy.headers.get('Content-Security-Policy')).toBe(
    "default-src 'self'; script-src 'none'; style-src 'self' 'sha256-b'; form-action 'self'",
  )
  expect(await copy.text()).not.toMatch(/<(?:script|template)/)
  expect(copy.headers.get('Cache-Control')).toBe('no-store')
  expect(copy.headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
  for (const name of ['X-Request-Id', 'Speculation-Rules']) expect(copy.headers.get(name)).toBeNull()
})

test('a copy is shown with the time at which it was taken, in front of its content', async () => {
  const answer = await showCopy(createCopy(HTML, page(''), AT), shown)
  const html = await answer.text()
  expect(html).toContain('<p>a copy from 21 Nov 2026, 3:45 pm</p><main>$& {time}</main>')
  expect(answer.headers.get('Content-Security-Policy')).toContain("style-src 'self' 'sha256-b'")
})

test('the list of copies escapes addresses and keeps titles escaped', async () => {
  const kept = readCopyInfo(createCopy(HTML, page(''), AT), ADDRESS)
  const answer = buildOfflinePage(
    [kept, { address: 'https://shop.example/Deals?a=1&b=2', title: '', at: AT }],
    shown,
  )
  expect(answer.status).toBe(503)
  const html = await answer.text()
  expect(html).toContain(
    '<a href="/CouponFilters/All?q=%22%3Cb%3E">R&amp;B &lt;b&gt;</a> 21 Nov 2026, 3:45 pm',
  )
  expect(html).toContain('<a href="/Deals?a=1&#38;b=2">/Deals?a=1&#38;b=2</a>')
})

test('the offline page without copies explains what it will list', async () => {
  expect(await buildOfflinePage([], shown).text()).toBe('<html><main>none yet</main></html>')
})
