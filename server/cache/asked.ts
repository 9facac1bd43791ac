// What of a request decides which stored page answers it. Read from rawHeaders: building request.headers costs more than
// all else of a cached answer.
import type { IncomingMessage } from 'node:http'

export interface Asked {
  /** Names the page: its address as it was sent, and what the application varies by. */
  key: string
  host: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  saveData: boolean
  byScript: boolean
}

/**
 * Paths that are never shared: a GET of some records something, so it must not wait for another's response. Images have a
 * cache of their own, on the disk.
 */
const NEVER = /^\/(?:account|auth|img|newsletter|og|out|postback|webhooks)(?:[/?.]|$)/i

/**
 * Null: the request goes past the cache. The address is kept as it was sent, because pages repeat it: in the field `from`
 * of forms, and where Remix compares it with that of the browser.
 */
export function readAsked(
  { method, url = '', rawHeaders }: IncomingMessage,
  isPersonal: (cookie: string) => boolean,
): Asked | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  let host = ''
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let saveData = false
  let byScript = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    const value = rawHeaders[i + 1]!
    switch (name.length) {
      case 4:
        if (name.toLowerCase() !== 'host') break
        // Two are refused by the guard.
        if (host) return null
        host = value
        break
      case 6: {
        const lower = name.toLowerCase()
        if (lower === 'cookie' && isPersonal(value)) return null
        if (lower === 'origin' && /^\/api\//i.test(url)) return null
        break
      }
      case 9:
        if (name.toLowerCase() === 'save-data') saveData = value.trim().toLowerCase() === 'on'
        break
      case 13: {
        const lower = name.toLowerCase()
        if (lower === 'authorization') return null
        if (lower === 'if-none-match') ifNoneMatch = joined(ifNoneMatch, value)
        break
      }
      case 14: {
        const lower = name.toLowerCase()
        if (lower === 'content-length' && value !== '0') return null
        if (lower === 'sec-fetch-dest') byScript = value === 'empty'
        break
      }
      case 15:
        if (name.toLowerCase() === 'accept-encoding') acceptEncoding = joined(acceptEncoding, value)
        break
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') return null
    }
  }
  if (!host || NEVER.test(url)) return null
  const key = saveData || byScript ? `${url} ${saveData ? 's' : ''}${byScript ? 'e' : ''}` : url
  return { key, host, acceptEncoding, ifNoneMatch, saveData, byScript }
}

const joined = (before: string | undefined, value: string) =>
  before === undefined ? value : `${before}, ${value}`
