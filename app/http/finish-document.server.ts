import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { withoutUnusedSymbols } from '~/styles/used-symbols'

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
  rendered: string,
  marker: string,
  own: OwnScript,
  usedCss: (html: string) => string,
) {
  const { html, scriptHashes, scriptAddresses } = takeNonces(withoutUnusedSymbols(rendered), marker)
  const style = usedCss(html)
  if (own && 'content' in own) scriptHashes.add(hash(own.content))
  const styled = replaceOnce(html, '<style></style>', `<style>${style}</style>`)
  return {
    body: replaceOnce(styled, `<script>${marker}</script>`, tagOf(own)),
    scriptHashes: [...scriptHashes],
    scriptAddresses: [...scriptAddresses],
    styleHashes: [ofStyles.memo(style)],
  }
}

/** By slices: a page is long, and String.replace() looks for '$' in what it puts in. */
function replaceOnce(html: string, what: string, by: string): string {
  const at = html.indexOf(what)
  return at < 0 ? html : html.slice(0, at) + by + html.slice(at + what.length)
}

function takeNonces(html: string, marker: string) {
  const nonce = ` nonce="${marker}"`
  const scriptHashes = new Set<string>()
  const scriptAddresses = new Set<string>()
  let kept = ''
  let from = 0
  for (let at = html.indexOf(nonce); at >= 0; at = html.indexOf(nonce, from)) {
    const start = html.lastIndexOf('<', at)
    const end = html.indexOf('>', at)
    kept += html.slice(from, at)
    from = at + nonce.length
    if (!html.startsWith('<script', start)) continue
    const content = html.slice(end + 1, html.indexOf('</script>', end))
    if (content) scriptHashes.add(hash(content))
    const src = /\ssrc="(https:[^"]*)"/.exec(html.slice(start, end))?.[1]
    if (src) scriptAddresses.add(withoutQuery(src))
  }
  return { html: kept + html.slice(from), scriptHashes, scriptAddresses }
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
