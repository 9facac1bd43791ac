import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { unusedSymbols, withChanges, type Change } from '~/styles/used-symbols'

/** A source of a Content-Security-Policy: an inline script or style of this content. */
export const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** The page's own script: in the page, in a file of this address, or none. */
export type OwnScript = { content: string } | { src: string } | null

/** Pages of one kind have the same style, as the same string. */
const ofStyles = new LRUCache<string, string>({ max: 200, memoMethod: hash })

/**
 * Gives a page its own script, where a <script> has the marker as its content, and the CSS and icons that it uses. Scripts that
 * bear the marker as their nonce are hashed for the CSP: a cached page has no nonces.
 */
export function finishDocument(
  html: string,
  marker: string,
  own: OwnScript,
  usedCss: (html: string) => string,
) {
  const { nonces, scriptHashes, scriptAddresses } = findNonces(html, marker)
  const style = usedCss(html)
  if (own && 'content' in own) scriptHashes.add(hash(own.content))
  const changes = [
    ...nonces,
    ...unusedSymbols(html),
    ...changeOf(html, '<style></style>', `<style>${style}</style>`),
    ...changeOf(html, `<script>${marker}</script>`, tagOf(own)),
  ]
  return {
    body: withChanges(html, changes),
    scriptHashes: [...scriptHashes],
    scriptAddresses: [...scriptAddresses],
    styleHashes: [ofStyles.memo(style)],
  }
}

function changeOf(html: string, what: string, by: string): Change[] {
  const at = html.indexOf(what)
  return at < 0 ? [] : [{ at, length: what.length, by }]
}

function findNonces(html: string, marker: string) {
  const nonce = ` nonce="${marker}"`
  const nonces: Change[] = []
  const scriptHashes = new Set<string>()
  const scriptAddresses = new Set<string>()
  for (let at = html.indexOf(nonce); at >= 0; at = html.indexOf(nonce, at + 1)) {
    nonces.push({ at, length: nonce.length, by: '' })
    const start = html.lastIndexOf('<', at)
    const end = html.indexOf('>', at)
    if (!html.startsWith('<script', start)) continue
    const content = html.slice(end + 1, html.indexOf('</script>', end))
    if (content) scriptHashes.add(hash(content))
    const src = /\ssrc="(https:[^"]*)"/.exec(html.slice(start, end))?.[1]
    if (src) scriptAddresses.add(withoutQuery(src))
  }
  return { nonces, scriptHashes, scriptAddresses }
}

function tagOf(own: OwnScript): string {
  if (!own) return ''
  if ('content' in own) return `<script>${own.content}</script>`
  return `<script src="${own.src}" async="" fetchpriority="low"></script>`
}

function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
