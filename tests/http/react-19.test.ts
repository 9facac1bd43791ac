/** What an upgrade to React 19 would change of a page: it moves links out of a <template> (docs/decisions/0103-remix-2.md). */
import * as eighteen from 'react'
import { expect, test } from 'vitest'
import * as nineteen from '../../upgrade/react-19/render.mjs'
import { LAYERS } from '~/components/ui/page-style'
import { finishDocument } from '~/components/document/finish-document.server'
import { renderHtml } from '~/http/render-html.server'

const MARKER = 'M'

/** What app/root.tsx and Remix's <Scripts> write, but the address of a sheet: there is no build. */
function writePage(h: typeof eighteen.createElement) {
  const inline = (__html: string, props = {}) =>
    h('script', { nonce: MARKER, dangerouslySetInnerHTML: { __html }, ...props })
  const late = [
    h('link', { rel: 'modulepreload', href: '/assets/carousel.element-1.js' }),
    h('link', { rel: 'modulepreload', href: '/assets/entry-1.js' }),
    inline('window.__remixContext = {}'),
    inline('import("/assets/entry-1.js")', { type: 'module', async: true }),
  ]
  const head = [
    h('title', null, 'Deals'),
    h('style', { id: 'css', dangerouslySetInnerHTML: { __html: LAYERS } }),
  ]
  const body = [
    h('img', { src: '/x.png', alt: '', loading: 'lazy' }),
    h('carousel-controls', { held: '', count: 3 }),
    h('template', { suppressHydrationWarning: true }, ...late),
  ]
  return h('html', { lang: 'en' }, h('head', null, ...head), h('body', null, ...body))
}

/** As Remix writes the page's data behind it. */
const finish = (html: string) =>
  finishDocument(`${html}<script nonce="${MARKER}">data()</script>`, {
    marker: MARKER,
    scripts: 'late',
    starter: 'start()',
  })

test('a page that React 19 renders is finished as that of React 18, with all its scripts late', async () => {
  expect([eighteen.version, nineteen.version].map((version) => version.split('.', 1)[0])).toEqual([
    '18',
    '19',
  ])
  const rendered = await nineteen.renderPage(
    writePage(nineteen.createElement as typeof eighteen.createElement),
  )
  // Otherwise this test would show nothing.
  expect(rendered.split('</head>', 1)[0]).toContain('modulepreload')
  const finished = finish(rendered)
  expect(finished.body.split('<template', 1)[0]).not.toMatch(/modulepreload|\.js/)
  expect(finished).toEqual(finish(await renderHtml(writePage(eighteen.createElement))))
})
