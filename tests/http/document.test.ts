import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { finishDocument, type OwnScript } from '~/http/finish-document.server'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const finish = (
  html: string,
  { own = null, css = () => '' }: { own?: OwnScript; css?: (html: string) => string } = {},
) => finishDocument(html, 'M', own, css)

test('only scripts with our nonce marker are hashed, and the marker is removed', () => {
  const html =
    '<html><head><style></style></head><body><script>evil()</script><script nonce="M">ours()</script>' +
    '<script type="module" nonce="M" async="">more()</script><link nonce="M" href="/a.js"/><script>last()</script></body></html>'
  const { body, scriptHashes, styleHashes } = finish(html, { css: () => 'a{}' })
  expect(scriptHashes).toEqual([hash('ours()'), hash('more()')])
  expect(styleHashes).toEqual([hash('a{}')])
  expect(body).toBe(html.replaceAll(' nonce="M"', '').replace('<style>', '<style>a{}'))
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

test.each([
  ['in the page and hashed', { content: 'own("$&")' }, '<script>own("$&")</script>', [hash('own("$&")')]],
  ['by its address', { src: '/own.js' }, '<script src="/own.js" async="" fetchpriority="low"></script>', []],
  ['nowhere, where the page has none', null, '', []],
])("the page's own script stands %s", (_where, own, tag, hashes) => {
  const page = (script: string) => `<html><body><p>M</p><script>other()</script>${script}</body></html>`
  const { body, scriptHashes } = finish(page('<script>M</script>'), { own })
  expect(body).toBe(page(tag))
  expect(scriptHashes).toEqual(hashes)
})

test('the CSS gets the HTML, and $& in it stays as it is', () => {
  const html = '<html><head><style></style></head><body nonce="M"><p class="a"></p></body></html>'
  const { body, styleHashes } = finish(html, { css: (page) => `${page.includes('"a"')}{content:"$&"}` })
  expect(body).toContain('<style>true{content:"$&"}</style>')
  expect(styleHashes).toEqual([hash('true{content:"$&"}')])
})

test('symbols that no <use> refers to are taken out', () => {
  const symbols = ['a', 'b'].map((name) => `<symbol id="icon-${name}"><path d="M0 0"/></symbol>`)
  const html = `<html><body><svg>${symbols.join('')}</svg><svg><use href="#icon-b"></use></svg></body></html>`
  expect(finish(html).body).toBe(html.replace(symbols[0]!, ''))
})
