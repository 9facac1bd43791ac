// Requests that server/ refuses before the application, over real sockets.
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { LIMITS } from '../../server/guard'
import { startServers } from '../support/app'
import { stopServers, type TestServer } from '../support/servers'

let server: TestServer

beforeAll(async () => {
  await ensureBuild()
  ;[server] = (await startServers(1)) as [TestServer]
})
afterAll(stopServers)

/** Whether the response is complete by its headers; without a length it ends with the connection. */
function isComplete(answer: string): boolean {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const length = /\r\nContent-Length: (\d+)/i.exec(head)
  return (
    rest.length > 0 &&
    !/\r\nConnection: close/i.test(head) &&
    rest.join('\r\n\r\n').length >= Number(length?.[1])
  )
}

/** Sends the bytes and returns the response, read until it is complete or the server closes. */
function raw(bytes: string | Buffer, port = server.port): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    const done = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (part) => {
      answer += part.toString('latin1')
      if (isComplete(answer)) done()
    })
    socket.on('error', done)
    socket.on('close', done)
  })
}

const getStatus = (answer: string) => Number(answer.split(' ')[1])
const get = (path: string, headers = 'Host: localhost\r\n', method = 'GET') =>
  raw(`${method} ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)

describe('Host header', () => {
  test.each([
    ['', 400],
    ['Host: \r\n', 400],
    ['Host: a b\r\n', 400],
    ['Host: evil.example/path\r\n', 400],
    ['Host: user@evil.example\r\n', 400],
    ['Host: one.example\r\nHost: two.example\r\n', 400],
    [`Host: ${'a'.repeat(300)}\r\n`, 400],
    ['Host: localhost:3000\r\n', 200],
    ['Host: [::1]:3000\r\n', 200],
  ])('%j is answered %i', async (headers, status) => {
    expect(getStatus(await get('/healthz', headers))).toBe(status)
  })
})

test.each([
  ['localhost:3000', 200],
  ['LOCALHOST', 200],
  ['127.0.0.1:1', 200],
  ['[::1]:3000', 200],
  ['evil.example', 421],
  ['localhost.evil.example', 421],
  ['127.0.0.1.evil.example:3000', 421],
  ['10.0.0.5', 421],
])('the demo answers the host %s with %i', async (host, status) => {
  expect(getStatus(await get('/Aboutus', `Host: ${host}\r\n`))).toBe(status)
})

describe('methods', () => {
  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('%s is refused', async (method) => {
    const answer = await get('/', 'Host: localhost\r\n', method)
    expect(getStatus(answer)).toBe(405)
    expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST\r\n/)
  })
  test('static files allow only GET and HEAD', async () => {
    const answer = await raw('POST /favicon.ico HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
    expect(getStatus(answer)).toBe(405)
  })
})

describe('URLs', () => {
  test.each(['GET', 'HEAD', 'POST', 'DELETE'])(
    '%s: a foreign host in or instead of the path is refused',
    async (method) => {
      const before = server.output().length
      for (const path of [
        '//evil.example/x',
        '//evil.example',
        '///evil.example/',
        '/\\\\evil.example/x',
        '//',
        'http://evil.example/',
        'http:evil.example',
        '//[',
      ]) {
        const answer = await get(path, 'Host: localhost\r\nContent-Length: 0\r\n', method)
        expect([400, method === 'DELETE' ? 405 : 400]).toContain(getStatus(answer))
        expect(answer).not.toMatch(/(?:href|content|action|src)="[^"]*\/\/evil\.example|Location:.*evil/i)
      }
      expect(server.output().slice(before)).not.toContain('"level":"error"')
    },
  )
  test('over 8 KB are answered 414, whatever the length', async () => {
    expect(getStatus(await get(`/${'a'.repeat(9_000)}`))).toBe(414)
    expect(getStatus(await get(`/${'a'.repeat(40_000)}`))).toBe(414)
  })
  test.each([
    ['/%', 400],
    ['/%E0%A4%A', 400],
    ['/%ff', 400],
    ['/%00', 400],
    ['http://evil.example/', 400],
    ['*', 400],
    ['/?q=%', 200],
    [`/healthz?${'&'.repeat(99)}`, 200],
    [`/healthz?${'&'.repeat(100)}`, 400],
  ])('%s is answered %i', async (path, status) => {
    expect(getStatus(await get(path))).toBe(status)
  })
  test.each([
    '/../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/server/index.js',
  ])('%s does not leave the public folder', async (path) => {
    const answer = await get(path)
    expect(getStatus(answer)).toBeLessThan(500)
    expect(answer).not.toMatch(/root:|node_modules|"dependencies"/)
  })
  test('an unknown fingerprinted name is 404', async () => {
    expect(getStatus(await get('/assets/nothing.js'))).toBe(404)
  })
  test('more than 16 KB of headers are refused', async () => {
    expect(getStatus(await get('/', `Host: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n`))).toBe(431)
  })
  test('a request that is not HTTP is refused', async () => {
    expect(getStatus(await raw('hello\r\n\r\n'))).toBe(400)
  })
})

describe('request bodies', () => {
  const READS_A_BODY = '/postback/trackier/demo-trackier-secret'
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
  test('a declared length over 64 KB is refused before the body is sent', async () => {
    const head = `POST ${READS_A_BODY} HTTP/1.1\r\nHost: localhost\r\n${form}Content-Length: 70000\r\n\r\n`
    expect(getStatus(await raw(head))).toBe(413)
  })
  test('an undeclared length is counted while it streams', async () => {
    const chunk = `1000\r\n${'a'.repeat(0x1000)}\r\n`
    const head = `POST ${READS_A_BODY} HTTP/1.1\r\nHost: localhost\r\n${form}Transfer-Encoding: chunked\r\n\r\n`
    const answer = await raw(`${head}${chunk.repeat(40)}0\r\n\r\n`)
    expect(getStatus(answer)).toBe(413)
    expect(answer).toMatch(/\r\nConnection: close\r\n/)
  })
  test('a multipart form is limited to 5 MB', async () => {
    const head = (length: number) =>
      `POST ${READS_A_BODY} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`
    const refused = await raw(head(6_000_000))
    expect(getStatus(refused)).toBe(413)
    expect(refused).toMatch(/\r\nCache-Control: no-store\r\n/)
    // Within the server's limit the application responds, with its own headers.
    expect(await raw(head(4_000_000) + 'a'.repeat(4_000_000))).not.toMatch(/\r\nCache-Control: no-store\r\n/)
  })
  test('a form with a file and other fields is read up to 16 MB, so that it can come back', async () => {
    const send = async (bytes: number, cookie: string) => {
      const body = new FormData()
      body.append('proof', new Blob([new Uint8Array(bytes)]), 'bill.pdf')
      const url = `${server.origin}/Account/Claims/new`
      const answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { Cookie: cookie },
      })
      return answer.status
    }
    for (const cookie of ['device=x', 'ref=y; token=x']) {
      expect(await send(LIMITS.mixed, cookie)).toBe(413)
      expect(await send(LIMITS.mixed - 4096, cookie)).not.toBe(413)
    }
    for (const cookie of ['', 'ref=token', 'a_device=x']) {
      expect(await send(LIMITS.upload, cookie)).toBe(413)
      expect(await send(LIMITS.upload - 4096, cookie)).not.toBe(413)
    }
  })
  test('a refusal is a full page for browsers, JSON for the API and plain text for machines', async () => {
    const refused = async (path: string, options: RequestInit) => {
      const answer = await fetch(server.origin + path, options)
      return { status: answer.status, type: answer.headers.get('Content-Type'), body: await answer.text() }
    }
    const long = { method: 'POST', body: new URLSearchParams({ long: 'x'.repeat(70_000) }) }
    const pages: [number, string, RequestInit][] = [
      [413, '/newsletter', long],
      [413, '/Account/image', long],
      [405, '/Deals', { method: 'DELETE' }],
      [400, '/Offers/%ff', {}],
      [414, `/${'a'.repeat(9000)}`, {}],
    ]
    for (const [status, path, options] of pages) {
      const answer = await refused(path, options)
      expect([answer.status, answer.type]).toEqual([status, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('Go to the home page')
    }
    expect((await refused('/api/login', long)).body).toMatch(/^\{"success":false/)
    expect((await refused(READS_A_BODY, long)).body).toMatch(/^\w+ Too Large\n$/)
  })
  test('conflicting lengths are refused', async () => {
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    expect(getStatus(await raw(head))).toBe(400)
  })
})

describe('responses', () => {
  test('a refusal is short, plain text and not cached', async () => {
    const answer = await get('/postback/%')
    expect(answer).toMatch(/\r\nCache-Control: no-store\r\n/)
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/)
    expect(answer.endsWith('\r\n\r\nBad Request\n')).toBe(true)
  })
  test('every response has a Cache-Control header', async () => {
    for (const path of ['/', '/favicon.ico', '/healthz', '/no/such/page', '/assets/nothing.js', '/Account'])
      expect(`${path} ${await get(path)}`).toMatch(/\r\ncache-control: \S/i)
  })
  test('pages are compressed as the client accepts', async () => {
    const readEncoding = async (accept: string) => {
      const answer = await get('/', `Host: localhost\r\nAccept-Encoding: ${accept}\r\n`)
      expect(answer).toMatch(/\r\nvary: [^\r]*Accept-Encoding/i)
      return /\r\ncontent-encoding: (\w+)/i.exec(answer)?.[1]
    }
    expect(await readEncoding('gzip, deflate, br, zstd')).toBe('br')
    expect(await readEncoding('gzip')).toBe('gzip')
    expect(await readEncoding('br;q=0, gzip;q=0.5')).toBe('gzip')
    expect(await readEncoding('identity')).toBeUndefined()
  })
  test('HEAD has the headers and no body', async () => {
    const answer = await get('/favicon.ico', 'Host: localhost\r\n', 'HEAD')
    expect(answer).toMatch(/\r\nContent-Length: [1-9]/)
    expect(answer.endsWith('\r\n\r\n')).toBe(true)
    expect((await get('/', 'Host: localhost\r\n', 'HEAD')).endsWith('\r\n\r\n')).toBe(true)
  })
  test('the log has one line per request, without query strings and postback secrets', async () => {
    await get('/postback/trackier/very-secret-secret?p1=abc')
    await get('/?phone_number=9876543210')
    const output = server.output()
    expect(output).toContain('"path":"/postback/:network/:secret"')
    expect(output).not.toContain('very-secret-secret')
    expect(output).not.toContain('9876543210')
  })
})

describe('static files', () => {
  const head = (path: string, headers: http.OutgoingHttpHeaders = {}) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port: server.port, path, headers }, (answer) => {
          answer.resume()
          resolve(answer)
        })
        .once('error', reject)
    })
  test('with fingerprints are cached for a year, precompressed, and 304 when unchanged', async () => {
    const page = await (await fetch(`${server.origin}/`)).text()
    const path = /\/assets\/[\w.-]+\.js/.exec(page)![0]
    const br = await head(path, { 'accept-encoding': 'gzip, br' })
    expect(br.statusCode).toBe(200)
    expect(br.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
    })
    const plain = await head(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.etag).not.toBe(br.headers.etag)
    const again = await head(path, { 'accept-encoding': 'br', 'if-none-match': br.headers.etag! })
    expect(again.statusCode).toBe(304)
    expect((await head(path, { 'if-none-match': br.headers.etag! })).statusCode).toBe(200)
  })
  test('without fingerprints are cached for an hour', async () => {
    const icon = await head('/favicon.ico')
    expect(icon.headers['cache-control']).toBe('public, max-age=3600')
    expect(icon.headers['content-type']).toBe('image/x-icon')
  })
})

test('nginx lets the largest body through that the server takes, at the desk and elsewhere, and hardly more', () => {
  const config = fs.readFileSync('ops/deploy/nginx.conf', 'utf8')
  const MB = 1024 * 1024
  const limits = [...config.matchAll(/client_max_body_size (\d+)m;/g)].map(([, size]) => Number(size) * MB)
  const taken = [LIMITS.upload, LIMITS.desk, LIMITS.desk]
  expect(LIMITS.mixed).toBeLessThan(LIMITS.desk)
  expect(limits.map((limit, i) => limit >= taken[i]! && limit <= taken[i]! + MB)).toEqual([true, true, true])
})

test('nginx logs no request, because paths hold secrets', () => {
  const [, ...servers] = fs.readFileSync('ops/deploy/nginx.conf', 'utf8').split(/^server \{$/m)
  expect(servers.length).toBeGreaterThan(1)
  for (const server of servers) {
    expect(server).toMatch(/^ {2}access_log off;$/m)
    expect(server).toMatch(/^ {2}error_log \S+ crit;$/m)
  }
})
