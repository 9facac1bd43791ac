import { forgetOthers } from '../support/settings'
import { sql } from 'drizzle-orm'
import { describe, expect, test, beforeEach } from 'vitest'
import { db } from '~/platform/db/client.server'
import { waitingTimes } from '~/platform/db/schema/waiting-times'
import { opsProcess } from './process'
import { file, ops, opsByTwo, opsDone, opsJson } from './support'

const row = (id: string, more: object = {}) => ({
  id,
  title: `Kettle ${id}`,
  brand: 'Ketli House',
  url: `https://ketli.example/${id}`,
  categories: '["Electronics & Kitchen"]',
  payout: '6',
  payout_model: 'percentage',
  ...more,
})

const FEED = [
  row('k1'),
  row('k2', { ends_at: '2025-01-31' }),
  { id: 'k3', url: 'https://ketli.example/k3' },
  row('k4', { url: 'http://ketli.example/k4' }),
]

describe('catalogue import', () => {
  beforeEach(forgetOthers)

  test('refuses invalid rows with line and reason, imports the rest, and prints counts', async () => {
    const feed = file('ketli.json', JSON.stringify(FEED, null, 0).replaceAll('},{', '},\n{'))
    const { code, out, err } = await ops(`catalogue import ${feed}`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')).toEqual([
      'Done: imports ketli: new 2, changed 0, unchanged 0, ended 1, hidden 0, refused 2.',
      '',
      'Refused:',
      'LINE  ID  REASON',
      '   3  k3  title: missing',
      '   4  k4  url: only https addresses are taken',
      '',
    ])
    const rows = await db.execute(sql`SELECT external_id, source FROM campaigns ORDER BY external_id`)
    expect([...rows]).toEqual([
      { external_id: 'k1', source: 'ketli' },
      { external_id: 'k2', source: 'ketli' },
    ])
  })

  test('changes nothing when it is run again', async () => {
    const before = await db.execute(sql`SELECT version FROM catalogue_version`)
    const feed = file('ketli.json', JSON.stringify(FEED))
    const out = await opsDone(`catalogue import ${feed} --json`)
    const { refusals, ...facts } = JSON.parse(out)
    expect(facts).toMatchObject({ source: 'ketli', broken: null, done: true })
    expect(facts).toMatchObject({ new: 0, changed: 0, unchanged: 2, ended: 1, hidden: 0, refused: 2 })
    expect(refusals.map(({ id }: { id: string }) => id)).toEqual(['k3', 'k4'])
    expect([...(await db.execute(sql`SELECT version FROM catalogue_version`))]).toEqual([...before])
  })

  test('previews what --clear empties, and its entry of the log keeps the values before', async () => {
    const whole = file(
      'clear.json',
      JSON.stringify([row('e1', { code: 'POT10', network_campaign_id: '4602', cap: '250.50' })]),
    )
    await opsDone(`catalogue import ${whole}`)
    const csv = file(
      'clear.csv',
      'id,title,brand,url,code,network_campaign_id,cap\ne1,Kettle e1,Ketli House,https://ketli.example/e1,,77,\n',
    )
    expect(await opsDone(`catalogue import ${csv} --dry-run`)).not.toContain('POT10')
    const preview = await opsDone(`catalogue import ${csv} --clear --dry-run`)
    expect(preview).toContain('Fields that are emptied, and network ids that change:')
    expect(preview).toMatch(/e1 +Kettle e1 +code +POT10/)
    expect(preview).toMatch(/e1 +Kettle e1 +network_campaign_id +4602 +77/)
    expect(preview).toMatch(/e1 +Kettle e1 +cap +250\.50/)
    await opsDone(`catalogue import ${csv} --clear`)
    const [line] = await db.execute<{ result: unknown }>(
      sql`SELECT result FROM operator_log WHERE command LIKE 'catalogue import%' ORDER BY id DESC LIMIT 1`,
    )
    expect(line!.result).toMatchObject({
      changed: [
        { field: 'code', before: 'POT10', after: null },
        { field: 'cap_paise', before: '25050', after: null },
        { field: 'network_campaign_id', before: '4602', after: '77' },
      ],
    })
    await db.execute(sql`DELETE FROM campaigns WHERE source = 'clear'`)
  })

  test('--payout applies to every row', async () => {
    const feed = file('flat.json', JSON.stringify([row('f1')]))
    expect((await opsByTwo(`catalogue import ${feed} --source ketli --payout 250 --yes`)).code).toBe(0)
    const [found] = await db.execute(
      sql`SELECT payout_hundredths::int AS payout, payout_model AS model FROM campaigns WHERE external_id = 'f1'`,
    )
    expect(found).toEqual({ payout: 25_000, model: 'flat' })
  })

  test.each(['abc', '19.999', '-5', '101%', '1e5', ''])('--payout %s is refused', async (payout) => {
    const feed = file('flat.json', JSON.stringify([row('f1')]))
    const { code, err } = await ops(`catalogue import ${feed} --payout="${payout}" --yes`)
    expect(code).toBe(2)
    expect(err).toContain('a percentage such as 6%, or an amount in rupees such as 250')
  })

  test('reads CSV by file name, or with --csv from a pipe', async () => {
    const csv = 'id,title,url,payout\nc1,Cup,https://cup.example/1,5%\nc2,Saucer,https://cup.example/2,\n'
    const named = await ops(`catalogue import ${file('cups.csv', csv)}`)
    expect(named.out).toContain('new 2, changed 0, unchanged 0')
    const piped = await opsProcess('catalogue import - --source cups --csv', { input: csv })
    expect(piped.out).toContain('new 0, changed 0, unchanged 2')
  })

  test('lets a row of another Awin publisher wait', async () => {
    const offer = {
      promotionId: 501,
      type: 'promotion',
      advertiser: { id: 77, name: 'Ketli House' },
      title: 'Ten off',
      description: '',
      terms: '',
      startDate: '2026-01-01T00:00:00',
      endDate: '2031-01-01T00:00:00',
      url: 'https://ketli.example/',
      urlTracking: 'https://www.awin1.com/cread.php?awinmid=77&awinaffid=111111',
      regions: { all: true, list: [] },
    }
    const feed = file('awin.json', JSON.stringify({ data: [offer] }))
    const other = await opsProcess(`catalogue import ${feed}`, { env: { AWIN_PUBLISHER_ID: '222222' } })
    expect(other.code).toBe(0)
    expect(other.out).toContain('new 0, changed 0, unchanged 0, ended 0, hidden 0, refused 0; 1 offer waits.')
    expect(other.out).toMatch(/^501 +Ten off +link of awin www\.awin1\.com \(111111\)$/m)
    const ours = await opsProcess(`catalogue import ${feed}`, {
      env: { AWIN_PUBLISHER_ID: '111111' },
    })
    expect(ours.out).toContain('new 1, changed 0, unchanged 0')
    expect(ours.code).toBe(0)
  })

  test('reports an unknown category once; --category maps it to one of ours', async () => {
    const rows = ['b1', 'b2'].map((id) => row(id, { categories: '["Finance & Loans"]' }))
    const feed = file('banks.json', JSON.stringify([...rows, row('b3', { categories: '["Pets"]' })]))
    const plain = await ops(`catalogue import ${feed}`)
    expect(plain.out.split('\n').slice(2)).toEqual([
      'Categories that are not ours; these rows have none:',
      'CATEGORY  ROWS  FIRST LINE',
      'Finance      2           1',
      'Pets         1           1',
      '',
      '‘Finance=Services’ as category puts such rows into a category of ours.',
      '',
    ])
    const mapped = await ops(`catalogue import ${feed} --category Finance=services --category Pets=Lifestyle`)
    expect(mapped).toEqual({
      code: 0,
      out: 'Done: imports banks: new 0, changed 3, unchanged 0, ended 0, hidden 0, refused 0.\n',
      err: '',
    })
    const wrong = await ops(`catalogue import ${feed} --category Finance=Servces`)
    expect(wrong.code).toBe(1)
    expect(wrong.err).toMatch(
      /^‘Servces’ is not one of our categories: Electronics, Fashion, .*\(--category\)/,
    )
    const half = await ops(`catalogue import ${feed} --category Finance`)
    expect(half.code).toBe(2)
    expect(half.err).toContain('such as Finance=Services.')
  })

  test('--replace ends unlisted offers, previews the counts, and needs --even-so above 20 percent', async () => {
    const all = ['1', '2', '3', '4', '5', '6'].map((id) => row(`r${id}`))
    const feed = (rows: object[]) => file('shop.json', JSON.stringify(rows))
    await ops(`catalogue import ${feed(all)}`)
    const dry = await ops(`catalogue import ${feed(all.slice(1))} --replace --dry-run`)
    expect(dry.out.split('\n')).toEqual([
      'Imports shop: new 0, changed 0, unchanged 5, ended 0, hidden 0, refused 0; ends 1 offer (1 of 6 live ones) that the feed no longer lists.',
      '',
      'No longer listed:',
      expect.stringMatching(/^ *ID {2}TITLE$/),
      expect.stringMatching(/^ *\d+ {2}Kettle r1$/),
      '',
      expect.stringMatching(/^Version [0-9a-f]{12}\.$/),
      '',
      'Nothing was done.',
      '',
    ])
    const many = await ops(`catalogue import ${feed(all.slice(2))} --replace`)
    expect({ ...many, code: many.code }).toEqual({
      code: 1,
      out: '',
      err: 'The feed no longer lists 2 offers (2 of 6 live ones), more than 20 percent. Nothing was done: look at the preview, and allow any number to end them anyway (--even-so).\n',
    })
    const looked = await ops(`catalogue import ${feed(all.slice(2))} --replace --dry-run`)
    expect(looked.out).toContain('more than 20 percent.')
    expect(looked.out).toMatch(/^ *\d+ {2}Kettle r2$/m)
    const piped = await opsProcess('catalogue import - --source shop --replace --even-so', {
      input: JSON.stringify(all.slice(2)),
    })
    expect(piped.out).toContain('; ends 2 offers (2 of 6 live ones) that the feed no longer lists.\n')
    expect((await ops('catalogue list --source shop')).out.match(/ ended /g)).toHaveLength(2)
    const back = await ops(`catalogue import ${feed(all)} --replace --json`)
    expect(JSON.parse(back.out)).toMatchObject({ changed: 2, unchanged: 4, unlisted_offers: 0 })
    expect((await ops('catalogue list --source shop')).out.match(/ live /g)).toHaveLength(6)
    const [first] = (await opsJson('catalogue list --source shop --search r1')) as { id: number }[]
    await ops(`catalogue edit ${first!.id} --title Mine`)
    const edited = await ops(`catalogue import ${feed(all.slice(1))} --replace --dry-run`)
    expect(edited.out).toContain(
      'Of offers that were edited by hand, the feed no longer lists 1: they end with the others, as UNLISTED_EDITED_OFFERS says.',
    )
    const empty = await ops(`catalogue import ${feed([])} --replace --even-so`)
    expect(empty).toMatchObject({
      code: 1,
      err: expect.stringContaining('an empty feed ends nothing. Nothing was done.'),
    })
  })

  test('exits with 1 for a damaged file and keeps the rows before the damage', async () => {
    const feed = file('torn.json', `[${JSON.stringify(row('t1'))}, {"id": "t2", "title": "To`)
    const { code, out, err } = await ops(`catalogue import ${feed}`)
    expect(code).toBe(1)
    expect(err).toContain('The file is damaged: ')
    expect(out).toContain('new 1, ')
  })

  test.each([
    [file('feed.txt', ''), 'Is it JSON or CSV?'],
    ['-', 'The file’s name does not say whose rows these are (--source).'],
  ])('%s exits with 1 and an explanation', async (given, words) => {
    const { code, out, err } = await ops(`catalogue import ${given}`)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(words)
  })

  test('exits with 1 for a missing file', async () => {
    const { code, err } = await ops('catalogue import nowhere.json')
    expect({ code, err }).toEqual({ code: 1, err: 'There is no file nowhere.json\n' })
  })
})

describe('catalogue list and rank', () => {
  test('list shows live and ended offers', async () => {
    const out = await opsDone('catalogue list --source ketli')
    expect(out).toMatch(/live +Ketli House +Kettle k1 +6\.00% +0 +kettle-k1\n/)
    expect(out).toMatch(/ended +Ketli House +Kettle k2 /)
    const list = await opsJson('catalogue list --source ketli --limit 1')
    expect(list).toMatchObject([{ external_id: 'f1', payout: 'Rs. 250.00', state: 'live' }])
  })

  test('rank puts the most clicked first', async () => {
    await db.execute(sql`
      INSERT INTO clicks (id, user_id, campaign_id, network, payout_model, currency, visitor_hash)
      SELECT 'click', 9, id, network, payout_model, currency, 'v' FROM campaigns WHERE external_id = 'f1'`)
    const { code, out } = await ops('catalogue rank')
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Done: ranks brands and offers by their clicks of 30 days.\n',
    })
    const [first] = await db.execute(sql`SELECT external_id, clicks_30d FROM campaigns ORDER BY rank LIMIT 1`)
    expect(first).toEqual({ external_id: 'f1', clicks_30d: 1 })
  })
})

describe('catalogue generate', () => {
  test('is refused outside the demo without --yes', async () => {
    const before = await db.execute(sql`SELECT count(*)::int AS n FROM campaigns`)
    const env = { DATABASE_URL: process.env.EMBEDDED_DATABASE_URL!, ALLOW_DEMO_OTP: '1', HOLDING_DAYS: '30' }
    const { code, err } = await opsProcess('catalogue generate --rows 200', { env })
    expect(code).toBe(1)
    expect(err).toContain('This is not a demo')
    expect(await db.execute(sql`SELECT count(*)::int AS n FROM campaigns`)).toEqual(before)
  })

  test('adds offers up to the number, and none the second time', async () => {
    const count = async () => {
      const [row] = await db.execute<{ n: number; live: number; codes: number }>(sql`
        SELECT count(*)::int AS n, count(*) FILTER (WHERE listed)::int AS live, count(code)::int AS codes
          FROM campaigns WHERE source = 'generated'`)
      return row!
    }
    for (let i = 0; i < 2; i++) {
      const { code, out } = await ops('catalogue generate --rows 300 --yes')
      expect({ code, out }).toEqual({ code: 0, out: 'The catalogue has 300 generated offers.\n' })
      const { n, live, codes } = await count()
      expect(n).toBe(300)
      expect(live).toBeGreaterThan(250)
      expect(live).toBeLessThan(300)
      expect(codes).toBeGreaterThan(80)
    }
  })

  test.each(['0', '-5', 'many', '5000001', '1e3'])('refuses %s rows', async (rows) => {
    expect((await ops(`catalogue generate --rows=${rows} --yes`)).code).not.toBe(0)
  })
})

describe('stores', () => {
  test('set changes the given facts of a store, keeps the others, and removes facts', async () => {
    await ops(`catalogue import ${file('record.json', JSON.stringify([row('r1', { brand: 'Diya Depot' })]))}`)
    const command =
      'stores set "Diya Depot" --tracks-in 24 --app-orders no --void "Gift cards" --void Returns'
    expect((await ops(command)).out).toBe(
      `Done: changes what the page of Diya Depot says.

What changes:
FIELD       NOW  THEN
tracks in        24
app orders       no
void             Gift cards\\nReturns
`,
    )
    await ops('stores set "Diya Depot" --void unknown --claims yes --confirms-in 40 --tracks-in unknown')
    const { out } = await ops('stores show "Diya Depot" --json')
    const { by_hand, log, planned, ...facts } = JSON.parse(out)
    expect(by_hand.map(({ field }: { field: string }) => field)).toEqual([
      'confirms in',
      'app orders',
      'claims',
    ])
    expect([log.length, planned]).toEqual([2, []])
    expect(facts).toEqual({
      id: expect.any(Number),
      name: 'Diya Depot',
      page: expect.stringMatching(/^http.*\/Offers\/diya-depot$/),
      live_count: 1,
      up_to: expect.anything(),
      store_url: expect.stringMatching(/^https:/),
      img: null,
      seo_title: null,
      source: 'feed record',
      holding_days: null,
      promise_days: null,
      clicks_30d: 0,
      store: 'Diya Depot',
      tracks_in_hours: null,
      confirms_in_days: 40,
      app_orders: false,
      takes_claims: true,
      voids: null,
      dos: null,
      donts: null,
    })
  })
  test('set refuses too many points', async () => {
    const points = Array.from({ length: 11 }, (_, i) => `--do ${i}`).join(' ')
    expect(await ops(`stores set "Diya Depot" ${points}`)).toMatchObject({
      code: 1,
      err: 'A store has up to 10 points of one kind (--do).\n',
    })
  })
  test('holding sets the days of a store, and default those of its network', async () => {
    const days = async () =>
      (await db.execute(sql`SELECT holding_days FROM brands WHERE name = 'Diya Depot'`))[0]!.holding_days
    expect((await ops('catalogue holding "Diya Depot" 45')).out).toMatch(
      /^Done: sets the holding period of Diya Depot to 45 days\.\n/,
    )
    expect(await days()).toBe(45)
    expect((await ops('catalogue holding "Diya Depot" 366')).code).toBe(2)
    expect((await opsByTwo('catalogue holding "Diya Depot" default')).code).toBe(0)
    expect(await days()).toBeNull()
  })
  test.each(['--tracks-in 0', '--confirms-in 366', '--app-orders maybe', '--void ""', ''])(
    'set refuses %s',
    async (given) => {
      expect((await ops(`stores set "Diya Depot" ${given}`)).code).toBe(2)
    },
  )
  test('waits lists the figures of the last night, with the dates that were kept', async () => {
    expect((await ops('stores waits')).out).toContain('No store and no network has 30 sales')
    const [store] = await db.execute<{ id: number }>(
      sql`SELECT id::int AS id FROM brands WHERE name = 'Diya Depot'`,
    )
    const last = { night: '2026-11-25', step: 'confirm', sales: 132 } as const
    await db.insert(waitingTimes).values([
      { ...last, night: '2026-11-24', store_id: store!.id, p50_hours: 1, p90_hours: 2, due: 1, kept: 1 },
      { ...last, network: 'trackier', p50_hours: 70, p90_hours: 1000, due: 30, kept: 29 },
      { ...last, store_id: store!.id, p50_hours: 900, p90_hours: null, due: 0, kept: 0 },
    ])
    const { out } = await ops('stores waits')
    expect(out).toMatch(
      /trackier +tracked to confirmed +132 +70 h +42 days +96 % of 30\n.*Diya Depot .*tracked to confirmed +132 +38 days +none +none due\n/,
    )
    expect(out).toContain('no date can be given')
    const rows = (await opsJson('stores waits --only-networks')) as object[]
    expect(rows).toMatchObject([{ network: 'trackier', p90_hours: 1000, due: 30, kept_dates: 29 }])
    expect(await opsJson('stores waits --store "Diya Depot"')).toHaveLength(1)
  })
  test('names an unknown store', async () => {
    expect(await ops('stores show nowhere')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no store nowhere'),
    })
  })
})
