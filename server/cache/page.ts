// A stored page: its bytes in each encoding that was asked for, and its headers as flat lists that node sends as they are.
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { chooseEncoding, encode, isCompressible, WORTH_IT, type Encoding } from '../encoding'
import type { HeaderList } from '../headers'
import { matchesTag } from '../etags'
import type { Asked } from './asked'
import type { Lifetime } from './lifetime'

interface Variant {
  body: Buffer
  head: string[]
  isBest: boolean
}

/** Positions of the values that change from answer to answer. */
const AGE = 1
const ID = 3
const STATUS = 5

const ALL: readonly Encoding[] = ['br', 'gzip', 'identity']
const ONLY_IDENTITY: readonly Encoding[] = ['identity']

/** What was chosen of ALL, by Accept-Encoding: browsers send a handful of them. */
const chosen = new Map<string, Encoding>()
const MOST_CHOSEN = 100

export interface PageFacts {
  key: string
  /** Of the catalogue, when rendering began. */
  version: number
  renderedAt: number
  lifetime: Lifetime
  headers: HeaderList
  body: Buffer
}

export class Page {
  readonly key: string
  readonly version: number
  readonly etag: string
  readonly freshUntil: number
  readonly staleUntil: number
  readonly errorUntil: number
  readonly encodings: readonly Encoding[]
  /** Of its route, for metrics; '' until it is asked for. */
  route = ''
  /** Until then a failed rendering is not repeated. */
  failedUntil = 0
  /** How often brotli was asked for since the page was stored. */
  brotliAsked = 0
  private readonly body: Buffer
  private readonly headers: string[]
  private readonly renderedAt: number
  private readonly variants = new Map<Encoding, Variant>()
  private readonly encoding = new Map<Encoding, Promise<Variant>>()
  private readonly unchanged: string[]
  private second = 0
  private age = '0'

  constructor({ key, version, renderedAt, lifetime, headers, body }: PageFacts) {
    this.key = key
    this.version = version
    this.renderedAt = renderedAt
    this.freshUntil = renderedAt + lifetime.fresh
    this.staleUntil = renderedAt + lifetime.stale
    this.errorUntil = renderedAt + lifetime.error
    this.body = body
    const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    const caching = headers.find(([name]) => name.toLowerCase() === 'cache-control')?.[1] ?? ''
    const isPlain = body.length < WORTH_IT || !isCompressible(type) || /\bno-transform\b/i.test(caching)
    this.encodings = isPlain ? ONLY_IDENTITY : ALL
    this.etag = `W/"${createHash('sha256').update(JSON.stringify(headers)).update(body).digest('base64url').slice(0, 22)}"`
    const changing = ['Age', '0', 'X-Request-Id', '', 'Cache-Status', '']
    this.headers = changing.concat(
      'Date',
      new Date(renderedAt).toUTCString(),
      headers.flat(),
      'ETag',
      this.etag,
    )
    this.unchanged = withoutContent(this.headers)
  }

  /** In bytes, roughly: texts have one or two for each character. */
  get size(): number {
    let size = this.body.length + 2 * this.key.length + 4096
    for (const { body } of this.variants.values()) size += body.length
    return size
  }

  /** The same page rendered anew: what was encoded before is kept. */
  adopt(before: Page | undefined): void {
    if (!before) return
    if (before.etag === this.etag)
      for (const [name, { body, isBest }] of before.variants) this.keep(name, body, isBest)
    // Whoever asked for the page before will ask again.
    this.brotliAsked = Math.min(before.brotliAsked, 1000)
  }

  choose({ acceptEncoding = '' }: Asked): Encoding {
    if (this.encodings === ONLY_IDENTITY) return 'identity'
    const known = chosen.get(acceptEncoding)
    if (known) return known
    const encoding = chooseEncoding(acceptEncoding, this.encodings)
    if (chosen.size >= MOST_CHOSEN) chosen.clear()
    chosen.set(acceptEncoding, encoding)
    return encoding
  }

  isReady(encoding: Encoding): boolean {
    return this.variants.has(encoding)
  }

  get needsBest(): boolean {
    return this.brotliAsked > 1 && this.variants.get('br')?.isBest === false
  }

  /** Encodes once, however many ask at the same time. */
  async make(encoding: Encoding): Promise<void> {
    if (this.variants.has(encoding)) return
    const running =
      this.encoding.get(encoding) ??
      encode(this.body, encoding).then((body) => this.keep(encoding, body, encoding !== 'br'))
    this.encoding.set(encoding, running)
    await running
    this.encoding.delete(encoding)
  }

  /** Brotli's best quality, which takes a hundred times as long. */
  async makeBest(): Promise<void> {
    this.keep('br', await encode(this.body, 'br', { best: true }), true)
  }

  private keep(encoding: Encoding, body: Buffer, isBest: boolean): Variant {
    const head = [...this.headers, 'Content-Length', String(body.length)]
    if (encoding !== 'identity') head.push('Content-Encoding', encoding)
    const variant = { body, head, isBest }
    this.variants.set(encoding, variant)
    return variant
  }

  /** The variant must be ready. Returns the status. */
  send(response: ServerResponse, asked: Asked, facts: SendFacts): 200 | 304 {
    const second = Math.floor((facts.now - this.renderedAt) / 1000)
    if (second !== this.second) {
      this.second = second
      this.age = String(Math.max(0, second))
    }
    const isUnchanged = asked.ifNoneMatch !== undefined && matchesTag(asked.ifNoneMatch, this.etag)
    const variant = this.variants.get(facts.encoding)!
    const head = isUnchanged ? this.unchanged : variant.head
    head[AGE] = this.age
    head[ID] = facts.id
    head[STATUS] = facts.status
    if (isUnchanged) {
      response.writeHead(304, head)
      response.end()
      return 304
    }
    response.writeHead(200, head)
    response.end(response.req.method === 'HEAD' ? undefined : variant.body)
    return 200
  }
}

export interface SendFacts {
  id: string
  /** The value of Cache-Status (RFC 9211). */
  status: string
  encoding: Encoding
  now: number
}

function withoutContent(headers: string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < headers.length; i += 2)
    if (!/^content-(?:type|length|encoding)$/i.test(headers[i]!)) kept.push(headers[i]!, headers[i + 1]!)
  return kept
}
