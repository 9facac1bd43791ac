/**
 * What pages have shown: each page's text is appended to a file of this process in DEALDWAAR_SHOWN_DIR, so that the last
 * step of `npm test` can tell which texts of messages.ts nobody has seen. Does nothing where that is not set.
 */
import fs from 'node:fs'
import path from 'node:path'

const INLINE = /<\/?(?:a|b|bdi|cite|code|data|em|i|mark|q|s|small|span|strong|sub|sup|time|u|wbr)\b[^>]*>/gi

const ENTITIES: Record<string, string> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  lt: '<',
  nbsp: ' ',
  quot: '"',
  rsquo: '’',
}

/** The text a reader sees in HTML: no scripts, no markup, entities decoded, white space as one blank. */
export function textOf(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/gi, '\n')
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
      name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim()
}

const seen = new Set<string>()

/** Remembers that a page, or an answer of the API, has shown this text. */
export function recordShown(text: string): void {
  const folder = process.env.DEALDWAAR_SHOWN_DIR
  if (!folder || seen.has(text)) return
  seen.add(text)
  fs.mkdirSync(folder, { recursive: true })
  fs.appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
}

/** Everything recorded below `folder`. */
export function readShown(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as string)
}
