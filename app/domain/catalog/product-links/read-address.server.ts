/** Reads the address of a product out of what was pasted or shared. Asks nobody: it knows no store. */
import { getDomain } from 'tldts'
import { done, refused, type Outcome } from '~/platform/outcome'
import { LONGEST_TEXT } from '../product-links'
import { removeClickFragment, removeClickParameters } from './click-parameters'
import { listParentDomains } from './link-hosts'

/** Characters of an address with every sign escaped that needs it. */
const LONGEST_TARGET = 2000

export interface Address {
  /** https, without parameters of clicks. */
  target: string
  /** In lower case and ASCII, without a final dot. */
  host: string
  /** The host and the names above it down to the registrable one, the longest first; empty where there is none ('co.in'). */
  names: string[]
  /** Hosts of addresses inside this one. */
  innerHosts: string[]
}

export type AddressRefusal = 'too-long' | 'no-address' | 'app-link' | 'no-shop-address'

export function readAddress(text: string): Outcome<Address, AddressRefusal> {
  if (text.length > LONGEST_TEXT) return refused('too-long')
  const found = findAddress(text)
  if (typeof found === 'string') return refused(found)
  const { url } = found
  const host = url.hostname.replace(/\.$/, '')
  if (url.username || url.password || url.port || !isName(host)) return refused('no-shop-address')
  const target = `https://${host}${url.pathname}${removeClickParameters(url.search)}${removeClickFragment(url.hash)}`
  if (target.length > LONGEST_TARGET) return refused('too-long')
  return done({ target, host, names: listRegistrable(host), innerHosts: listHostsInside(url) })
}

/** 'm.shop.co.in', 'shop.co.in': no name at which several owners register, public or private ('co.in', 'myshopify.com'). */
export function listRegistrable(host: string): string[] {
  const domain = getDomain(host, { allowPrivateDomains: true, validateHostname: false })
  return domain === null
    ? []
    : listParentDomains(host).filter((name) => name === domain || name.endsWith(`.${domain}`))
}

/** No IP address in any spelling, which URL() has made one of, and no name of a local network. */
const isName = (host: string) =>
  host.length <= 253 && /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/.test(host) && !/\.\d+$/.test(host)

/** Schemes that never lead to a page of a shop; any other one but http belongs to an app. */
const NO_PAGE = /^(?:javascript|vbscript|data|blob|file|ftps?|sftp|mailto|tel|sms|smsto|about|wss?|urn|cid):/i

const APP = /^[a-z][\w+.-]*:\/\//i
const WEB = /^https?:\/\//i

/** Separators of tokens: spaces, quotes and invisible characters, except the joiners that Indian scripts use inside words. */
const BETWEEN = /(?:[\s"<>`\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf})+/u

function findAddress(text: string): { url: URL } | 'no-address' | 'app-link' {
  const tokens = text
    .split(BETWEEN)
    .map((token) => token.replace(/^[^\p{L}\p{N}/\\]+/u, ''))
    .filter(Boolean)
  for (const token of tokens) {
    const address = NO_PAGE.test(token) ? undefined : findWeb(token)
    const url = address === undefined ? null : parse(address)
    if (url) return { url }
  }
  if (tokens.some((token) => APP.test(token) && !WEB.test(token) && !NO_PAGE.test(token))) return 'app-link'
  for (const token of tokens) {
    const url = isBare(token, tokens.length === 1) ? parse(`https://${trimEnd(token)}`) : null
    if (url) return { url }
  }
  return 'no-address'
}

/** The token's beginning or the place after a word and a mark ('Link:https://...'), but no address inside another one. */
function findWeb(token: string): string | undefined {
  if (APP.test(token)) return WEB.test(token) ? token : undefined
  const at = token.search(/(?<![\w+.=&?/%-])https?:\/\//i)
  return at < 0 ? undefined : token.slice(at)
}

/** 'shop.example/p': a name of words with an ending of letters. Alone it needs no path. */
function isBare(token: string, isAlone: boolean): boolean {
  const host = token.split(/[/?#]/, 1)[0]!
  const labels = host
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
    .split('.')
  const isHost = labels.length > 1 && labels.every((label) => /^[\p{L}\p{M}\p{N}-]+$/u.test(label))
  return isHost && /\p{L}/u.test(labels.at(-1)!) && (isAlone || token.length > host.length)
}

/** Null: no address, or with a backslash, which browsers and servers read differently. */
function parse(token: string): URL | null {
  const address = trimEnd(token).replaceAll(/&(?:amp;)+/g, '&')
  return /\\/.test(address) || !URL.canParse(address) ? null : new URL(address)
}

const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Takes off the marks of the sentence around it; a bracket only if the address does not open it. */
function trimEnd(token: string): string {
  const last = token.at(-1) ?? ''
  const opening = OPENING[last]
  const isMark = /[.,;:!?'*|…।॥”’»>\u200c\u200d]/u.test(last)
  const isOdd = opening !== undefined && count(token, last) > count(token, opening)
  // '?' alone at the end is an empty query.
  return isMark || isOdd ? trimEnd(token.slice(0, -1)) : token
}

const count = (text: string, mark: string) => text.split(mark).length - 1

/** Links escape an address once or twice. Addresses in the path and in the fragment count, too. */
function listHostsInside({ pathname, search, hash }: URL): string[] {
  const parts = [pathname.slice(1), ...search.slice(1).split(/[&;=]/), ...hash.slice(1).split(/[&;=?]/)]
  return parts.flatMap((part) => {
    const text = decode(decode(part.replaceAll('+', ' ')))
    const starts = [...text.matchAll(/https?:/gi)].map(({ index, 0: scheme }) => index + scheme.length)
    return [...starts, ...(/^[\\/]{2}/.test(text) ? [0] : [])].flatMap((at) => readHostAt(text.slice(at)))
  })
}

/** Browsers skip any number of slashes of both kinds. */
function readHostAt(text: string): string[] {
  const authority = text.replace(/^[\\/]+/, '').split(/[\\/?#\s]/, 1)[0]!
  const address = `https://${authority}`
  if (!URL.canParse(address)) return []
  const { hostname } = new URL(address)
  return hostname.includes('.') || hostname.startsWith('[') ? [hostname] : []
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
