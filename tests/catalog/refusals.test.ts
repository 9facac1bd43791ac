/** Invalid and hostile rows of a feed are refused with line and reason, and the rest is imported. */
import { describe, expect, test } from 'vitest'
import { hasControlCharacters } from '~/platform/formats/characters'
import { awinRow, catalogueVersionNow, findOffer, importFeed, ownRow } from './feed'

test.each<[string, Record<string, unknown>]>([
  ['url: missing', { url: null }],
  ['url: only https addresses are taken', { url: 'http://deepak-lights.example/' }],
  ['url: only https addresses are taken', { url: 'javascript:alert(1)' }],
  [
    'url: only https addresses are taken',
    { url: 'javascript:alert(1)', tracking_url: 'https://track.example/1' },
  ],
  [
    'url: only https addresses are taken',
    { url: 'http://a:b@deepak-lights.example/', tracking_url: 'https://track.example/1' },
  ],
  [
    'tracking_url: only https addresses are taken',
    { url: 'http://deepak-lights.example/', tracking_url: 'http://track.example/1' },
  ],
  ['url: only https addresses are taken', { url: 'https:deepak-lights.example' }],
  ['url: only https addresses are taken', { url: 'https://somebody:secret@deepak-lights.example/' }],
  ['url: longer than 2000 characters', { url: `https://deepak-lights.example/${'a'.repeat(2000)}` }],
  ['logo_url: only https addresses are taken', { logo_url: 'javascript:alert(1)' }],
  ['logo_url: only https addresses are taken', { logo_url: '//elsewhere.example/a.png' }],
  ['tracking_url: only https addresses are taken', { tracking_url: 'data:text/html,x' }],
  ['id: missing', { id: '' }],
  ['title: missing', { title: ' \n ' }],
  ['title: missing', { title: 'null' }],
  ['title: missing', { title: '<script>alert(1)</script>' }],
  ['title: longer than 200 characters', { title: 'a'.repeat(201) }],
  ['title: must be a text', { title: { en: 'Lamps' } }],
  ['description: longer than 20000 characters', { description: 'a'.repeat(20_001) }],
  ['code: longer than 80 characters', { code: 'A'.repeat(81) }],
  ['network: ‘nobody’ is unknown', { network: 'nobody' }],
  ['locale: must be two letters such as en', { locale: 'english' }],
  ['guest_clicks: must be true or false', { guest_clicks: 'perhaps' }],
  ['cap: must be an amount with at most two decimals', { cap: '10.005' }],
  ['ends_at: must be after starts_at', { starts_at: '2026-02-02', ends_at: '2026-02-01' }],
  ['starts_at: must be a date such as 2026-11-21 or 2026-11-21T18:30:00+05:30', { starts_at: 'soon' }],
  ['starts_at: must be a date such as 2026-11-21 or 2026-11-21T18:30:00+05:30', { starts_at: '2026-13-45' }],
  ['ends_at: must be a date such as 2026-11-21 or 2026-11-21T18:30:00+05:30', { ends_at: '2026-02-31' }],
  [
    'ends_at: must be a date such as 2026-11-21 or 2026-11-21T18:30:00+05:30',
    { ends_at: '2026-02-31T10:00:00Z' },
  ],
])('a row is refused: %s', async (reason, fields) => {
  const { counts, refused } = await importFeed([ownRow(fields)], { source: 'refused' })
  expect(counts).toEqual({ new: 0, changed: 0, unchanged: 0, ended: 0, hidden: 0, refused: 1 })
  expect(refused).toEqual([{ line: 1, id: fields.id === '' ? null : 'c1', reason }])
})

const BAD_PAYOUT = 'payout: must be an amount with at most two decimals, or a percentage up to 100'

describe('payout of a row', () => {
  test.each(['1e5', '19.999', '-5', '100.01', '5 per cent', '0x10', '12345678', '1e400', '.5'])(
    '%s is refused, as a number and as text',
    async (payout) => {
      const row = JSON.stringify(ownRow({ payout: 0 }))
      const asNumber = /^-?\d[\d.e]*$/.test(payout) ? [row.replace('"payout":0', `"payout":${payout}`)] : []
      const asText = row.replace('"payout":0', `"payout":"${payout}"`)
      for (const feed of [asText, ...asNumber])
        expect((await importFeed(`[${feed}]`, { source: 'payouts' })).reasons).toEqual([BAD_PAYOUT])
    },
  )

  test.each([
    ['8', 'percentage', 800n],
    ['8.05', 'percentage', 805n],
    ['100', 'percentage', 10_000n],
    ['9007199254740.99', 'flat', null],
    ['1,234.50', 'flat', 123_450n],
    ['0.29', 'flat', 29n],
  ])('%s as %s is %s in hundredths', async (payout, payout_model, hundredths) => {
    const source = `payout ${payout}`
    const { counts } = await importFeed([ownRow({ payout, payout_model })], { source })
    expect(counts.new).toBe(hundredths === null ? 0 : 1)
    if (hundredths !== null)
      expect(await findOffer('c1', source)).toMatchObject({ payout_hundredths: hundredths, payout_model })
  })

  test('keeps the text of a JSON number: 1.15 is 115 hundredths', async () => {
    const feed = `[${JSON.stringify(ownRow()).replace('"4.5"', '1.15')}]`
    await importFeed(feed, { source: 'number' })
    expect((await findOffer('c1', 'number'))!.payout_hundredths).toBe(115n)
  })

  test('is null when it is missing', async () => {
    await importFeed([ownRow({ payout: null })], { source: 'no payout' })
    expect((await findOffer('c1', 'no payout'))!.payout_hundredths).toBeNull()
  })
})

test('markup is reduced to the allow-list, and plain text has neither tags nor entities', async () => {
  await importFeed(
    [
      ownRow({
        title: 'Lamps <b>&amp;</b> shades\u0000',
        description: `<p onclick="steal()">Tea &amp; lamps<br>&#8377;99</p><script>alert(1)</script>
          <img src=x onerror=alert(1)><a href="javascript:alert(1)">here</a><iframe src="//evil.example"></iframe>
          <style>p{}</style><svg><script>alert(2)</script></svg>\u202e`,
        kpi: '&lt;ul&gt;&lt;li onclick=x&gt;One a day&lt;/li&gt;&lt;/ul&gt;',
        offer: '5 < 6 & "more"',
      }),
    ],
    { source: 'markup' },
  )
  const row = (await findOffer('c1', 'markup'))!
  expect(row.title).toBe('Lamps & shades')
  expect(row.description_html.replace(/\s+/g, ' ')).toBe('<p>Tea &amp; lamps<br />₹99</p> here')
  expect(row.description_text).toBe('Tea & lamps ₹99 here')
  expect(row.kpi_html).toBe('<ul><li>One a day</li></ul>')
  expect(row.offer).toBe('5 < 6 & "more"')
})

test('a feed’s characters that steer a terminal or reverse text are removed', async () => {
  const steering = '\u001b\u007f\u0085\u009b\u2028\u202e\u2066\ufeff'
  const hostile = `La${steering}mps`
  await importFeed(
    [
      ownRow({
        title: hostile,
        brand: `Deepak ${hostile}`,
        description: `First ${hostile}\nsecond &#155;31m &#8232; &#8238;`,
        kpi: hostile,
        offer: hostile,
        code: hostile,
        categories: JSON.stringify([hostile]),
      }),
    ],
    { source: 'steering' },
  )
  const row = (await findOffer('c1', 'steering'))!
  expect([row.title, row.offer, row.code]).toEqual(['La mps', 'La mps', 'La mps'])
  expect(row.description_html).toContain('<p>First La</p><p>mps</p><p>second')
  const texts = Object.values(row).filter((value) => typeof value === 'string')
  expect(texts.filter((text) => text.split('\n').some(hasControlCharacters))).toEqual([])
})

test('refused rows are reported with their line in the file, and the others are imported', async () => {
  const rows = [
    ownRow({ id: 'l1' }),
    ownRow({ id: 'l2', url: 'ftp://x' }),
    7,
    null,
    [ownRow()],
    'text',
    ownRow({ id: 'l1' }),
    ownRow({ id: 'l3' }),
  ]
  const feed = `{"success": true,\n"data": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')},\n{"id":"l4",},\n${JSON.stringify(ownRow({ id: 'l5' }))}\n]}`
  const { counts, refused, broken } = await importFeed(feed, { source: 'lines' })
  expect(broken).toBeNull()
  expect(counts).toMatchObject({ new: 3, refused: 7 })
  expect(refused).toEqual([
    { line: 4, id: 'l2', reason: 'url: only https addresses are taken' },
    { line: 5, id: null, reason: 'not an object with fields' },
    { line: 6, id: null, reason: 'not an object with fields' },
    { line: 7, id: null, reason: 'not an object with fields' },
    { line: 8, id: null, reason: 'not an object with fields' },
    { line: 9, id: 'l1', reason: 'id: ‘l1’ is on line 3 already' },
    { line: 11, id: null, reason: 'not valid JSON' },
  ])
})

test('the first of two rows with one id is kept, also by a second import', async () => {
  const feed = [ownRow({ title: 'First' }), ownRow({ title: 'Second' })]
  await importFeed(feed, { source: 'doubles' })
  const version = await catalogueVersionNow()
  expect((await importFeed(feed, { source: 'doubles' })).counts).toMatchObject({ unchanged: 1, refused: 1 })
  expect(await catalogueVersionNow()).toBe(version)
  expect((await findOffer('c1', 'doubles'))!.title).toBe('First')
})

test('deep nesting, huge rows and keys such as __proto__ do no harm', async () => {
  const deep = '['.repeat(60_000) + ']'.repeat(60_000)
  const good = JSON.stringify(ownRow({ id: 'good' }))
  const feed = `[${good.replace('{', `{"categories": ${deep},`).replace('good', 'deep')},
    ${good.replace('{', '{"__proto__": {"title": "x"}, "constructor": 1,').replace('good', 'proto')},
    {"id": "big", "title": "${'a'.repeat(300_000)}"},
    "${'\\"'.repeat(120_000)}\\\n",
    ${good}]`
  const { counts, reasons, broken } = await importFeed(feed, { source: 'deep', pieceSize: 65_536 })
  expect(broken).toBeNull()
  expect(reasons).toEqual(['larger than 256 KB', 'not valid JSON'])
  expect(counts).toMatchObject({ new: 3, refused: 2 })
})

test('only the row that is not UTF-8 is refused', async () => {
  const [before, after] = JSON.stringify([ownRow(), ownRow({ id: 'c2', title: 'Caf@' })]).split('@')
  const feed = Buffer.concat([Buffer.from(before!), Buffer.from([0xe9]), Buffer.from(after!)])
  const { counts, reasons } = await importFeed(feed, { source: 'latin' })
  expect(counts).toMatchObject({ new: 1, refused: 1 })
  expect(reasons).toEqual(['not UTF-8'])
})

describe('damaged file', () => {
  const whole = JSON.stringify([ownRow(), ownRow({ id: 'c2' }), ownRow({ id: 'c3' })], null, 1)

  test.each([
    ['', 'the file is empty; nothing went in'],
    ['\ufeff \n', 'the file is empty; nothing went in'],
    ['{"error": "no such feed"}', 'the file holds neither a list of rows nor an object with a list ‘data’'],
    ['<!doctype html><p>[Sorry]', 'the file holds neither a list of rows nor an object with a list ‘data’'],
    ['{"data": {"rows": [1]}}', 'the file holds neither a list of rows nor an object with a list ‘data’'],
    ['[] []', 'line 1: something follows the end of the feed; nothing went in'],
  ])('%j is reported', async (feed, text) => {
    const { broken, counts } = await importFeed(feed, { source: 'damaged' })
    expect(broken).toContain(text)
    expect(counts.new).toBe(0)
  })

  test('that ends inside a row: the rows before it are imported', async () => {
    const { broken, counts } = await importFeed(whole.slice(0, whole.indexOf('c3')), { source: 'cut' })
    expect(broken).toBe(
      'the file ends inside row 3, which begins on line 18; the 2 rows before that were read',
    )
    expect(counts).toMatchObject({ new: 2, refused: 0 })
    expect(await findOffer('c2', 'cut')).toBeDefined()
    expect((await importFeed(whole, { source: 'cut' })).counts).toMatchObject({ new: 1, unchanged: 2 })
  })

  test('that ends between two rows is reported', async () => {
    const { broken } = await importFeed(`[${JSON.stringify(ownRow())},\n`, { source: 'between' })
    expect(broken).toBe('the file ends on line 2, before its list of rows does; the row before that was read')
  })

  test('in UTF-16 without a mark is reported', async () => {
    const { broken } = await importFeed(Buffer.from(whole, 'utf16le'), { pieceSize: 4096 })
    expect(broken).toBe('the file is not UTF-8; nothing went in')
  })

  test('with a read error is reported', async () => {
    const { importCatalogue } = await import('~/domain/catalog/feeds.server')
    const { Readable } = await import('node:stream')
    async function* failing() {
      yield Buffer.from(`[${JSON.stringify(ownRow())},`)
      throw new Error('EIO: i/o error, read')
    }
    const result = await importCatalogue(Readable.from(failing()), { source: 'failing', encoding: 'json' })
    expect(result.broken).toBe(
      'the file could not be read: EIO: i/o error, read; the row before that was read',
    )
    expect(result.counts.new).toBe(1)
  })
})

test('an empty list is a feed without rows', async () => {
  expect(await importFeed('{"data": [], "pagination": {}}')).toMatchObject({ broken: null, reasons: [] })
  expect((await importFeed([awinRow()], { source: 'one' })).counts.new).toBe(1)
})
