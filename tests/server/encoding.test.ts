import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, compress } from '../../server/encoding'

const ALL = ['br', 'gzip', 'identity'] as const

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=nonsense, gzip', 'gzip'],
  ['deflate', 'identity'],
  ['BR', 'br'],
])('Accept-Encoding %s gives %s', (accept, encoding) => {
  expect(chooseEncoding(accept, ALL)).toBe(encoding)
})

test('only the first 200 characters of Accept-Encoding count', () => {
  const filler = 'x,'.repeat(100)
  expect(chooseEncoding(`gzip,${filler}br`, ALL)).toBe('gzip')
  // The length limit cuts between `br` and its q-value.
  expect(chooseEncoding(`gzip,${'x'.repeat(192)},br;q=0`, ALL)).toBe('gzip')
})

const page = (headers: HeadersInit) => new Response('<p>text</p>'.repeat(500), { headers })

test('pictures and encoded bodies are returned unchanged', async () => {
  const kinds: HeadersInit[] = [
    { 'Content-Type': 'image/png' },
    { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' },
  ]
  for (const headers of kinds) {
    const response = page(headers)
    expect(await compress(response, 'br')).toBeNull()
    expect([...response.headers]).toEqual([...new Headers(headers)])
    expect(await response.text()).toContain('text')
  }
})

test('a short text is not compressed, and every cookie is kept', async () => {
  const short = new Response('short', { headers: { 'Content-Type': 'text/plain' } })
  expect(String(await compress(short, 'br'))).toBe('short')
  expect(short.headers.get('Content-Encoding')).toBeNull()
  const headers = new Headers([
    ['Content-Type', 'text/html'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['ETag', '"x"'],
  ])
  const long = page(headers)
  const body = await compress(long, 'br')
  expect(long.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(long.headers.get('ETag')).toBe('W/"x"')
  expect(Number(long.headers.get('Content-Length'))).toBe(body!.byteLength)
  expect(body!.byteLength).toBeLessThan(200)
})

test.each([
  ['br', zlib.brotliDecompressSync],
  ['gzip', zlib.gunzipSync],
] as const)('%s of a small and of a large body decompresses to the body', async (accept, decode) => {
  for (const times of [500, 50_000]) {
    const text = '<p>text</p>'.repeat(times)
    const response = new Response(text, { headers: { 'Content-Type': 'text/html' } })
    const body = await compress(response, accept)
    expect(response.headers.get('Content-Encoding')).toBe(accept)
    expect(decode(body!).toString()).toBe(text)
  }
})
