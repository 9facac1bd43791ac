import { formatTime } from '~/formats/dates'
import { fill } from '~/messages/message'
import type { PushData } from './push-messages'

export interface WorkerData {
  /** HTML with placeholders: {kept} in `html`, {items} in `list`, {href}, {title} and {time} in `item`. */
  page: { html: string; headers: Record<string, string>; list: string; item: string; none: string }
  guestPages: string[]
  segmentsWithoutPages: string[]
  memberChanges: string[]
  /** HTML that is shown above a copy; {time} is when the copy was made. */
  note: string
  /** Shown for a push message that cannot be read. */
  pushed: PushData
}

export interface CopyInfo {
  address: string
  title: string
  /** Milliseconds. */
  at: number
}

const TITLE = 'X-Kept-Title'

const COPIED_HEADERS = [
  'Content-Type',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
]

/** `at` is in milliseconds; Workbox reads the copy's age from the header Date. */
export function createCopy(html: string, { headers: given }: Response, at: number): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const name of COPIED_HEADERS) if (given.has(name)) headers.set(name, given.get(name)!)
  const policy = given.get('Content-Security-Policy') ?? ''
  headers.set('Content-Security-Policy', policy.replace(/script-src [^;]*/, "script-src 'none'"))
  headers.set('Date', new Date(at).toUTCString())
  headers.set(TITLE, encodeURIComponent(readTitle(html)))
  const plain = html.replace(/<(script|template)\b[^>]*>[^]*?<\/\1>/g, '')
  return new Response(plain, { headers })
}

const readTitle = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''

export function readCopyInfo({ headers }: Response, address: string): CopyInfo {
  return {
    address,
    title: decodeURIComponent(headers.get(TITLE) ?? ''),
    at: Date.parse(headers.get('Date') ?? '') || 0,
  }
}

export async function showCopy(copy: Response, { note }: WorkerData): Promise<Response> {
  const headers = new Headers(copy.headers)
  const { at } = readCopyInfo(copy, '')
  const noteHtml = fill(note, { time: formatTime(new Date(at)) })
  const html = (await copy.text()).replace('<main', () => `${noteHtml}<main`)
  return new Response(html, { headers })
}

export function buildOfflinePage(copies: CopyInfo[], { page }: WorkerData): Response {
  const items = copies.map(({ address, title, at }) => {
    const { pathname, search } = new URL(address)
    const href = escape(pathname + search)
    return fill(page.item, {
      href,
      title: title.replace(/ \| DealDwaar$/, '') || href,
      time: formatTime(new Date(at)),
    })
  })
  const list = items.length ? fill(page.list, { items: items.join('\n') }) : page.none
  return new Response(fill(page.html, { kept: list }), { status: 503, headers: page.headers })
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
