import { expect, test } from 'vitest'
import { findCampaign, importFeed } from './feed'

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
  expect(await findCampaign('c1', 'plain')).toMatchObject({
    payout_hundredths: 450n,
    payout_model: 'percentage',
    categories: '["Home-Improvement & Lamps"]',
    category_id: 14,
  })
})

test('a BOM, CRLF, quoted commas, quotes and line breaks, and columns in any order are read', async () => {
  const feed = `\ufefftitle,unknown,id,url,description\r\n"Lamps, ""big""",x,c1,https://deepak-lights.example/,"- one\r\n- two"\r\n\r\n`
  expect((await importCsv(feed, 'quoted')).counts).toMatchObject({ new: 1, refused: 0 })
  expect(await findCampaign('c1', 'quoted')).toMatchObject({
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
  expect((await findCampaign('c1', 'bytes'))!.title).toBe('दीपावली ₹99')
})

test.each([
  ['', 'the file is empty; nothing went in'],
  [
    'name;link\nx;y\n',
    'the first line names no column `title`; is it a CSV feed with commas?; nothing went in',
  ],
  [
    `${HEADER}\n${row('c1')}\nc2,"never closed`,
    'a quote that opens on line 3 is never closed; the row before that was read',
  ],
])('the damaged file %j is reported', async (feed, text) => {
  expect((await importCsv(feed, 'damaged')).broken).toBe(text)
})

test('a header alone is a feed without rows', async () => {
  expect(await importCsv(`${HEADER}\n`, 'none')).toMatchObject({ broken: null, reasons: [] })
})

test('an oversized field is refused', async () => {
  const feed = `${HEADER}\n${row('c1', { description: 'a'.repeat(300_000) })}\n${row('c2')}\n`
  const { refused, counts } = await importCsv(feed, 'huge', 65_536)
  expect(refused).toEqual([{ line: 2, id: null, reason: 'larger than 256 KB' }])
  expect(counts.new).toBe(1)
})
