import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { finishDocument, plainCss } from '~/http/document.server'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('only scripts that bear our mark are hashed, and the mark is taken off', () => {
  const html =
    '<html><head><style>a{}</style></head><body><script>evil()</script><script nonce="M">ours()</script>' +
    '<script type="module" nonce="M" async="">more()</script><link nonce="M" href="/a.js"/></body></html><script nonce="M">late()</script>'
  const { body, scriptHashes, styleHashes } = finishDocument(html, 'M')
  expect(scriptHashes).toEqual([hash('ours()'), hash('more()'), hash('late()')])
  expect(scriptHashes).not.toContain(hash('evil()'))
  expect(styleHashes).toEqual([hash('a{}')])
  expect(body).not.toContain('nonce')
  expect(body).toMatch(/<script>late\(\)<\/script><\/body><\/html>$/)
})

test('Tailwind’s CSS loses what the W3C checker refuses and keeps the values', () => {
  const css =
    '@layer properties{@supports ((-webkit-hyphens:none)) or (x:y){*,:before{--tw-a:0}}}@layer base{b{c:d}}@property --tw-a{syntax:"*";inherits:false}'
  expect(plainCss(css)).toBe('@layer properties{*,:before{--tw-a:0}}@layer base{b{c:d}}')
})
