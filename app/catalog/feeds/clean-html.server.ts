/** Text of strangers, made safe: HTML by an allow-list, and the plain text of it. */
import sanitize from 'sanitize-html'

const INLINE = ['b', 'em', 'i', 'strong', 'u']
const BLOCK = ['br', 'div', 'h3', 'h4', 'li', 'ol', 'p', 'ul']
const OPTIONS: sanitize.IOptions = {
  allowedTags: [...INLINE, ...BLOCK],
  allowedAttributes: {},
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'iframe', 'svg', 'math'],
  transformTags: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', tr: 'p' },
}

/** Everything below a space but tab and newline, and the marks that turn the direction of a text. */
// oxlint-disable-next-line no-control-regex -- these are the characters to take out
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Without the characters that nobody can see and a database may refuse. */
export const printable = (text: string) => text.replace(UNPRINTABLE, '')

const HAS_TAG = /<[a-z!/]/i
/** Some feeds send their HTML escaped once more. */
const ESCAPED_TAG = /&lt;\/?(?:p|br|ul|ol|li|b|strong|em|i|div|span|h\d|a|table)\b/i

/** HTML with nothing but paragraphs, lists, breaks and emphasis; plain text becomes paragraphs and lists. */
export function cleanHtml(text: string): string {
  const html = !HAS_TAG.test(text) && ESCAPED_TAG.test(text) ? decode(text) : text
  const marked = HAS_TAG.test(html) ? html : paragraphs(html)
  return printable(/[<>&]/.test(html) ? sanitize(marked, OPTIONS) : marked).trim()
}

/** Any text as one line without tags and entities. */
export const plainText = (html: string) => textOf(sanitize(html, OPTIONS))

/** The same of what cleanHtml() gave. */
export function textOf(cleanHtml: string): string {
  const text = cleanHtml.replace(new RegExp(`</?(?:${INLINE.join('|')})>`, 'g'), '').replace(/<[^>]*>/g, ' ')
  return printable(decode(text)).replace(/\s+/g, ' ').trim()
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** sanitize-html decodes every entity and writes these four. */
const decode = (text: string) => text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name]!)

/** Lines that begin with a dash or a bullet become a list, the others paragraphs. */
function paragraphs(text: string): string {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const blocks: string[] = []
  let list: string[] = []
  const closeList = () => {
    if (list.length) blocks.push(`<ul>${list.join('')}</ul>`)
    list = []
  }
  for (const line of lines) {
    const item = /^[-*•·]\s*(.+)$/.exec(line)
    if (item) list.push(`<li>${item[1]}</li>`)
    else {
      closeList()
      blocks.push(`<p>${line}</p>`)
    }
  }
  closeList()
  return blocks.join('')
}
