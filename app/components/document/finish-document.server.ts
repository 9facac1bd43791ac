import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { digestOutline, outlineHtml } from './outline'
import { inlineSheets } from './page-style.server'

export const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

const styleHashes = new LRUCache<string, string>({ max: 200, memoMethod: hash })

/** When a page's scripts run. 'late': once the page is used or idle. */
export type ScriptStart = 'now' | 'late' | 'never'

export interface DocumentParts {
  /** The nonce of our scripts; their hashes replace it in the CSP, because a cached page has no nonces. */
  marker: string
  scripts: ScriptStart
  starter: string
}

export function finishDocument(rendered: string, { marker, scripts, starter }: DocumentParts) {
  const { html: styled, style } = inlineSheets(rendered)
  const html = scripts === 'late' ? deferScripts(styled, starter, marker) : styled
  return {
    body: html.replaceAll(formatNonce(marker), ''),
    ...findScripts(html, marker),
    styleHashes: [styleHashes.memo(style)],
  }
}

const formatNonce = (marker: string) => ` nonce="${marker}"`

const START = '<template>'
const END = '</template></body></html>'

/** Moves the scripts into the <template> of page-scripts.tsx and merges them, because each needs a hash in the CSP. */
function deferScripts(html: string, starter: string, marker: string): string {
  const [start, end] = [html.lastIndexOf(START), html.lastIndexOf(END)]
  if (start < 0 || end < 0) throw new Error('The page does not end with its scripts.')
  const { page, moved } = takeFromHead(html.slice(0, start))
  const script = (content: string) => `<script${formatNonce(marker)}>${content}</script>`
  const classic: string[] = []
  const others = html
    .slice(start + START.length)
    .replace(new RegExp(script('([^]*?)'), 'g'), (_, content: string) => {
      classic.push(content)
      return ''
    })
  const waiting = moved + others.slice(0, others.indexOf(END))
  return `${page}<template data-outline="${outline(page)}">${waiting}${script(classic.join('\n'))}</template>${script(starter)}</body></html>`
}

const MODULE = /<link rel="modulepreload"[^>]*>/g

/** React 19 moves the links of modules out of the <template> into the head. */
function takeFromHead(page: string): { page: string; moved: string } {
  const end = page.indexOf('</head>')
  const moved = (page.slice(0, end).match(MODULE) ?? []).join('')
  return { page: page.slice(0, end).replace(MODULE, '') + page.slice(end), moved }
}

/** The count of elements in head and the digest of head and body, for is-unmodified.ts. */
function outline(page: string): string {
  const [head, body] = page.split('<body>')
  const inHead = outlineHtml(head!.slice(head!.indexOf('<head>') + '<head>'.length))
  return `${inHead.split('<').length - 1} ${digestOutline(inHead + outlineHtml(body!))}`
}

function findScripts(html: string, marker: string) {
  const scriptHashes = new Set<string>()
  const scriptAddresses = new Set<string>()
  for (const [, attributes, content] of html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)) {
    if (!attributes!.includes(formatNonce(marker))) continue
    if (content) scriptHashes.add(hash(content))
    const src = /\ssrc="(https:[^"]*)"/.exec(attributes!)?.[1]
    if (src) scriptAddresses.add(stripQuery(src))
  }
  return { scriptHashes: [...scriptHashes], scriptAddresses: [...scriptAddresses] }
}

function stripQuery(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
