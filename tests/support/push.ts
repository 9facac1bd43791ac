/** A browser that gets push messages, and a push service, written from RFC 8030, 8291 and 8292 alone. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { env } from '~/platform/config/env.server'
import { makePushKeys } from '~/platform/config/push-keys'
import { makeCertificate } from './certificate'
import { recordShown } from './page-text'

export const HOST = 'fcm.googleapis.com'

/** Turns push on in this process. */
export function setPushKeys() {
  const keys = makePushKeys()
  Object.assign(env(), keys)
  return keys
}

let serial = 0

export interface TestBrowser {
  address: { endpoint: string; p256dh: string; auth: string }
  /** Decrypts a body of aes128gcm. Throws if it is for another browser, or was changed. */
  open(body: Buffer): Record<string, string>
}

export function makeBrowser(): TestBrowser {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    address: {
      endpoint: `https://${HOST}/fcm/send/${++serial}:${randomBytes(20).toString('base64url')}`,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    open(body) {
      const salt = body.subarray(0, 16)
      const from = body.subarray(21, 21 + body[20]!)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, from])
      const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(from), auth, info, 32))
      const derive = (use: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length))
      const sealed = body.subarray(21 + body[20]!)
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      if (padded.at(-1) !== 2) throw new Error('no delimiter of the last record')
      const message = JSON.parse(padded.subarray(0, -1).toString()) as Record<string, string>
      recordShown(`${message.title}\n${message.body}`)
      return message
    },
  }
}

export interface PushRequest {
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface PushService {
  /** Connects to this service instead of the known hosts. */
  agent: https.Agent
  requests: PushRequest[]
  /** Answers by path; 201 for other paths. 'reset' breaks off after the headers. */
  answers: Map<string, { status: number; headers?: http.OutgoingHttpHeaders; body?: string } | 'reset'>
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const { key, cert } = makeCertificate(HOST)
  const requests: PushRequest[] = []
  const answers: PushService['answers'] = new Map()
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    requests.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) })
    const chosen = answers.get(request.url!) ?? { status: 201 }
    if (chosen !== 'reset')
      return void response.writeHead(chosen.status, chosen.headers).end(chosen.body ?? '')
    response.writeHead(201, { 'Content-Length': 10 }).write('half', () => response.socket?.destroy())
  }
  const server = https.createServer({ key, cert }, (request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  class LocalAgent extends https.Agent {
    override createConnection(...[options, done]: Parameters<https.Agent['createConnection']>) {
      return super.createConnection({ ...options, host: '127.0.0.1', port, lookup: undefined }, done)
    }
  }
  return {
    agent: new LocalAgent({ ca: cert }),
    requests,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The claims of an Authorization header by RFC 8292; throws if `publicKey` did not sign them. */
export function readVapid(header: string, publicKey: string): { aud: string; exp: number; sub: string } {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  if (!isSigned || key !== publicKey) throw new Error('not signed by this key')
  return JSON.parse(Buffer.from(claims!, 'base64url').toString())
}
