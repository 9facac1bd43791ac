/** An entry of the log is taken back by the ordinary change with what was there, as long as nothing has changed since. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { findLogLine } from '~/desk/log-lines.server'
import { perform } from '~/desk/perform.server'
import { prepare } from '~/desk/prepare.server'
import { findUndo } from '~/desk/undo.server'
import type { TypedInput } from '~/desk/command-text'
import { findPin } from '~/domain/catalog/featured.server'
import { readPageText } from '~/domain/catalog/page-texts.server'
import { addTestimonial, findTestimonial } from '~/domain/catalog/testimonials.server'
import { readTexts } from '~/domain/settings/settings.server'
import { recordCommand, recordCommandEnd, type CommandOutcome } from '~/domain/operators/command-log.server'
import { findOffer, importFeed, ownRow, readClickRate } from '../catalog/feed'
import { makeCall } from '../support/calls'
import { changeSettings, forgetOthers } from '../support/settings'

let source = ''
let made = 0
beforeEach(async () => {
  source = `undo-${++made}`
  await forgetOthers()
})

const ROW = {
  code: 'LAMP10',
  description: 'Every lamp.\n- desk\n- wall',
  kpi: 'Once a year.',
  starts_at: '2026-01-01T10:20:30.400+05:30',
  ends_at: '2090-01-01T23:59:59+05:30',
  voids: 'Gift cards\nReturned goods',
  tracks_in_hours: '24',
}
const importRow = (fields: object = {}) =>
  importFeed([ownRow({ ...ROW, brand: `Undone ${made}`, ...fields })], { source })

async function make() {
  await importRow()
  return read()
}

const CHANGING = new Set(['updated_at', 'rank', 'popularity', 'row_hash'])
const withoutChanging = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !CHANGING.has(column)))

async function read() {
  const offer = (await findOffer('c1', source))!
  const [store] = await db
    .select()
    .from(brands)
    .where(sql`id = ${offer.brand_id}`)
  return { offer, store: store! }
}
const readWhole = async () => {
  const { offer, store } = await read()
  return { offer: withoutChanging(offer), store: withoutChanging(store) }
}

async function run(name: string, typed: TypedInput, osAccount = 'asha') {
  const done = await perform(await makeCall(name, typed, { osAccount }))
  if (done.state !== 'done') throw new Error(`${name}: ${JSON.stringify(done)}`)
  return (await findLogLine(done.logId))!
}

async function undo(line: Awaited<ReturnType<typeof run>>) {
  const found = await findUndo(line)
  if (found?.state !== 'ready') throw new Error(JSON.stringify(found))
  return { name: found.operation.name, line: await run(found.operation.name, found.typed, 'bea') }
}

type Made = Awaited<ReturnType<typeof make>>

describe('what was changed is as before after its undo', () => {
  test.each<[name: string, by: string, typed: (made: Made) => TypedInput]>([
    [
      'catalogue edit',
      'catalogue edit',
      ({ offer }) => ({
        offer: String(offer.id),
        title: 'Mine',
        code: 'none',
        description: 'Other.',
        terms: 'none',
        cardText: 'Flat 10%',
        category: 'Travel',
        from: 'none',
        to: '2091-02-03 04:05',
        photo: '/photos/lamp.webp',
      }),
    ],
    ['catalogue hide', 'catalogue unhide', ({ offer }) => ({ offer: String(offer.id), reason: 'The shop' })],
    ['catalogue move', 'catalogue edit', ({ offer }) => ({ offer: String(offer.id), category: 'Travel' })],
    ['catalogue end', 'catalogue edit', ({ offer }) => ({ offer: String(offer.id) })],
    ['rates set-offer', 'rates set-offer', ({ offer }) => ({ offer: String(offer.id), payout: '6%' })],
    [
      'rates set-store',
      'rates set-store',
      ({ store }) => ({ store: store.coupon_code, payout: '250', share: '70%' }),
    ],
    ['catalogue promise', 'catalogue promise', ({ store }) => ({ store: store.coupon_code, days: '400' })],
    [
      'stores set',
      'stores set',
      ({ store }) => ({
        store: store.coupon_code,
        name: `Renamed ${made}`,
        logo: '/logos/a.svg',
        void: ['unknown'],
        tracksIn: '48',
        appOrders: 'yes',
      }),
    ],
  ])('%s, by %s', async (name, by, typed) => {
    const before = await make()
    const whole = await readWhole()
    const line = await run(name, typed(before))
    expect(await readWhole()).not.toEqual(whole)
    expect((await undo(line)).name).toBe(by)
    expect(await readWhole()).toEqual(whole)
  })

  test('an undo is undone in the same way', async () => {
    const { offer } = await make()
    const typed = { offer: String(offer.id), title: 'Mine', to: 'none' }
    const first = await run('catalogue edit', typed)
    const edited = await readWhole()
    const back = await undo(first)
    await undo(back.line)
    expect(await readWhole()).toEqual(edited)
  })

  test.each([
    ['a title that was given back', 'catalogue edit', { title: 'Mine' }, { field: 'title' }],
    ['an end that was given back', 'catalogue edit', { to: '2095-01-01' }, { field: 'to' }],
  ])('%s is by hand again', async (_, operation, typed, field) => {
    const offer = String((await make()).offer.id)
    await run(operation, { offer, ...typed })
    const edited = await readWhole()
    const back = await undo(await run('catalogue give-back', { offer, ...field }))
    expect(back.name).toBe('catalogue edit')
    expect(await readWhole()).toEqual(edited)
  })

  test('an offer that was restored ends when it had ended', async () => {
    const offer = String((await make()).offer.id)
    await run('catalogue end', { offer })
    const { ends_at } = (await read()).offer
    await undo(await run('catalogue restore', { offer }))
    expect((await read()).offer.ends_at).toEqual(ends_at)
  })

  test('a draft that was shown is a draft again, and a hidden offer has its reason', async () => {
    const offer = String((await make()).offer.id)
    for (const reason of ['draft', 'The shop asked']) {
      await run('catalogue hide', { offer, reason })
      const { hidden_reason } = (await read()).offer
      const shown = await run('catalogue unhide', { offer })
      expect((await undo(shown)).name).toBe('catalogue hide')
      expect((await read()).offer.hidden_reason).toBe(hidden_reason)
      await run('catalogue unhide', { offer })
    }
  })

  test('a setting has its former value, with the entry as its reason', async () => {
    const line = await run('settings set', { name: 'CLAIM_ANSWER_DAYS', value: '30', reason: 'Fewer people' })
    const back = await undo(line)
    expect((await readTexts(db)).CLAIM_ANSWER_DAYS).toBe('45')
    expect(back.line.command).toContain(`Undo of entry ${line.id} of the log`)
  })

  test('a link leads where it led', async () => {
    const offer = String((await make()).offer.id)
    const whole = await readWhole()
    const line = await run('catalogue set-link', { offer, page: 'https://deepak-lights.example/all' })
    expect((await undo(line)).name).toBe('catalogue set-link')
    expect(await readWhole()).toEqual(whole)
  })
})

test('an undo that protects less waits for a second person, as the change itself would', async () => {
  const { store } = await make()
  const line = await run('catalogue holding', { store: store.coupon_code, days: '40' })
  const found = await findUndo(line)
  if (found?.state !== 'ready') throw new Error('not ready')
  const call = await makeCall(found.operation.name, found.typed, { osAccount: 'asha' })
  expect(await perform(call)).toMatchObject({ state: 'waits for a second person' })
  expect((await read()).store.holding_days).toBe(40)
})

test('the undo of a rate is a rate for later clicks, and its preview says so', async () => {
  const offer = (await make()).offer
  const line = await run('rates set-offer', { offer: String(offer.id), payout: '6%' })
  const during = await readClickRate(offer.id)
  const found = await findUndo(line)
  if (found?.state !== 'ready') throw new Error('not ready')
  const { seen } = await prepare(await makeCall(found.operation.name, found.typed, { osAccount: 'asha' }))
  expect(seen.notes).toContain(
    'Clicks so far keep the rate they were promised; the new one is for clicks from now on.',
  )
  await undo(line)
  const clicks = await db.execute<{ payout_hundredths: string }>(
    sql`SELECT payout_hundredths::text FROM clicks WHERE campaign_id = ${offer.id}`,
  )
  expect(during.payout_hundredths).toBe(600n)
  expect([...clicks]).toEqual([{ payout_hundredths: '600' }])
})

describe('an entry whose values are there no longer', () => {
  test('names each field, and who changed it', async () => {
    const { offer } = await make()
    const id = String(offer.id)
    const line = await run('catalogue edit', { offer: id, title: 'Mine', code: 'MINE', cardText: 'Flat 5%' })
    await run('catalogue edit', { offer: id, title: 'Bea’s' }, 'bea')
    await run('catalogue edit', { offer: id, code: 'none' }, 'ravi')
    const found = await findUndo(line)
    expect(found).toMatchObject({ state: 'changed' })
    const { why } = found as { why: string }
    expect(why).toMatch(
      new RegExp(
        `^It cannot be undone: the title of offer ${id} is no longer what it set: bea changed it at .*; the code of offer ${id} is .*: ravi changed it at .*\\.$`,
      ),
    )
    expect(why).not.toContain('card')
  })

  test('says so where a feed changed it', async () => {
    const { offer } = await make()
    const line = await run('catalogue edit', { offer: String(offer.id), title: 'Mine' })
    await run('catalogue give-back', { offer: String(offer.id), field: 'title' })
    await importRow({ title: 'The feed’s next title' })
    expect(await findUndo(line)).toMatchObject({ state: 'changed' })
    const given = await findLogLine(line.id)
    expect(given!.outcome).toBe('done')
  })

  test('of a rate names the payout once', async () => {
    const { store } = await make()
    const typed = { store: store.coupon_code }
    const line = await run('rates set-store', { ...typed, payout: '6%' })
    await run('rates set-store', { ...typed, payout: '250' }, 'bea')
    const { why } = (await findUndo(line)) as { why: string }
    expect(why.match(/the payout of store/g)).toHaveLength(1)
    expect(why).toContain('bea changed it')
  })

  test('of a rate is not undone in another unit', async () => {
    const { offer } = await make()
    const id = String(offer.id)
    await run('rates set-offer', { offer: id, payout: '3%' })
    const line = await run('rates set-offer', { offer: id, payout: '5%' })
    await run('rates set-offer', { offer: id, payout: '5.00' })
    const found = await findUndo(line)
    expect(found).toMatchObject({ state: 'changed', why: expect.stringContaining('the payout') })
  })

  test('can be undone again once the value is back', async () => {
    const offer = String((await make()).offer.id)
    const line = await run('catalogue edit', { offer, title: 'Mine' })
    await run('catalogue edit', { offer, title: 'Bea’s' }, 'bea')
    await run('catalogue edit', { offer, title: 'Mine' }, 'bea')
    expect(await findUndo(line)).toMatchObject({ state: 'ready' })
  })
})

describe('no undo', () => {
  const record = async (command: string, changed: object[], outcome: CommandOutcome = 'done') => {
    const id = await recordCommand({ osUser: 'asha' }, command)
    await recordCommandEnd(id, outcome, { result: { changed } })
    return (await findLogLine(id))!
  }
  const field = (subject: string, before: unknown, after: unknown) => ({
    subject,
    field: 'title',
    before,
    after,
  })

  test.each([
    ['a masked value', ['…', '…'], 'done', 'catalogue edit'],
    ['a refused command', ['Former', 'Flat 20% off on lamps'], 'refused', 'catalogue edit'],
    ['a command that no operation has', ['Former', 'Flat 20% off on lamps'], 'done', 'catalogue polish'],
    ['an operation that says none', ['Former', 'Flat 20% off on lamps'], 'done', 'catalogue add'],
  ] as const)('of %s', async (_, [before, after], outcome, command) => {
    const { offer } = await make()
    const line = await record(`${command} ${offer.id}`, [field(`offer ${offer.id}`, before, after)], outcome)
    expect(await findUndo(line)).toBeNull()
  })

  test('of a rate that replaced one with an end: what was there was to end', async () => {
    const { offer } = await make()
    const id = String(offer.id)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await run('rates set-offer', { offer: id, payout: '9%', to: tomorrow })
    expect(await findUndo(await run('rates set-offer', { offer: id, payout: '7%' }))).toBeNull()
  })

  test('of an entry about several records, and of one that is gone', async () => {
    const { offer } = await make()
    const [one, other] = [field(`offer ${offer.id}`, 'a', 'b'), field('offer 999999', 'a', 'b')]
    expect(await findUndo(await record('catalogue edit 5', [one, other]))).toBeNull()
    expect(await findUndo(await record('catalogue edit 5', [other]))).toBeNull()
    expect(await findUndo(await record('catalogue edit 5', []))).toBeNull()
  })

  test('of the showing of an offer that its feed has hidden', async () => {
    const { offer } = await make()
    await db
      .update(campaigns)
      .set({ hidden_at: sql`now()`, hidden_reason: 'regions without India' })
      .where(sql`id = ${offer.id}`)
    expect(await findUndo(await run('catalogue unhide', { offer: String(offer.id) }))).toBeNull()
  })

  test('of a setting that still waits for a second person', async () => {
    await changeSettings({ MOST_CASHBACK_A_SALE: '10000' })
    const line = await run('settings set', { name: 'MOST_CASHBACK_A_SALE', value: '20000', reason: 'More' })
    expect(await findUndo(line)).toBeNull()
    await run('settings set', { name: 'MOST_CASHBACK_A_SALE', value: '10000', reason: 'No' })
  })
})

test('an edit of a testimonial is taken back, with the consent and the place that it had', async () => {
  const added = await addTestimonial({
    name: 'Asha',
    text: 'It came.',
    source: 'by mail',
    said: '2026-11-12',
    place: 1,
  })
  if (!added.ok) throw new Error(added.reason)
  const other = await addTestimonial({ name: 'Ravi', text: 'It went.' })
  if (!other.ok) throw new Error(other.reason)
  const { testimonial: before } = added
  const line = await run('testimonials set', {
    id: String(before.id),
    text: 'It came late.',
    link: 'https://reviews.example/1',
    consentOn: '2026-11-14',
    consentHow: 'by mail',
    place: '2',
  })
  expect(await findTestimonial(before.id)).toMatchObject({ consent_how: 'by mail', position: 2 })
  expect((await undo(line)).name).toBe('testimonials set')
  expect(await findTestimonial(before.id)).toEqual(before)
})

test.each([
  ['texts set', { question: 'Is it free?', text: 'It is.' }],
  ['texts give-back', {}],
] as const)('%s of a text of the FAQ is taken back', async (name, typed) => {
  await run('texts set', { name: 'question-2', text: `Since ${made}.` })
  const before = await readPageText('question-2')
  const line = await run(name, { name: 'question-2', ...typed })
  expect(await readPageText('question-2')).not.toMatchObject({ body: before.body })
  expect((await undo(line)).name).toBe('texts set')
  const { question, body } = await readPageText('question-2')
  expect({ question, body }).toEqual({ question: before.question, body: before.body })
})

test('a pin is taken back by unpinning, and a change of its place and days by another one', async () => {
  const { offer } = await make()
  const id = String(offer.id)
  const pinned = await run('featured pin', { offer: id, lastDay: '2099-12-31' })
  const before = await findPin(offer.id)
  const line = await run('featured set', { offer: id, firstDay: '2099-12-01', lastDay: 'none' })
  expect(await findPin(offer.id)).toMatchObject({ first_day: '2099-12-01', last_day: null })
  expect(await findUndo(pinned)).toMatchObject({ state: 'changed' })
  expect((await undo(line)).name).toBe('featured set')
  expect(await findPin(offer.id)).toEqual(before)
  expect((await undo(pinned)).name).toBe('featured unpin')
  expect(await findPin(offer.id)).toBeNull()
})
