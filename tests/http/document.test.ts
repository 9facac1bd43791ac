import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { finishDocument, type DocumentParts } from '~/components/document/finish-document.server'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const finish = (html: string, parts: Partial<DocumentParts> = {}) =>
  finishDocument(html, { marker: 'M', scripts: 'now', starter: 'start("$&")', ...parts })

test('only scripts with our nonce marker are hashed, and the marker is removed', () => {
  const html =
    '<html><head></head><body><script>evil()</script><script nonce="M">ours()</script>' +
    '<script type="module" nonce="M" async="">more()</script><link nonce="M" href="/a.js"/><script>last()</script></body></html>'
  const { body, scriptHashes } = finish(html)
  expect(scriptHashes).toEqual([hash('ours()'), hash('more()')])
  expect(body).toBe(html.replaceAll(' nonce="M"', ''))
})

test('a third-party script with our marker is listed by its URL', () => {
  const html =
    '<html><body><script async="" src="https://tk.example/tk/index.php?cid=7&amp;a=b" nonce="M"></script>' +
    '<script src="https://evil.example/x.js"></script><script nonce="M" src="/assets/a.js"></script></body></html>'
  const { body, scriptAddresses, scriptHashes } = finish(html)
  expect(scriptAddresses).toEqual(['https://tk.example/tk/index.php'])
  expect(scriptHashes).toEqual([])
  expect(body).toContain('<script async="" src="https://tk.example/tk/index.php?cid=7&amp;a=b"></script>')
})

/** As React writes it: what Remix's stream gives comes behind the page. */
const page = (content: string, { title = 'Deals', data = 'data("$&")' } = {}) =>
  `<!DOCTYPE html><html><head><meta charSet="utf-8"/><title>${title}</title></head><body>${content}` +
  '<template><link rel="modulepreload" href="/a.js"/><script nonce="M">context()</script></template></body></html>' +
  `<!--$--><script nonce="M">${data}</script><!--$--><script nonce="M">close()</script><!--/$--><!--/$-->`

test('deferred scripts are in one template with their data, in their order, and are hashed', () => {
  const { body, scriptHashes } = finish(page('<p>M</p>'), { scripts: 'late' })
  const late = ['context()', 'data("$&")', 'close()'].join('\n')
  expect(body.slice(body.indexOf('<p>M</p>')).replace(/ data-outline="2 \w+"/, '')).toBe(
    '<p>M</p><template><link rel="modulepreload" href="/a.js"/>' +
      `<script>${late}</script></template><script>start("$&")</script></body></html>`,
  )
  expect(scriptHashes).toEqual([late, 'start("$&")'].map(hash))
})

test('a page that does not end with its scripts is an error', () => {
  expect(() => finish('<html><body></body></html>', { scripts: 'late' })).toThrow(
    'does not end with its scripts',
  )
})

const readOutline = (content: string, parts?: Parameters<typeof page>[1]) =>
  / data-outline="([^"]*)"/.exec(finish(page(content, parts), { scripts: 'late' }).body)![1]

test('the outline of a page has its elements and text', () => {
  const known = readOutline('<h1 class="a">Tea &amp; more</h1><copy-label>Copy</copy-label>')
  const same = [
    '<h1>Tea <!-- -->&amp; more</h1><copy-label>Copy</copy-label>',
    '<h1>\n Tea &amp;more</h1><copy-label>Copied! <b></b></copy-label>',
  ]
  for (const content of same) expect(readOutline(content)).toBe(known)
  expect(readOutline(same[0]!, { data: 'other()' })).toBe(known)
  const others = [
    '<h1>Teas &amp; more</h1><copy-label>Copy</copy-label>',
    '<h2>Tea &amp; more</h2><copy-label>Copy</copy-label>',
    '<h1><font>Tea &amp; more</font></h1><copy-label>Copy</copy-label>',
    '<h1>Tea &amp; more</h1>',
  ]
  for (const content of others) expect(readOutline(content)).not.toBe(known)
  expect(readOutline(same[0]!, { title: 'Others' })).not.toBe(known)
})
