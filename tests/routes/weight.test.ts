// Bytes of a page for a guest: headers, and HTML with its CSS in the brotli that is stored once two people have asked for the
// page. The first round trip carries ten packets of 1,460.
import http from 'node:http'
import zlib from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { startServers } from '../support/app'
import { ops } from '../ops/support'

const PAGES: [name: string, path: string, bytes: number][] = [
  ['home', '/', 14_600],
  ['a category', '/CouponFilters/Electronics', 14_600],
  ['the offers of a store', '/Offers/voltwala', 14_600],
  ['a detail', '/CouponsDetails/Mithai boxes delivered across India', 14_600],
  ['the deals', '/Deals', 14_600],
]

let origin: string
beforeAll(async () => {
  await ops('demo seed')
  const [server] = await startServers(1, { env: { PAGE_CACHE_MB: '8' } })
  origin = server!.origin
}, 60_000)

interface Weight {
  status: number
  encoding: string | undefined
  bytes: number
  isBest: boolean
}

/** Bytes on the wire: status line, headers and body. */
function weigh(path: string): Promise<Weight> {
  return new Promise((resolve, reject) => {
    http
      .get(new URL(path, origin), { headers: { 'Accept-Encoding': 'br' } }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const body = Buffer.concat(parts)
          const head = response.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 2 + 17)
          resolve({
            status: response.statusCode!,
            encoding: response.headers['content-encoding'],
            bytes: head + body.length,
            isBest: body.length === zlib.brotliCompressSync(zlib.brotliDecompressSync(body)).length,
          })
        })
      })
      .on('error', reject)
  })
}

describe('size of a demo page', () => {
  test.each(PAGES)('%s is within its budget', async (name, path, budget) => {
    await expect.poll(async () => (await weigh(path)).isBest).toBe(true)
    const { status, encoding, bytes } = await weigh(path)
    console.log(`${name}: ${bytes} of ${budget} bytes`)
    expect({ status, encoding }).toEqual({ status: 200, encoding: 'br' })
    expect(bytes).toBeLessThanOrEqual(budget)
  })
})
