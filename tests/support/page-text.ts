// Appends the text of each page to a file per process in DEALDWAAR_SHOWN_DIR, so that `npm run test:all` can list the texts of
// app/messages/ that no page has shown. Does nothing if the variable is not set.
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

export function readText(html: string): string {
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

const folder = process.env.DEALDWAAR_SHOWN_DIR
export const isRecording = folder !== undefined
const seen = new Set<string>()

export function recordShown(text: string): void {
  if (folder === undefined || seen.has(text)) return
  seen.add(text)
  fs.mkdirSync(folder, { recursive: true })
  fs.appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
}

export function readShown(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as string)
}
