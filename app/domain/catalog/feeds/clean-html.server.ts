import sanitize from 'sanitize-html'
import { withoutControlCharacters } from '~/platform/formats/characters'

const INLINE = ['b', 'em', 'i', 'strong', 'u']
const BLOCK = ['br', 'div', 'h3', 'h4', 'li', 'ol', 'p', 'ul']
const OPTIONS: sanitize.IOptions = {
  allowedTags: [...INLINE, ...BLOCK],
  allowedAttributes: {},
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'iframe', 'svg', 'math'],
  transformTags: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', tr: 'p' },
}

const HAS_TAG = /<[a-z!/]/i
const ESCAPED_TAG = /&lt;\/?(?:p|br|ul|ol|li|b|strong|em|i|div|span|h\d|a|table)\b/i

export function cleanHtml(text: string): string {
  const html = !HAS_TAG.test(text) && ESCAPED_TAG.test(text) ? decodeEntities(text) : text
  const marked = HAS_TAG.test(html) ? html : toParagraphs(html)
  return withoutControlCharacters(/[<>&]/.test(html) ? sanitize(marked, OPTIONS) : marked).trim()
}

export const toPlainText = (html: string) => stripTags(sanitize(html, OPTIONS))

export function stripTags(cleanHtml: string): string {
  const text = cleanHtml.replace(new RegExp(`</?(?:${INLINE.join('|')})>`, 'g'), '').replace(/<[^<>]*>/g, ' ')
  return withoutControlCharacters(decodeEntities(text)).replace(/\s+/g, ' ').trim()
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** sanitize-html decodes every other entity. */
export const decodeEntities = (text: string) =>
  text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name]!)

function toParagraphs(text: string): string {
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
    const item = /^[-*•·]\s*(\S.*)$/.exec(line)
    if (item) list.push(`<li>${item[1]}</li>`)
    else {
      closeList()
      blocks.push(`<p>${line}</p>`)
    }
  }
  closeList()
  return blocks.join('')
}
