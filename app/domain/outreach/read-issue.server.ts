import { createHash } from 'node:crypto'
import sanitize from 'sanitize-html'
import { env } from '~/platform/config/env.server'
import { withoutControlCharacters } from '~/platform/formats/characters'

export interface IssueContent {
  subject: string
  preheader: string
  /** Cleaned; null: the file is text. */
  html: string | null
  body: string
  removed: string[]
}

interface IssueFile {
  subject: string
  preheader: string | undefined
  fileName: string
  text: string
}

export function readIssue({ subject, preheader, fileName, text }: IssueFile): IssueContent {
  const isHtml = /\.html?$/i.test(fileName)
  const html = isHtml ? cleanHtml(text) : null
  const body = html === null ? cleanText(text) : toText(html)
  const removed = isHtml ? listRemoved(text) : []
  return { subject, preheader: preheader ?? firstWords(body), html, body, removed }
}

const PREHEADER_MOST = 120

/** Leaves out what only a text mail needs: the addresses of links and the dashes of lists. */
function firstWords(body: string): string {
  const words = body
    .replaceAll(/ \(https?:[^\s)]*\)/g, '')
    .replaceAll(/^- /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words.length > PREHEADER_MOST ? words.slice(0, PREHEADER_MOST).replace(/\s\S*$/, '') : words
}

const cleanText = (text: string) =>
  withoutControlCharacters(text)
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const TAGS = `a b blockquote br em h2 h3 hr i li ol p strong table tbody td th thead tr u ul`.split(' ')

/** Removes everything that loads or runs, and links that are not https. */
const cleanHtml = (text: string): string =>
  withoutControlCharacters(
    sanitize(text, {
      allowedTags: TAGS,
      allowedAttributes: { a: ['href'] },
      // keepLink() removes the others.
      allowedSchemes: ['https', 'http'],
      allowProtocolRelative: false,
      nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'iframe', 'svg', 'math'],
      transformTags: {
        h1: 'h2',
        a: (tagName, { href = '' }) => ({ tagName, attribs: keepLink(href) }),
      },
    }),
  ).trim()

function keepLink(href: string): { href: string } | Record<never, never> {
  const { publicOrigin } = env()
  const url = /^\/(?![/\\])/.test(href) ? `${publicOrigin}${href}` : href
  return /^https:\/\//i.test(url) || url.startsWith(`${publicOrigin}/`) ? { href: url } : {}
}

const listRemoved = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/<(img|picture|video|audio|style|link|script|iframe|object|embed|form|svg)\b/gi)].map(
      ([, tag]) => tag!.toLowerCase(),
    ),
  ),
]

function toText(html: string): string {
  const spaced = html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, (_, href: string, label: string) => `${label} (${href})`)
    .replaceAll(/<li>/g, '\n- ')
    .replaceAll(/<(?:br|hr) ?\/?>|<\/tr>/g, '\n')
    .replaceAll(/<\/(?:td|th)>/g, ' ')
    .replaceAll(/<\/(?:p|h2|h3|ul|ol|table|blockquote)>/g, '\n\n')
  const plain = sanitize(spaced, { allowedTags: [], allowedAttributes: {} })
  return cleanText(decode(plain).replaceAll(/^ +/gm, ''))
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

const decode = (text: string) => text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name]!)

export const hashIssue = ({ subject, html, body }: IssueContent): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, html ?? body]))
    .digest('hex')
