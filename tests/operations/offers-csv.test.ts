/** Offers in a file: written, edited, read back as one change. What is not edited makes no difference. */
import { parse } from 'csv-parse/sync'
import { asc, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Call } from '~/desk/call'
import type { ChangeOperation, JobOperation } from '~/desk/operation'
import { prepare } from '~/desk/prepare.server'
import { toInputFile } from '~/desk/read-input'
import { previewJob } from '~/desk/run-job.server'
import { editOffer } from '~/domain/catalog/offers-by-hand.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { makeCall } from '../support/calls'
import { performCall } from '../support/perform-call'
import { makeOffer } from '../wallet/support'

const WHO = { osAccount: 'mia' }

/** Of the offers of one feed. */
async function write(source: string, texts = true): Promise<string> {
  const typed = { source, ...(texts && { texts: 'yes' }) }
  const call = (await makeCall('catalogue csv', typed, WHO)) as Call<JobOperation>
  return (await previewJob(call)).file!.content as string
}

const makeEdit = async (content: string | Buffer) =>
  (await makeCall('catalogue edit-csv', {}, WHO, {
    file: toInputFile('offers.csv', Buffer.from(content as string)),
  })) as Call<ChangeOperation>

const preview = async (content: string | Buffer) => (await prepare(await makeEdit(content))).seen

const edit = async (content: string | Buffer) => performCall(await makeEdit(content))

const toRows = (content: string): string[][] => parse(content, { bom: true, relax_column_count: true })

/** As another program saves it: all cells in quotes. */
const save = (rows: readonly string[][], delimiter = ',', newline = '\r\n') =>
  rows
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + newline)
    .join('')

function change(content: string, id: number, cells: Record<string, string>): string {
  const rows = toRows(content)
  const [head] = rows
  const row = rows.find(([first]) => first === String(id))!
  for (const [heading, cell] of Object.entries(cells)) row[head!.indexOf(heading)] = cell
  return save(rows)
}

let feeds = 0
async function makeOffers(...facts: Parameters<typeof makeOffer>[0][]) {
  const source = `sheet-${++feeds}`
  const ids: number[] = []
  for (const each of facts) ids.push((await makeOffer({ source, ...each })).id)
  return { source, ids }
}

const readOffers = (ids: readonly number[]) =>
  db
    .select()
    .from(campaigns)
    .where(inArray(campaigns.id, [...ids]))
    .orderBy(asc(campaigns.id))

const HARD = [
  { code: '=1+1', title: '=HYPERLINK("x")' },
  { code: '0012', title: "'Tis the season" },
  { code: '1E5', title: "''Twice" },
  { code: 'DEC25', title: 'Dec 25' },
  { code: '-20', title: '+91 and more, "quoted"; and a tab' },
  { code: '123456789012345', title: 'true' },
  {
    code: null,
    title: 'Lines',
    description_html: '<p>First.</p><ul><li>One</li><li>Two</li></ul>',
    kpi_html: '<p>A</p><p>B &amp; C</p>',
    ends_at: new Date('2030-01-31T18:29:59.999Z'),
    set_payout_hundredths: 650n,
    set_payout_model: 'percentage',
  },
  {
    code: null,
    title: 'दिवाली की छूट',
    set_payout_hundredths: 250_00n,
    set_payout_model: 'flat',
    starts_at: new Date('2026-11-01T00:00:00Z'),
  },
]

describe('a file that comes back', () => {
  test.each([
    ['as it was written', (content: string) => content],
    ['with all cells in quotes', (content: string) => save(toRows(content))],
    ['with semicolons and Unix lines', (content: string) => save(toRows(content), ';', '\n')],
    ['with tabs', (content: string) => save(toRows(content), '\t')],
    ['in UTF-16', (content: string) => Buffer.from(`\ufeff${save(toRows(content), '\t')}`, 'utf16le')],
    [
      'with Windows lines in its cells',
      (content: string) =>
        save(toRows(content).map((row) => row.map((cell) => cell.replaceAll('\n', '\r\n')))),
    ],
    ['without most columns', (content: string) => save(toRows(content).map((row) => row.slice(0, 4)))],
  ])('%s makes no difference', async (_, change) => {
    const { source } = await makeOffers(...HARD)
    const content = await write(source)
    await expect(preview(change(content))).rejects.toThrow(
      `None of the ${HARD.length} offers of the file differs from what is there.`,
    )
  })

  test('shows no spreadsheet a formula, a number that it would round, or a date', async () => {
    const { source } = await makeOffers(...HARD)
    const [head, ...rows] = toRows(await write(source))
    const at = (name: string) => rows.map((row) => row[head!.indexOf(name)])
    expect(at('code').filter(Boolean)).toEqual([
      "'123456789012345",
      "'-20",
      "'DEC25",
      "'1E5",
      "'0012",
      "'=1+1",
    ])
    expect(at('title')).toContain("'Dec 25")
    expect(at('title')).toContain("''Tis the season")
    expect(at('to').filter(Boolean)).toEqual(["'2030-01-31 23:59:59.999"])
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@]/)
  })

  test('of ten thousand offers makes no difference, and with one cell changed one', async () => {
    const { source, ids } = await makeOffers(...HARD)
    await db.execute(sql`
      INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, url, network, network_campaign_id, code, img,
                             description_html, description_text)
      SELECT source, source || n, '', source || n, 'Offer ' || n || ' of the season', brand_id, url, network, network_campaign_id,
             'C' || n, NULL, '<p>All of ' || n || '.</p><ul><li>One</li></ul>', ''
        FROM campaigns, generate_series(1, ${10_000 - ids.length}) n WHERE id = ${ids[0]}`)
    const content = await write(source)
    expect(toRows(content)).toHaveLength(10_001)
    await expect(preview(content)).rejects.toThrow('None of the 10000 offers of the file differs')
    const seen = await preview(change(content, ids[2]!, { title: 'Twice as much' }))
    expect(seen.effect).toBe('Edits 1 offer of 10000 in the file')
    expect(seen.tables![0]!.rows).toEqual([
      { id: ids[2], field: 'title', before: "''Twice", after: 'Twice as much' },
    ])
  })
})

describe('an edited file', () => {
  test('previews every difference, and does them as one change with a line for each offer', async () => {
    const { source, ids } = await makeOffers({ title: 'Lamps' }, { title: 'Desks', code: 'DESK' }, {})
    let content = change(await write(source), ids[0]!, {
      title: 'Lamps for less',
      category: 'Fashion',
      to: '2031-01-31',
    })
    content = change(content, ids[1]!, { code: '', payout: '7%', description: 'Line one.\n- a\n- b' })
    const seen = await preview(content)
    expect(seen.effect).toBe('Edits 2 offers of 3 in the file')
    expect(
      (seen.tables![0]!.rows as unknown as { id: number; field: string; after: string }[])
        .map(({ id, field, after }) => [id, field, after])
        .toSorted(),
    ).toEqual(
      [
        [ids[0], 'category', 'Fashion'],
        [ids[0], 'title', 'Lamps for less'],
        [ids[0], 'to', '2031-01-31'],
        [ids[1], 'code', ''],
        [ids[1], 'description', 'Line one.\n- a\n- b'],
        [ids[1], 'payout', '7%'],
      ].toSorted(),
    )
    expect((await readOffers(ids))[0]!.title).toBe('Lamps')
    const { outcome, rows } = await edit(content)
    expect([outcome, rows.toSorted()]).toEqual(['done', [`offer ${ids[0]} done`, `offer ${ids[1]} done`]])
    const [lamps, desks, other] = await readOffers(ids)
    expect(lamps).toMatchObject({
      title: 'Lamps for less',
      ends_at: new Date('2031-01-31T18:30:00Z'),
      overrides: { title: 'Lamps' },
    })
    expect(desks).toMatchObject({
      code: null,
      set_payout_hundredths: 700n,
      description_html: '<p>Line one.</p><ul><li>a</li><li>b</li></ul>',
    })
    expect(other!.overrides).toEqual({})
    await expect(preview(content)).rejects.toThrow('None of the 3 offers of the file differs')
  })

  test('that writes a value in another way makes no difference', async () => {
    const { source, ids } = await makeOffers({
      set_payout_hundredths: 600n,
      set_payout_model: 'percentage',
      ends_at: new Date('2030-06-01T13:00:00Z'),
    })
    const content = change(await write(source), ids[0]!, { payout: '6%', to: '2030-06-01T18:30:00' })
    await expect(preview(content)).rejects.toThrow('differs from what is there')
  })

  test.each([
    ['an empty title', { title: '' }, 'the title must not be empty'],
    ['an unknown category', { category: 'Nonsense' }, 'must be one of'],
    [
      'a date of a spreadsheet',
      { to: '31-01-2031' },
      'to: It must be a day, with a time of India or without',
    ],
    ['an end before the beginning', { from: '2031-02-01', to: '2031-01-31' }, 'must be after the beginning'],
    ['a payout that is none', { payout: '6 percent' }, 'payout: It must be a percentage such as 6%'],
    ['another link', { link: 'https://evil.example/?pub=2' }, 'the link is not set by a file'],
    ['another network', { network: 'awin' }, 'the network is not set by a file'],
    ['another store', { store: 'Mine' }, 'the store is not set by a file'],
    ['another programme', { programme: '1' }, 'the programme is not set by a file'],
    [
      'another version',
      { version: 'v000000000000', title: 'Other' },
      'it was changed since the file was written',
    ],
    ['the number of no offer', { id: '999999998' }, 'there is no such offer'],
    ['no number', { id: '1.5' }, 'has ‘1.5’, which is no number of an offer'],
  ])('with %s refuses that row, and edits the others', async (_, cells, words) => {
    const { source, ids } = await makeOffers({}, {})
    const content = change(change(await write(source), ids[1]!, { title: 'Good' }), ids[0]!, cells)
    const { outcome, result } = await edit(content)
    expect(outcome).toBe('partly')
    expect(JSON.stringify(result)).toContain(words)
    const [refused, done] = await readOffers(ids)
    expect([refused!.overrides, done!.title]).toEqual([{}, 'Good'])
  })

  test('refuses an offer that somebody has changed since, and says so', async () => {
    const { source, ids } = await makeOffers({ title: 'Lamps' })
    const content = change(await write(source), ids[0]!, { title: 'Mine' })
    await db.transaction((tx) => editOffer(ids[0]!, { code: 'THEIRS' }, tx))
    await expect(preview(content)).rejects.toThrow(
      `Line 2, offer ${ids[0]}: it was changed since the file was written: write the file again.`,
    )
    expect((await readOffers(ids))[0]!.title).toBe('Lamps')
  })

  test('refuses a payout that waits for a second person, with the whole row', async () => {
    await recordCommand({ osUser: 'noor' }, 'today')
    const { source, ids } = await makeOffers({}, {})
    let content = change(await write(source), ids[0]!, { payout: '90%', title: 'Not this' })
    content = change(content, ids[1]!, { payout: '6%' })
    const { outcome, result } = await edit(content)
    expect(outcome).toBe('partly')
    expect(JSON.stringify(result)).toContain('its payout waits for a second person')
    const [refused, done] = await readOffers(ids)
    expect(refused).toMatchObject({ set_payout_hundredths: null, overrides: {} })
    expect(done!.set_payout_hundredths).toBe(600n)
  })

  test('is refused with an offer twice, a strange heading, a heading twice, or another file', async () => {
    const { source, ids } = await makeOffers({}, {})
    const content = await write(source, false)
    const rows = toRows(content)
    await expect(preview(save([...rows, rows[1]!]))).rejects.toThrow(
      `is about offer ${ids[1]}, as line 2 is.`,
    )
    const rename = (from: string, to: string) => content.replace(from, to)
    await expect(preview(rename(',state', ',mood'))).rejects.toThrow('No column is named ‘mood’.')
    await expect(preview(rename(',state', ',title'))).rejects.toThrow('Two columns are named ‘title’.')
    await expect(preview(rename(',version', ',state'))).rejects.toThrow('Two columns are named ‘state’.')
    await expect(preview('name,price\r\nLamp,5\r\n')).rejects.toThrow('The first heading must be id')
    await expect(preview('id,version,title\r\n1,"v')).rejects.toThrow('The file is no CSV')
  })

  test('of more than 500 differing offers is refused before anything is edited', async () => {
    const { source, ids } = await makeOffers({})
    await db.execute(sql`
      INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, url, network, network_campaign_id)
      SELECT source, source || n, '', source || n, 'Many', brand_id, url, network, network_campaign_id
        FROM campaigns, generate_series(1, 500) n WHERE id = ${ids[0]}`)
    const rows = toRows(await write(source, false))
    const title = rows[0]!.indexOf('title')
    for (const row of rows.slice(1)) row[title] = 'Another'
    await expect(preview(save(rows))).rejects.toThrow(
      '501 offers differ, and a file edits 500 at most: split it.',
    )
    expect((await preview(save(rows.slice(0, -1)))).effect).toBe('Edits 500 offers of 500 in the file')
  })
})
