import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { finishDocument } from '~/http/finish-document.server'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const noCss = () => ''

test('only scripts with our nonce marker are hashed, and the marker is removed', () => {
  const html =
    '<html><head><style></style></head><body><script>evil()</script><script nonce="M">ours()</script>' +
    '<script type="module" nonce="M" async="">more()</script><link nonce="M" href="/a.js"/></body></html><script nonce="M">late()</script>'
  const { body, scriptHashes, styleHashes } = finishDocument(html, 'M', () => 'a{}')
  expect(scriptHashes).toEqual([hash('ours()'), hash('more()'), hash('late()')])
  expect(scriptHashes).not.toContain(hash('evil()'))
  expect(styleHashes).toEqual([hash('a{}')])
  expect(body).toContain('<style>a{}</style>')
  expect(body).not.toContain('nonce')
  expect(body).toMatch(/<script>late\(\)<\/script><\/body><\/html>$/)
})

test('NUL bytes that React leaves in the HTML are removed', () => {
  expect(finishDocument('<html><body><p>\0\0दी\0</p></body></html>', 'M', noCss).body).toContain('<p>दी</p>')
})

test('a third-party script with our marker is listed by its URL', () => {
  const html =
    '<html><body><script async="" src="https://tk.example/tk/index.php?cid=7&amp;a=b" nonce="M"></script>' +
    '<script src="https://evil.example/x.js"></script><script nonce="M" src="/assets/a.js"></script></body></html>'
  const { body, scriptAddresses, scriptHashes } = finishDocument(html, 'M', noCss)
  expect(scriptAddresses).toEqual(['https://tk.example/tk/index.php'])
  expect(scriptHashes).toEqual([])
  expect(body).toContain('<script async="" src="https://tk.example/tk/index.php?cid=7&amp;a=b"></script>')
})

test('the CSS gets the finished HTML, and $& in it stays as it is', () => {
  const html = '<html><head><style></style></head><body nonce="M"><p class="a"></p></body></html>'
  const { body, styleHashes } = finishDocument(html, 'M', (page) => `${page.includes('nonce')}{content:"$&"}`)
  expect(body).toContain('<style>false{content:"$&"}</style>')
  expect(styleHashes).toEqual([hash('false{content:"$&"}')])
})

test('symbols that no <use> refers to are taken out', () => {
  const symbols = ['a', 'b'].map((name) => `<symbol id="icon-${name}"><path d="M0 0"/></symbol>`)
  const html = `<html><body><svg>${symbols.join('')}</svg><svg><use href="#icon-b"></use></svg></body></html>`
  expect(finishDocument(html, 'M', noCss).body).toBe(html.replace(symbols[0]!, ''))
})
