/** Links and rates of feeds that wait for a second person, through every door of the catalogue. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { evaluateAlerts } from '~/domain/alerts/conditions.server'
import { listWaitingWork } from '~/domain/alerts/waiting.server'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { alerts } from '~/platform/db/schema/monitoring'
import { allowedLinks, brands, campaigns, heldRows } from '~/platform/db/schema/catalogue'
import { approvals, operatorLog } from '~/platform/db/schema/operations'
import { perform } from '~/desk/perform.server'
import { prepare } from '~/desk/prepare.server'
import { toInputFile } from '~/desk/read-input'
import { workQueue } from '~/desk/work-queue.server'
import { findShortlinkUrl, recordClick } from '~/domain/tracking/clicks.server'
import { addShortlink } from '~/domain/tracking/shortlinks.server'
import { editOffer } from '~/domain/catalog/offers-by-hand.server'
import { editStore } from '~/domain/catalog/stores-by-hand.server'
import { findDefects } from '~/domain/books/audit.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { findOffer, importFeed, ownRow } from '../catalog/feed'
import { makeCall } from '../support/calls'
import { forgetOthers, passHours } from '../support/settings'
import { member } from '../wallet/support'
import { file, ops, opsAs, opsDone, opsJson } from './support'

type Rows = Record<string, string | null | undefined>[]

const OURS = `https://${env().TRACKIER_HOST}/click?pub_id=${env().TRACKIER_PUBLISHER_ID}`
const OTHER_HOST = `https://track.thief.example/click?pub_id=${env().TRACKIER_PUBLISHER_ID}`
const OTHER_ID = `https://${env().TRACKIER_HOST}/click?pub_id=666`

let made = 0
let source: string
beforeAll(async () => {
  // A line of another day: this is no shop's first day. A click: it has commission to lose.
  await recordCommand({ osUser: 'root' }, 'today', { at: new Date(Date.now() - 3 * 86_400_000) })
  await importFeed([ownRow({ id: 'first' })], { source: 'first' })
  const { id } = (await findOffer('first', 'first'))!
  await recordClick(id, { userId: await member(), address: '192.0.2.1', agent: 'a browser' })
})
beforeEach(async () => {
  await forgetOthers()
  source = `door-${++made}`
  await importFeed([offer(OURS)], { source })
})

const offer = (tracking_url: string | null, more: object = {}) =>
  ownRow({ brand: source, title: `Lamps of ${source}`, tracking_url, ...more })
const readOffer = async (id = 'c1') => (await findOffer(id, source))!
const toCsv = (rows: Rows) => {
  const names = [...new Set(rows.flatMap(Object.keys))]
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
    .map((cells) => cells.join(','))
    .join('\n')
}
const toJson = (rows: object[]) => file(`${source}.json`, JSON.stringify(rows))

const callImport = (rows: Rows, osAccount = 'feeds') =>
  makeCall(
    'catalogue import',
    { source },
    { osAccount },
    {
      file: toInputFile('feed.json', Buffer.from(JSON.stringify(rows))),
    },
  )
const DOORS: [name: string, open: (rows: Rows) => Promise<unknown>][] = [
  ['the command line, JSON', (rows) => ops(`catalogue import ${toJson(rows)}`)],
  ['the command line, CSV', (rows) => ops(`catalogue import ${file(`${source}.csv`, toCsv(rows))}`)],
  [
    'a replacing feed of a timer',
    (rows) => opsAs('feeds', `catalogue import ${toJson(rows)} --replace --yes`),
  ],
  [
    'a form of the desk',
    async (rows) => {
      const call = await callImport(rows)
      return perform(call, { requestKey: randomUUID(), seen: await prepare(call) })
    },
  ],
  [
    'a job of the worker',
    async (rows) => {
      const call = await callImport(rows)
      await perform(call, {
        requestKey: randomUUID(),
        seen: await prepare(call),
        byWorker: true,
      })
      await workQueue()
    },
  ],
  [
    'rates that two people have agreed to',
    async (rows) => {
      const line = `catalogue import ${toJson(rows)} --payout 4% --yes`
      await recordCommand({ osUser: 'agreeing' }, 'today')
      await opsAs('feeds', line)
      return opsAs('agreeing', line)
    },
  ],
]

describe.each(DOORS)('a link by %s', (_, open) => {
  test.each([
    ['as before', false, OURS],
    ['of another host', true, OTHER_HOST],
    ['of another publisher', true, OTHER_ID],
    ['that leads to another host', true, `${OURS}&url=${encodeURIComponent('https://thief.example/x')}`],
  ])('%s: waits is %s', async (_, waits, link) => {
    await open([offer(link, { title: 'Changed' }), offer(OURS, { id: 'c2', title: 'Another' })])
    const { tracking_url, title } = await readOffer()
    expect([tracking_url, title]).toEqual(waits ? [OURS, `Lamps of ${source}`] : [link, 'Changed'])
    expect(await readOffer('c2')).toMatchObject({ title: 'Another' })
    expect(await db.select().from(heldRows).where(eq(heldRows.source, source))).toHaveLength(waits ? 1 : 0)
  })
})

describe('an offer that waits', () => {
  const importLink = (link: string, by = 'feeds') =>
    opsAs(by, `catalogue import ${toJson([offer(link, { title: 'Changed' })])}`)
  const findImport = async () =>
    (await db.select().from(heldRows).where(eq(heldRows.source, source)))[0]?.import_id
  const listApprovals = async (id: number) =>
    (
      await db
        .select()
        .from(approvals)
        .where(eq(approvals.command, `catalogue accept ${id}`))
    ).map(({ state, asked_by }) => `${state} ${asked_by}`)
  const findAlert = async (id: number) =>
    (
      await db
        .select()
        .from(alerts)
        .where(eq(alerts.subject, `import ${id}`))
    )[0]!

  test('is named, listed, on the list of the day and an alert, until a second person accepts it', async () => {
    await recordCommand({ osUser: 'agreeing' }, 'today')
    const { out, code } = await importLink(OTHER_HOST)
    const id = (await findImport())!
    expect(code).toBe(0)
    expect(out).toMatch(/^Done: imports door-\d+: new 0, changed 0, .*refused 0; 1 offer waits\.\n/)
    expect(out).toContain('link of trackier track.thief.example (1001)')
    expect(out).toMatch(new RegExp(`A second person has to accept import ${id} \\(approval \\d+\\)`))
    expect(await listApprovals(id)).toEqual(['waiting feeds'])
    expect(await opsJson(`catalogue held --import ${id}`)).toMatchObject([
      { import_id: id, external_id: 'c1', why: 'link of trackier track.thief.example (1001)' },
    ])
    expect((await listWaitingWork()).find(({ what }) => what === 'offers of feeds')!.count).toBeGreaterThan(0)
    await evaluateAlerts()
    expect(await findAlert(id)).toMatchObject({ cause: 'offers-held', cleared_at: null })

    expect((await opsAs('feeds', `catalogue accept ${id} --yes`)).err).toContain(
      'Another person has to agree',
    )
    const accepted = await opsAs('agreeing', `catalogue accept ${id} --yes`)
    expect(accepted.out).toContain(
      `Done: lets in 1 offer of ${source}, and allows links of trackier track.thief.example (1001).`,
    )
    expect(await readOffer()).toMatchObject({ tracking_url: OTHER_HOST, title: 'Changed' })
    expect(await db.select().from(allowedLinks)).toMatchObject([
      { network: 'trackier', host: 'track.thief.example', publisher: '1001', allowed_by: 'agreeing' },
    ])
    await evaluateAlerts()
    expect((await findAlert(id)).cleared_at).not.toBeNull()
    expect((await opsAs('agreeing', `catalogue accept ${id} --yes`)).err).toContain(
      'npm run ops -- catalogue held',
    )
    // Accepted is accepted: the same feed has nothing new, and other offers may have the link.
    expect((await importLink(OTHER_HOST)).out).toContain('unchanged 1')
    await opsDone(`catalogue import ${toJson([offer(OTHER_HOST, { id: 'c3', title: 'Third' })])}`)
    expect(await readOffer('c3')).toMatchObject({ tracking_url: OTHER_HOST })
    // The line of another day was written by SQL.
    const defects = (await findDefects()).filter(({ check }) => check !== 'command logged by the application')
    expect(defects).toEqual([])
  })

  test('is asked about once, however often the feed comes, and no more after a refusal', async () => {
    const link = OTHER_HOST.replace('thief', 'again')
    await importLink(link)
    const id = (await findImport())!
    await importLink(link)
    await importLink(link, 'somebody')
    expect(await findImport()).toBe(id)
    expect(await listApprovals(id)).toEqual(['waiting feeds'])
    const [asked] = await db
      .select()
      .from(approvals)
      .where(eq(approvals.command, `catalogue accept ${id}`))
    const approval = asked!.id
    await evaluateAlerts()
    expect((await findAlert(id)).cleared_at).toBeNull()
    await opsDone(`approvals refuse ${approval}`)
    expect((await importLink(link)).out).toContain(
      `approval ${approval} was refused. Accepting import ${id} asks again.`,
    )
    expect(await listApprovals(id)).toEqual(['refused feeds'])
    await evaluateAlerts()
    expect(await findAlert(id)).toMatchObject({ cause: 'offers-held', cleared_at: expect.any(Date) })
    expect(await readOffer()).toMatchObject({ tracking_url: OURS })
  })

  test('is replaced by the next version of its row, and gone with a feed that no longer lists it', async () => {
    await importLink(OTHER_HOST.replace('thief', 'one'))
    const first = await findImport()
    await importLink(OTHER_HOST.replace('thief', 'two'))
    expect(await findImport()).not.toBe(first)
    await opsDone(`catalogue import ${toJson([offer(OURS, { title: 'Fine' })])}`)
    expect(await findImport()).toBeUndefined()
    await importLink(OTHER_HOST.replace('thief', 'three'))
    await opsDone(
      `catalogue import ${toJson([offer(OURS, { id: 'c9', title: 'Ninth' })])} --replace --even-so`,
    )
    expect(await findImport()).toBeUndefined()
  })

  test('is accepted by the same person after 24 hours where there is no other', async () => {
    env().demo = false
    await importLink(OTHER_HOST.replace('thief', 'alone'))
    const id = (await findImport())!
    expect((await opsAs('feeds', `catalogue accept ${id} --yes`)).err).toContain('alone from')
    await passHours(25)
    expect((await opsAs('feeds', `catalogue accept ${id} --yes`)).out).toContain('Done: lets in 1 offer')
    env().demo = true
  })

  test('of a dry run is shown, and waits nowhere', async () => {
    const rows = toJson([offer(OTHER_HOST.replace('thief', 'dry'))])
    expect(await opsDone(`catalogue import ${rows} --dry-run`)).toContain('1 offer waits')
    expect(await findImport()).toBeUndefined()
  })

  test('leaves a short link to the former link', async () => {
    await importLink(OTHER_HOST.replace('thief', 'short'))
    await addShortlink(source, String((await readOffer()).id))
    expect(await findShortlinkUrl(source)).toContain(env().TRACKIER_HOST)
  })
})

test('a shop without clicks confirms the links of its first feeds by one person, in one preview', async () => {
  const link = OTHER_HOST.replace('thief', 'network')
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`CREATE TABLE kept_clicks AS SELECT * FROM clicks`)
    await tx.execute(sql`DELETE FROM clicks`)
  })
  const { out } = await opsAs('feeds', `catalogue import ${toJson([offer(link)])}`)
  const id = /What waits of import (\d+) can be looked at and let in/.exec(out)![1]
  expect((await opsAs('feeds', `catalogue accept ${id} --dry-run`)).out).toContain('track.network.example')
  expect((await opsAs('feeds', `catalogue accept ${id} --yes`)).out).toContain('Done: lets in 1 offer')
  expect(await readOffer()).toMatchObject({ tracking_url: link })
  // A rate waits for a second person nevertheless.
  await opsAs('feeds', `catalogue import ${toJson([offer(link, { payout: '90' })])}`)
  expect(await readOffer()).toMatchObject({ payout_hundredths: 450n })
  expect((await opsAs('feeds', `catalogue import ${toJson([offer(link, { payout: '90' })])}`)).out).toContain(
    'A second person',
  )
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`INSERT INTO clicks OVERRIDING SYSTEM VALUE SELECT * FROM kept_clicks`)
    await tx.execute(sql`DROP TABLE kept_clicks`)
  })
})

const inside = encodeURIComponent('https://thief.example/click')
test.each([
  ['its own page', { url: 'https://thief.example/click' }],
  [
    'its own page and an address inside the link',
    { url: 'https://thief.example/click', tracking_url: `${OURS}&url=${inside}` },
  ],
  ['the address of the store', { store_url: 'https://thief.example' }],
  ['the address of the store, as a new offer', { id: 'c2', store_url: 'https://thief.example' }],
  ['an address inside the link, as a new offer', { id: 'c2', tracking_url: `${OURS}&url=${inside}` }],
])('a row of a known store cannot lead to another host by %s', async (_, fields) => {
  const { held } = await importFeed([offer(OURS, fields)], { source, trust: undefined })
  expect(held.examples.flatMap(({ doubts }) => doubts)).toEqual([
    { kind: 'link', network: 'trackier', host: 'thief.example', publisher: '' },
  ])
})

test('a link that is given back to its feed waits where it was not allowed, or not any more', async () => {
  await recordCommand({ osUser: 'agreeing' }, 'today')
  const link = OTHER_HOST.replace('thief', source)
  await importFeed([offer(link)], { source })
  const { id } = await readOffer()
  await db.transaction((tx) => editOffer(id, { link: OURS }, tx))
  const command = `catalogue give-back ${id} link`
  expect((await opsAs('asking', command)).out).toContain(`track.${source}.example`)
  expect((await readOffer()).tracking_url).toBe(OURS)
  expect((await opsAs('agreeing', command)).out).toMatch(/^Done: gives link of/)
  expect((await readOffer()).tracking_url).toBe(link)
})

test('a link that is given back to its feed does not wait where it is allowed', async () => {
  const { id } = await readOffer()
  await db.transaction((tx) => editOffer(id, { link: OTHER_ID }, tx))
  expect((await opsAs('asking', `catalogue give-back ${id} link`)).out).toMatch(/^Done: gives link of/)
  expect((await readOffer()).tracking_url).toBe(OURS)
})

test('a copy of an offer waits where its link is not allowed, or not any more', async () => {
  await recordCommand({ osUser: 'agreeing' }, 'today')
  await importFeed([offer(OTHER_HOST.replace('thief', `copied-${source}`))], { source })
  const { id } = await readOffer()
  const command = `catalogue duplicate ${id}`
  expect((await opsAs('asking', command)).out).toContain(`track.copied-${source}.example`)
  const readCopies = () =>
    db
      .select()
      .from(campaigns)
      .where(eq(campaigns.title, `Lamps of ${source}`))
  expect(await readCopies()).toHaveLength(1)
  expect((await opsAs('agreeing', command)).out).toMatch(/^Done: makes a draft/)
  expect(await readCopies()).toHaveLength(2)
})

describe('the page of a store that is edited by hand', () => {
  const readPage = async () =>
    (await db.select().from(brands).where(eq(brands.name, source)))[0]!.store_url?.replace(/\/$/, '')

  test('waits where its host is another one, and no row of the feed may lead there by it', async () => {
    await recordCommand({ osUser: 'agreeing' }, 'today')
    const before = await readPage()
    const command = `stores set ${source} --page https://thief.example`
    expect((await opsAs('asking', command)).out).toContain('Links to this host need nobody’s agreement')
    expect(await readPage()).toBe(before)
    expect((await opsAs('agreeing', command)).out).toMatch(/^Done: /)
    expect(await readPage()).toBe('https://thief.example')
    const row = offer(OURS, { url: 'https://thief.example/click' })
    const { held } = await importFeed([row], { source, trust: undefined })
    expect(held.examples.flatMap(({ doubts }) => doubts)).toMatchObject([{ host: 'thief.example' }])
  })

  test('waits where it is given back to another host', async () => {
    await recordCommand({ osUser: 'agreeing' }, 'today')
    const before = await readPage()
    const { brand_id } = await readOffer()
    await db.transaction((tx) => editStore(brand_id, { page: 'https://moved.example' }, {}, tx))
    const command = `stores give-back ${source} page`
    expect((await opsAs('asking', command)).out).toContain('Links to this host need nobody’s agreement')
    expect((await opsAs('agreeing', command)).out).toMatch(/^Done: /)
    expect(await readPage()).toBe(before)
  })

  test('does not wait where its host is the same', async () => {
    const page = 'https://www.deepak-lights.example/all'
    expect((await opsAs('asking', `stores set ${source} --page ${page}`)).out).toMatch(/^Done: /)
    expect(await readPage()).toBe(page)
  })
})

test('links in use from before are listed, and an owner confirms them', async () => {
  const link = OTHER_HOST.replace('thief', 'earlier')
  await importFeed([offer(link)], { source })
  const { id } = await readOffer()
  await recordClick(id, { userId: await member(), address: '192.0.2.1', agent: 'a browser' })
  const readLink = async () =>
    (await opsJson('networks links')).find(({ host }: { host: string }) => host === 'track.earlier.example')
  expect(await readLink()).toMatchObject({ state: 'not confirmed', clicks: 1, offers: 1 })
  expect((await ops('migrate')).out).toContain('trackier track.earlier.example (1001), 1 click of 90 days')
  // What is in use goes on; a new offer with it waits.
  await opsDone(
    `catalogue import ${toJson([offer(link, { title: 'Changed' }), offer(link, { id: 'c2', title: 'New' })])}`,
  )
  expect(await readOffer()).toMatchObject({ title: 'Changed' })
  expect(await readOffer('c2')).toBeUndefined()
  await opsDone('networks confirm-links --yes')
  expect(await readLink()).toMatchObject({ state: 'allowed' })
  expect((await ops('networks confirm-links --yes')).code).toBe(1)
  await opsDone(`catalogue import ${toJson([offer(link, { id: 'c2', title: 'New' })])}`)
  expect(await readOffer('c2')).toMatchObject({ tracking_url: link })
  expect((await ops('networks forbid-link track.earlier.example --publisher 1')).err).toContain(
    'No such link',
  )
  expect(await opsDone('networks forbid-link track.earlier.example')).toContain(
    'Done: forbids links of trackier track.earlier.example (1001).',
  )
  await opsDone(`catalogue import ${toJson([offer(link, { id: 'c3', title: 'Newest' })])}`)
  expect(await readOffer('c3')).toBeUndefined()
  expect(await readOffer()).toMatchObject({ tracking_url: link })
})

describe('a rate above the guard', () => {
  const read = async () => {
    const { id, payout_hundredths, set_payout_hundredths } = await readOffer()
    const [store] = await db.execute<{
      payout: string | null
      commission: string | null
      holding: number | null
    }>(
      sql`SELECT b.payout_hundredths AS payout, b.commission_hundredths AS commission, b.holding_days AS holding
            FROM brands b JOIN campaigns c ON c.brand_id = b.id WHERE c.id = ${id}`,
    )
    return [payout_hundredths, set_payout_hundredths, store!.payout, store!.commission, store!.holding].map(
      String,
    )
  }
  const RATES: [name: string, line: (id: number) => string, waits: boolean][] = [
    ['rates set-offer to the double', (id) => `rates set-offer ${id} --payout 9%`, false],
    ['rates set-offer above the double', (id) => `rates set-offer ${id} --payout 9.01%`, true],
    ['rates set-offer below', (id) => `rates set-offer ${id} --payout 1%`, false],
    ['rates set-offer in rupees', (id) => `rates set-offer ${id} --payout 501`, true],
    ['rates set-store --payout', () => `rates set-store ${source} --payout 20%`, true],
    ['rates set-store --payout below', () => `rates set-store ${source} --payout 5%`, false],
    ['rates set-store --commission', () => `rates set-store ${source} --commission 9%`, true],
    ['catalogue holding lowered', () => `catalogue holding ${source} 0`, true],
    ['catalogue holding raised', () => `catalogue holding ${source} 60`, false],
  ]
  test.each(RATES)('%s', async (_, line, waits) => {
    await recordCommand({ osUser: 'agreeing' }, 'today')
    await db.execute(sql`UPDATE brands SET holding_days = 30 WHERE name = ${source}`)
    const before = await read()
    const typed = line((await readOffer()).id)
    const command = typed + (typed.startsWith('rates') ? ' --yes' : '')
    const { out } = await opsAs('asking', command)
    expect(out.includes('asks a second person')).toBe(waits)
    if (!waits) return expect(await read()).not.toEqual(before)
    expect(await read()).toEqual(before)
    expect((await opsAs('agreeing', command)).out).toMatch(/^Done: sets /)
    expect(await read()).not.toEqual(before)
  })

  test.each([
    ['rates set-offer 9.01%', (id: number) => `rates set-offer ${id} --payout 9.01%`],
    ['rates set-each 9.01%', (id: number) => `rates set-each ${id} --payout 9.01%`],
    ['rates set-store 20%', () => `rates set-store ${source} --payout 20%`],
  ])('%s waits although the offer has ended: it could be restored', async (_, line) => {
    await recordCommand({ osUser: 'agreeing' }, 'today')
    const { id } = await readOffer()
    await opsDone(`catalogue end ${id}`)
    const before = await read()
    expect((await opsAs('asking', `${line(id)} --yes`)).out).toContain('asks a second person')
    expect(await read()).toEqual(before)
  })

  test('rates set-store of a store without an offer waits: its first one would pay it', async () => {
    await recordCommand({ osUser: 'agreeing' }, 'today')
    const [store] = await db.execute<{ coupon_code: string }>(sql`
      INSERT INTO brands (source, external_id, coupon_code, name)
      VALUES (${source}, 'empty', ${`empty-${source}`}, ${`Empty ${source}`}) RETURNING coupon_code`)
    const set = (payout: string) =>
      opsAs('asking', `rates set-store ${store!.coupon_code} --payout ${payout} --yes`)
    expect((await set('15%')).out).toMatch(/^Done: sets /)
    expect((await set('15.01%')).out).toContain('asks a second person')
    expect(
      (await opsAs('asking', `rates set-store ${store!.coupon_code} --payout 15.01% --dry-run`)).out,
    ).toContain('What a new offer of the store would pay is above the guard: a second person has to agree.')
  })

  test('--commission that is lowered applies at once, one that is removed waits', async () => {
    await recordCommand({ osUser: 'agreeing' }, 'today')
    const set = (to: string) => `rates set-store ${source} --commission ${to} --yes`
    await opsAs('asking', set('9%'))
    await opsAs('agreeing', set('9%'))
    expect((await opsAs('asking', set('8%'))).out).toMatch(/^Done: sets /)
    expect((await opsAs('asking', set('default'))).out).toContain('asks a second person')
  })

  test.each(DOORS.slice(0, -1))(
    'by %s waits, the rest of the run goes in, with one approval',
    async (_, open) => {
      await open([
        offer(OURS, { payout: '9.5' }),
        offer(OURS, { id: 'c2', title: 'Two', payout: '16' }),
        offer(OURS, {
          id: 'c3',
          title: 'Three',
          payout: '9',
          commission: '40',
          commission_model: 'percentage',
        }),
        offer(OURS, { id: 'c4', title: 'Four', payout: '15' }),
      ])
      expect(await readOffer()).toMatchObject({ payout_hundredths: 450n })
      expect([await readOffer('c2'), await readOffer('c3')]).toEqual([undefined, undefined])
      expect(await readOffer('c4')).toMatchObject({ payout_hundredths: 1500n })
      const held = await db.select().from(heldRows).where(eq(heldRows.source, source))
      expect(held.map(({ doubts }) => (doubts as { why: string }[])[0]!.why).toSorted()).toEqual([
        'above-believed',
        'commission',
        'more-than-double',
      ])
      const ids = new Set(held.map(({ import_id }) => import_id))
      expect(ids.size).toBe(1)
      const asked = await db
        .select()
        .from(operatorLog)
        .where(eq(operatorLog.command, `catalogue accept ${[...ids][0]}`))
      expect(asked).toHaveLength(1)
    },
  )
})
