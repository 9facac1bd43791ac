import { createHash } from 'node:crypto'
import { withoutUnusedSymbols } from '~/styles/used-symbols'

/** A source of a Content-Security-Policy: an inline script or style of this content. */
export const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/**
 * Moves what Remix writes after </html> into the body, and gives the page the CSS and icons that it uses. Scripts are hashed
 * for the CSP: a cached page has no nonces.
 */
export function finishDocument(rendered: string, marker: string, usedCss: (html: string) => string) {
  // React fills its 2 KB buffers with zeros where a character of several bytes does not fit.
  const html = rendered.replaceAll('\0', '')
  const end = html.indexOf('</body></html>')
  const whole =
    end < 0 ? html : `${html.slice(0, end)}${html.slice(end + '</body></html>'.length)}</body></html>`
  const scriptHashes = new Set<string>()
  const scriptAddresses = new Set<string>()
  const body = whole.replace(
    new RegExp(`<script([^>]*) nonce="${marker}"([^>]*)>([\\s\\S]*?)</script>`, 'g'),
    (_, before: string, after: string, content: string) => {
      if (content) scriptHashes.add(hash(content))
      const src = /\ssrc="(https:[^"]*)"/.exec(before + after)?.[1]
      if (src) scriptAddresses.add(withoutQuery(src))
      return `<script${before}${after}>${content}</script>`
    },
  )
  const drawn = withoutUnusedSymbols(body.replaceAll(` nonce="${marker}"`, ''))
  const style = usedCss(drawn)
  return {
    body: drawn.replace('<style></style>', () => `<style>${style}</style>`),
    scriptHashes: [...scriptHashes],
    scriptAddresses: [...scriptAddresses],
    styleHashes: [hash(style)],
  }
}

function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
