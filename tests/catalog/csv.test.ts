import { expect, test } from 'vitest'
import { findOffer, importFeed } from './feed'

const HEADER = 'id,title,brand,url,payout,payout_model,description,categories'
const row = (id: string, fields: { title?: string; payout?: string; description?: string } = {}) =>
  [
    id,
    fields.title ?? 'Lamps',
    'Deepak Lights',
    'https://deepak-lights.example/',
    fields.payout ?? '4.5',
    'percentage',
    fields.description ?? '',
    `"[""Home-Improvement & Lamps""]"`,
  ].join(',')

const importCsv = (text: string | Uint8Array, source: string, pieceSize = 7) =>
  importFeed(text, { source, encoding: 'csv', pieceSize })

test('rows with JSON text in a field are read', async () => {
  const { counts, broken } = await importCsv(`${HEADER}\n${row('c1')}\n${row('c2')}\n`, 'plain')
  expect(broken).toBeNull()
  expect(counts).toMatchObject({ new: 2, refused: 0 })
  expect(await findOffer('c1', 'plain')).toMatchObject({
    payout_hundredths: 450n,
    payout_model: 'percentage',
    categories: '["Home-Improvement & Lamps"]',
    category_id: 14,
  })
})

test('a BOM, CRLF, quoted commas, quotes and line breaks, and columns in any order are read', async () => {
  const feed = `\ufefftitle,unknown,id,url,description\r\n"Lamps, ""big""",x,c1,https://deepak-lights.example/,"- one\r\n- two"\r\n\r\n`
  expect((await importCsv(feed, 'quoted')).counts).toMatchObject({ new: 1, refused: 0 })
  expect(await findOffer('c1', 'quoted')).toMatchObject({
    title: 'Lamps, "big"',
    description_html: '<ul><li>one</li><li>two</li></ul>',
    description_text: 'one two',
  })
})

test('a refused row is reported with the line where it begins', async () => {
  const feed = [
    HEADER,
    row('c1', { description: '"two\nlines"' }),
    row('c2', { payout: '19.999' }),
    'c3,too short',
    row('c4', { title: 'a "quote" inside' }),
    row('c5'),
    '',
    row('c6', { payout: '-1' }),
  ].join('\n')
  const { counts, refused } = await importCsv(feed, 'lines')
  expect(counts).toMatchObject({ new: 2, refused: 4 })
  const payout = 'payout: must be an amount with at most two decimals, or a percentage up to 100'
  expect(refused.sort((a, b) => a.line - b.line)).toEqual([
    { line: 4, id: 'c2', reason: payout },
    { line: 5, id: null, reason: 'the number of fields is not that of the first line' },
    { line: 6, id: null, reason: 'the quotes do not match' },
    { line: 9, id: 'c6', reason: payout },
  ])
})

test('a row in another encoding is refused, and the rest is imported', async () => {
  const [before, after] = `${HEADER}\n${row('c1', { title: 'Caf@' })}\n${row('c2')}\n`.split('@')
  const feed = Buffer.concat([Buffer.from(before!), Buffer.from([0xe9]), Buffer.from(after!)])
  const { counts, refused } = await importCsv(feed, 'latin')
  expect(counts).toMatchObject({ new: 1, refused: 1 })
  expect(refused[0]).toMatchObject({ line: 2, reason: 'not UTF-8' })
})

test('a multi-byte character may be split between chunks', async () => {
  await importCsv(`${HEADER}\n${row('c1', { title: 'दीपावली ₹99' })}\n`, 'bytes', 1)
  expect((await findOffer('c1', 'bytes'))!.title).toBe('दीपावली ₹99')
})

test.each([
  ['', 'the file is empty; nothing went in'],
  [
    'name;link\nx;y\n',
    'the first line names no column ‘title’; is it a CSV feed with commas?; nothing went in',
  ],
  [
    `${HEADER}\n${row('c1')}\nc2,"never closed`,
    'a quote that opens on line 3 is never closed; the row before that was read',
  ],
])('the damaged file %j is reported', async (feed, text) => {
  expect((await importCsv(feed, 'damaged')).broken).toBe(text)
})

test('a header alone is reported', async () => {
  const { broken } = await importCsv(`${HEADER}\n`, 'none')
  expect(broken).toBe('the file has no rows below its first line; nothing went in')
})

test.each([
  ['lines that end with CR', 'cr', '\r'],
  ['lines that end with CRLF', 'crlf', '\r\n'],
])('%s are read, cut anywhere', async (_, source, end) => {
  for (const size of [1, 3, 4096]) {
    const feed = [HEADER, row('c1', { description: `"two${end}lines"` }), row('c2'), 'c3,short'].join(end)
    const { counts, refused } = await importCsv(feed, `${source}${size}`, size)
    expect(counts).toMatchObject({ new: 2, refused: 1 })
    expect(refused[0]).toMatchObject({ line: 5 })
  }
})

test.each(['utf16le', 'utf16be'])('a feed in %s with a mark is read', async (encoding) => {
  const feed = Buffer.from(`\ufeff${HEADER}\n${row('c1', { title: 'दीपावली ₹99' })}\n`, 'utf16le')
  const bytes = encoding === 'utf16be' ? feed.swap16() : feed
  for (const size of [1, 5]) expect((await importCsv(bytes, `${encoding}${size}`, size)).broken).toBeNull()
  expect((await findOffer('c1', `${encoding}1`))!.title).toBe('दीपावली ₹99')
})

test('rows of commas are no rows, so that nothing without an id is refused', async () => {
  const { counts } = await importCsv(`${HEADER}\n${row('b1')}\n,,,,,,,\n,,,,,,,\n`, 'blank')
  expect(counts).toMatchObject({ new: 1, refused: 0 })
})

test('an id that a spreadsheet has damaged refuses its row, and rounded ids refuse the file', async () => {
  const { reasons } = await importCsv(
    `${HEADER}\n${row('2.02611E+17')}\n${row('#N/A')}\n${row('c1')}\n`,
    'lost',
  )
  expect(reasons).toEqual(['id: ‘2.02611E+17’ is no id', 'id: ‘#N/A’ is no id'])
  const rounded = ['1', '2', '3'].map((n) => row(`20261128000012${n}000`)).join('\n')
  await expect(importCsv(`${HEADER}\n${rounded}\n`, 'rounded')).rejects.toThrow(
    'a spreadsheet has rounded it',
  )
  expect(await findOffer('202611280000121000', 'rounded')).toBeUndefined()
})

test('an oversized field is refused', async () => {
  const feed = `${HEADER}\n${row('c1', { description: 'a'.repeat(300_000) })}\n${row('c2')}\n`
  const { refused, counts } = await importCsv(feed, 'huge', 65_536)
  expect(refused).toEqual([{ line: 2, id: null, reason: 'larger than 256 KB' }])
  expect(counts.new).toBe(1)
})
