/** What hydration compares: names and text, but not custom elements' content, nor <p>, which browsers add. */
export const outlineHtml = (html: string): string =>
  html.replace(WITH_INSIDE, '<$1>').replace(BESIDE_NAMES, '$1')

/** In rendered HTML `<` occurs only in tags, comments, scripts and styles. */
const WITH_INSIDE = /<(script|style|template|[a-z]+-[a-z-]+)\b[^>]*>[^]*?<\/\1>/g
const BESIDE_NAMES =
  /<!--[^]*?-->|<\/[^>]*>|<p(?:\s[^>]*)?>|(<[a-zA-Z][^\s/>]*)(?:[\s/][^>]*)?>|&(?:lt|gt|amp|quot|#x27);|[\s>"']+/g

const HAS_OTHER_INSIDE = /^(?:script|style|template|[^-]+-.+)$/

export function outlineNodes(nodes: Iterable<Node>): string {
  let outline = ''
  for (const node of nodes) {
    if (node instanceof Text) outline += node.data.replace(/[\s<>&"']+/g, '')
    if (!(node instanceof Element)) continue
    const { localName } = node
    if (localName !== 'p') outline += `<${localName}`
    if (!HAS_OTHER_INSIDE.test(localName)) outline += outlineNodes(node.childNodes)
  }
  return outline
}

/** FNV-1a, because crypto.subtle needs a secure connection. */
export function digestOutline(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
