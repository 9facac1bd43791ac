import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { images } from '~/platform/db/schema/images'
import { importFeed, ownRow } from '../catalog/feed'
import { origin, request, startServers } from '../support/app'
import { picture, sizeOfAvif } from '../support/image-host'

const LOGO = 'https://cdn.example/route.png'
let hash: string

/** Stores an image as if it had been fetched from the address. */
async function store(url: string, colour: string): Promise<string> {
  const bytes = await sharp(await picture(colour))
    .webp({ lossless: true })
    .toBuffer()
  const named = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await db.insert(images).values({ hash: named, bytes, width: 300, height: 300 })
  await db.execute(sql`UPDATE image_sources SET hash = ${named} WHERE url = ${url}`)
  return named
}

beforeAll(async () => {
  await importFeed([ownRow({ id: 'r1', brand: 'Routed', coupon_code: 'routed', logo_url: LOGO })], {
    source: 'route',
  })
  const row = {
    id: 'r2',
    brand: 'Unfetched',
    coupon_code: 'unfetched',
    logo_url: 'https://cdn.example/none.png',
  }
  await importFeed([ownRow(row)], { source: 'route' })
  hash = await store(LOGO, '#0b6b63')
})

const CHANGING = new Set(['date', 'x-request-id'])
const describeFacts = ({ status, headers }: Response) => [
  status,
  ...[...headers].filter(([name]) => !CHANGING.has(name)),
]

async function bytesAt(path: string, there: string) {
  const response = await fetch(`${there}${path}`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an image', () => {
  test('an image is served in each width and format, cached for ever, and only as an image', async () => {
    const [server] = await startServers(1, { env: { DATA_DIR: env().DATA_DIR } })
    for (const format of ['avif', 'webp'])
      for (const width of [64, 128, 256]) {
        const path = `/img/${hash}-${width}.${format}`
        const { response, bytes } = await bytesAt(path, server!.origin)
        expect(response.status).toBe(200)
        // The application encodes it; the server itself answers the next request, from the disk.
        const second = await bytesAt(path, server!.origin)
        expect(second.bytes).toEqual(bytes)
        expect(describeFacts(second.response)).toEqual(describeFacts(response))
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': `image/${format}`,
          'content-length': String(bytes.byteLength),
          'cache-control': 'public, max-age=31536000, immutable',
          etag: `"${hash}-${width}.${format}"`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        })
        expect(response.headers.get('set-cookie')).toBeNull()
        const size = format === 'avif' ? sizeOfAvif(bytes)[0] : (await sharp(bytes).metadata()).width
        expect(size).toBe(width)
      }
    const path = `${server!.origin}/img/${hash}-64.avif`
    const again = await fetch(path, { headers: { 'If-None-Match': `"${hash}-64.avif"` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([
      200,
      '',
      'image/avif',
    ])
    expect((await fetch(path, { method: 'POST' })).status).toBe(405)
  })

  test.each([
    ['an unknown hash', () => `${'0'.repeat(32)}-64.avif`],
    ['an unknown width', () => `${hash}-65.avif`],
    ['a width of a gigapixel', () => `${hash}-64000.avif`],
    ['an unknown format', () => `${hash}-64.png`],
    ['no width', () => hash],
    ['a search', () => `${hash}-64.avif?w=9000`],
    ['an address to fetch', () => encodeURIComponent('https://169.254.169.254/latest')],
    ['a path out of the folder', () => '..%2f..%2fkeys.json'],
    ['a path out of the folder before the name', () => `..%2f${hash}-64.avif`],
    ['a NUL', () => `${hash}-64.avif%00.png`],
  ])('with %s is 404 in plain text, and no page is rendered', async (_, name) => {
    const answer = await request(`/img/${name()}`)
    expect([answer.status, answer.body]).toEqual([404, 'Not Found\n'])
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('a page', () => {
  test('shows a stored logo as a picture in both formats, with its size', async () => {
    const { body } = await request('/Offers/routed')
    const [found] = /<picture class="contents">.*?<\/picture>/s.exec(body)!
    expect(found).toMatch(
      new RegExp(`<source type="image/avif" srcSet="/img/${hash}-64.avif 64w, [^"]*" sizes="64px"`, 'i'),
    )
    const [img] = /<img[^>]*>/.exec(found)!
    for (const part of [
      `src="/img/${hash}-128.webp"`,
      `${hash}-256.webp 256w`,
      'width="64"',
      'height="64"',
      'alt=""',
      'loading="lazy"',
      'data-initials="R"',
    ])
      expect(img).toContain(part)
  })

  test('shows initials for a logo that was not fetched', async () => {
    const { body } = await request('/Offers/unfetched')
    expect(body).toMatch(/class="initials logo tint-\d+" data-initials="U"/)
    expect(body).not.toContain('none.png')
  })

  test('a page lets browsers fetch images from this site only', async () => {
    for (const path of ['/', '/Offers/routed', '/Deals', '/TopStores']) {
      const { body, headers } = await request(path)
      expect(headers.get('Content-Security-Policy')).toMatch(/img-src 'self' data:(?:;|$)/)
      for (const [, src] of body.matchAll(/<img[^>]*\ssrc="([^"]*)"/g))
        expect(new URL(src!, origin).origin === origin || src!.startsWith('data:')).toBe(true)
    }
  })

  test('the API names the address of the feed', async () => {
    const answer = await request('/api/offers/brand/routed')
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body).data[0]).toMatchObject({ logo_url: LOGO, img: LOGO })
  })
})
