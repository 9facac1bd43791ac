// Bytes of a page for a guest: headers, and HTML with its CSS in brotli. The first round trip carries ten packets of 1,460.
import http from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { startServers } from '../support/app'
import { ops } from '../ops/support'

/** Pages over 14,600 bytes are limited to their current size, rounded up to the next KB. */
const PAGES: [name: string, path: string, bytes: number][] = [
  ['home', '/', 21_000],
  ['a category', '/CouponFilters/Electronics', 17_000],
  ['the offers of a store', '/Offers/voltwala', 17_000],
  ['a detail', '/CouponsDetails/Mithai boxes delivered across India', 17_000],
  ['the deals', '/Deals', 17_000],
]

let origin: string
beforeAll(async () => {
  await ops('demo seed')
  const [server] = await startServers(1)
  origin = server!.origin
}, 60_000)

/** Bytes on the wire: status line, headers and body. */
function weigh(path: string): Promise<{ status: number; encoding: string | undefined; bytes: number }> {
  return new Promise((resolve, reject) => {
    http
      .get(new URL(path, origin), { headers: { 'Accept-Encoding': 'br' } }, (response) => {
        let body = 0
        response.on('data', (part: Buffer) => (body += part.length))
        response.on('end', () => {
          const head = response.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 2 + 17)
          resolve({
            status: response.statusCode!,
            encoding: response.headers['content-encoding'],
            bytes: head + body,
          })
        })
      })
      .on('error', reject)
  })
}

describe('size of a demo page', () => {
  test.each(PAGES)('%s is within its budget', async (name, path, budget) => {
    const { status, encoding, bytes } = await weigh(path)
    console.log(`${name}: ${bytes} of ${budget} bytes`)
    expect({ status, encoding }).toEqual({ status: 200, encoding: 'br' })
    expect(bytes).toBeLessThanOrEqual(budget)
  })
})
