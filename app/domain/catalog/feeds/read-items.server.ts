import { CsvError, parse } from 'csv-parse/sync'
import { parseJsonTexts } from '~/platform/formats/json'
import { findTextEncoding } from '~/platform/formats/text-file'
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
  for await (const chunk of toUtf8(chunks)) {
    if (start === '') {
      const head = Buffer.from(chunk).toString('latin1')
      if (head.includes('\0')) throw new BrokenFeed('the file is not UTF-8')
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

/** By the mark, as decodeText() does with whole files; UTF-8 stays as it is, so that a damaged row costs only itself. */
async function* toUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | null = Buffer.alloc(0)
  let decoder: TextDecoder | null = null
  for await (const chunk of chunks) {
    const part: Uint8Array = first ? Buffer.concat([first, chunk]) : chunk
    first = first && part.length < MARK_BYTES ? part : null
    if (first) continue
    if (decoder === null && part !== chunk) {
      const encoding = findTextEncoding(part)
      decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding)
    }
    yield decoder ? Buffer.from(decoder.decode(part, { stream: true })) : part
  }
  if (first?.length) yield first
  const rest = decoder?.decode()
  if (rest) yield Buffer.from(rest)
}

const MARK_BYTES = 2

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
  if (text.includes('\ufffd')) return { line, problem: 'it has a damaged character (U+FFFD)' }
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
  let rows = 0
  for await (const piece of splitCsv(chunks)) {
    const item = readPiece(piece, parseRecord)
    const fields = 'value' in item ? (item.value as string[] | undefined) : undefined
    // Spreadsheets write rows of commas below the table.
    if ('value' in item && (!fields || fields.every((field) => field === ''))) continue
    if (!header) {
      checkHeader((header = fields ?? []))
      continue
    }
    rows++
    yield fields ? readFields(item.line, fields, header) : item
  }
  if (rows === 0) throw new BrokenFeed('the file has no rows below its first line')
}

function parseRecord(text: string): string[] | undefined {
  const [fields] = parse(text, { bom: true, trim: true, relax_column_count: true, skip_empty_lines: true })
  return fields
}

function readFields(line: number, fields: string[], header: string[]): FeedItem {
  if (fields.length !== header.length)
    return { line, problem: 'the number of fields is not that of the first line' }
  return { line, value: Object.fromEntries(header.map((name, i) => [name, fields[i]!])) }
}

function requireTitle(header: string[]): void {
  if (!header.includes('title'))
    throw new BrokenFeed('the first line names no column ‘title’; is it a CSV feed with commas?')
}
