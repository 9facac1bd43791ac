import { CsvError, parse } from 'csv-parse/sync'
import { parseJsonTexts } from '~/formats/json'
import { BrokenFeed, LARGEST_ITEM, type FeedItem, type Piece } from './items'
import { splitCsv } from './split-csv.server'
import { NO_ROWS, splitJson } from './split-json.server'

/** Numbers keep their text. Throws BrokenFeed, and what `checkHeader` throws for a CSV header. */
export async function* readItems(
  chunks: AsyncIterable<Uint8Array>,
  encoding: 'json' | 'csv',
  checkHeader: (header: string[]) => void = requireTitle,
): AsyncGenerator<FeedItem> {
  const checked = checkStart(chunks, encoding)
  yield* encoding === 'json' ? readJson(checked) : readCsv(checked, checkHeader)
}

async function* checkStart(chunks: AsyncIterable<Uint8Array>, encoding: 'json' | 'csv') {
  let start = ''
  for await (const chunk of chunks) {
    if (start === '') {
      const head = Buffer.from(chunk).toString('latin1')
      if (/^(?:\xff\xfe|\xfe\xff)/.test(head) || head.includes('\0'))
        throw new BrokenFeed('the file is not UTF-8')
      start = head
        .replace(/^\xef\xbb\xbf/, '')
        .trimStart()
        .charAt(0)
      if (encoding === 'json' && start !== '' && start !== '[' && start !== '{') throw new BrokenFeed(NO_ROWS)
    }
    yield chunk
  }
  if (start === '') throw new BrokenFeed('the file is empty')
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

async function* readJson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FeedItem> {
  for await (const piece of splitJson(chunks)) yield readPiece(piece, parseJsonTexts)
}

function readPiece({ line, bytes }: Piece, parse: (text: string) => unknown): FeedItem {
  if (!bytes) return { line, problem: `larger than ${LARGEST_ITEM / 1024} KB` }
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { line, problem: 'not UTF-8' }
  }
  try {
    return { line, value: parse(text) }
  } catch (error) {
    return { line, problem: describeProblem(error) }
  }
}

function describeProblem(error: unknown): string {
  if (error instanceof SyntaxError) return 'not valid JSON'
  if (error instanceof CsvError) return 'the quotes do not match'
  throw error
}

async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  checkHeader: (header: string[]) => void,
): AsyncGenerator<FeedItem> {
  let header: string[] | undefined
  for await (const piece of splitCsv(chunks)) {
    const item = readPiece(piece, parseRecord)
    const fields = 'value' in item ? (item.value as string[] | undefined) : undefined
    if ('value' in item && !fields) continue
    if (!header) checkHeader((header = fields ?? []))
    else if (!fields) yield item
    else yield readFields(item.line, fields, header)
  }
}

function parseRecord(text: string): string[] | undefined {
  const [fields] = parse(text, { bom: true, trim: true, relax_column_count: true, skip_empty_lines: true })
  return fields
}

function readFields(line: number, fields: string[], header: string[]): FeedItem {
  if (fields.length !== header.length)
    return { line, problem: 'the number of fields is not that of the first line' }
  const filled = header.map((name, i) => [name, fields[i]!] as const).filter(([, value]) => value !== '')
  return { line, value: Object.fromEntries(filled) }
}

function requireTitle(header: string[]): void {
  if (!header.includes('title'))
    throw new BrokenFeed('the first line names no column `title`; is it a CSV feed with commas?')
}
