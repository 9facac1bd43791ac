/** A feed's bytes as rows: JSON or CSV, as the caller says. Numbers keep their text. */
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { BrokenFeed, LARGEST_ITEM, type FeedItem } from './items'
import { NO_ROWS, splitJson } from './split-json.server'

/** The rows of a feed, as they stream in. Throws BrokenFeed when the file is damaged. */
export async function* readItems(
  chunks: AsyncIterable<Uint8Array>,
  encoding: 'json' | 'csv',
): AsyncGenerator<FeedItem> {
  const checked = checkStart(chunks, encoding)
  yield* encoding === 'json' ? readJson(checked) : readCsv(checked)
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
  for await (const { line, bytes } of splitJson(chunks)) {
    if (!bytes) yield { line, problem: `larger than ${LARGEST_ITEM / 1024} KB` }
    else yield { line, ...parseJson(bytes) }
  }
}

/** JSON's own grammar: a string, or a number outside of one. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d[\d.eE+-]*/g

function parseJson(bytes: Uint8Array): { value: unknown } | { problem: string } {
  try {
    const text = utf8.decode(bytes)
    // A number becomes its text: 19.999 and 12345678901234567890 stay what the feed says.
    return { value: JSON.parse(text.replace(STRING_OR_NUMBER, (t) => (t[0] === '"' ? t : `"${t}"`))) }
  } catch (error) {
    return { problem: error instanceof SyntaxError ? 'not valid JSON' : 'not UTF-8' }
  }
}

async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FeedItem> {
  const skipped: FeedItem[] = []
  const parser = parse({
    bom: true,
    columns: checkHeader,
    info: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LARGEST_ITEM,
    on_skip: (error) => {
      skipped.push({ line: Number(error?.lines ?? 0), problem: csvProblem(error) })
      return undefined
    },
  })
  const source = Readable.from(chunks, { objectMode: false })
  source.once('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let line = 2
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) {
      yield* skipped.splice(0)
      const value = withoutEmpty(record)
      if (Object.values(value).some((field) => field.includes('\ufffd'))) yield { line, problem: 'not UTF-8' }
      else yield { line, value }
      line = info.lines + 1
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BrokenFeed(csvProblem(error))
  } finally {
    source.destroy()
  }
  yield* skipped
}

interface CsvRow {
  record: Record<string, string>
  info: { lines: number }
}

const withoutEmpty = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))

function checkHeader(names: string[]): string[] {
  const header = names.map((name) => name.trim())
  if (!header.includes('title'))
    throw new BrokenFeed('the first line names no column `title`; is it a CSV feed with commas?')
  return header
}

function csvProblem(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED')
    return `a quote that opens on line ${String(error.lines)} is never closed`
  if (error?.code?.startsWith('CSV_RECORD_INCONSISTENT'))
    return 'the number of fields is not that of the first line'
  if (error?.code === 'CSV_MAX_RECORD_SIZE') return `larger than ${LARGEST_ITEM / 1024} KB`
  return 'the quotes do not match'
}
