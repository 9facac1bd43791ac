/** Filters that an operator keeps for a list: for one person alone, and none about a member. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { deskMessages } from '~/messages/desk'
import { newVisitor, type Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { recordShown } from '../support/page-text'

const { filters } = deskMessages

let bea: Visitor
let dev: Visitor
let vera: Visitor

beforeAll(async () => {
  bea = (await signedInAtDesk('support', 'Bea Rao')).visitor
  dev = (await signedInAtDesk('support', 'Dev Rao')).visitor
  vera = (await signedInAtDesk('viewer', 'Vera Rao')).visitor
})

const LATE = '/Desk/claims/list?late=yes'

const keep = async (
  visitor: Visitor,
  { name = 'Late ones', list = 'claims list', query = 'late=yes', from = LATE } = {},
) => visitor.follow(await visitor.post('/Desk/Filters/keep', { from, list, query, name }))

const countFilters = async () =>
  Number((await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM desk_filters`))[0]!.n)

test('a filter is kept under a name, is a link above the list for its operator alone, and is removed', async () => {
  expect((await bea.get('/Desk/claims/list')).text).not.toContain(filters.label)
  expect((await bea.get(LATE)).text).toContain(filters.label)
  const kept = await keep(bea)
  expect(kept.text).toContain(filters.kept.text)
  expect(kept.body).toContain(`aria-label="${filters.title}"`)
  // A label that is no text of the page.
  recordShown(filters.title)
  const list = await bea.get('/Desk/claims/list')
  expect(list.body).toMatch(/<nav aria-label="Your filters"[^]*href="\/Desk\/claims\/list\?late=yes"/)
  expect((await dev.get('/Desk/claims/list')).text).not.toContain('Late ones')
  const shown = await bea.get(LATE)
  expect(shown.body).toContain('aria-current="page"')
  expect(shown.text).not.toContain(filters.label)
  const [, id] = /name="id" value="(\d+)"/.exec(shown.body)!
  expect((await dev.follow(await dev.post('/Desk/Filters/remove', { from: LATE, id: id! }))).text).toContain(
    filters.gone.text,
  )
  expect(await countFilters()).toBe(1)
  const removed = await bea.follow(await bea.post('/Desk/Filters/remove', { from: LATE, id: id! }))
  expect(removed.text).toContain(filters.removed.text)
  expect(await countFilters()).toBe(0)
})

test('only what the list itself reads is kept', async () => {
  await keep(bea, { name: 'Mixed', query: 'late=yes&after=12&evil=1&store=' })
  const rows = await db.execute<{ query: string }>(sql`SELECT query FROM desk_filters WHERE name = 'Mixed'`)
  expect(rows.map(({ query }) => query)).toEqual(['late=yes'])
})

test.each([
  ['without a name', { name: ' ' }, filters.name],
  ['with a name of 41 characters', { name: 'x'.repeat(41) }, filters.name],
  ['with a name that is there', { name: 'MIXED' }, filters['name-taken']],
  ['without a filter', { query: '' }, filters.unfit],
  ['that the list refuses', { query: 'state=nothing' }, filters.unfit],
  ['of no list', { list: 'claims show', query: 'id=1' }, filters.unfit],
  ['of a list of another role', { list: 'bank list', query: 'from=2026-01-01' }, filters.unfit],
  ['of one member', { query: 'member=1001' }, filters['about-person']],
  ['of one visit', { list: 'visits list', query: 'visit=DV-7K2M9QX4' }, filters['about-person']],
  ['of one sale', { list: 'notes list', query: 'sale=12' }, filters['about-person']],
  ['of a part of a name', { list: 'users find', query: 'part=Verma' }, filters['about-person']],
  ['with a mobile number in it', { query: 'store=9000000001' }, filters['about-person']],
])('a filter %s is refused at the field, and what was typed stays', async (_, given, words) => {
  const before = await countFilters()
  const waiting = { query: 'waiting=yes', from: '/Desk/claims/list?waiting=yes' }
  const answer = await keep(bea, { ...waiting, ...given })
  expect(answer.text).toContain(words)
  expect(await countFilters()).toBe(before)
  const name = 'name' in given ? given.name : 'Late ones'
  if (name.trim()) expect(answer.body).toContain(`value="${name}"`)
})

test.each(['sale=12', 'withdrawal=12', 'adjustment=12'])(
  'a filter of the journal with %s is refused; one of a settlement, which is of no member, is kept',
  async (query) => {
    const { visitor } = await signedInAtDesk('finance')
    const from = '/Desk/books/journal?settlement=12'
    const about = { list: 'books journal', from }
    expect((await keep(visitor, { ...about, query })).text).toContain(filters['about-person'])
    expect((await keep(visitor, { ...about, query: 'settlement=12' })).text).toContain(filters.kept.text)
  },
)

test('more than twenty filters of a list are refused', async () => {
  for (let i = 0; i < 20; i++)
    await keep(dev, {
      name: `Filter ${i}`,
      list: 'postbacks list',
      query: 'state=open',
      from: '/Desk/postbacks/list?state=open',
    })
  const answer = await keep(dev, {
    name: 'One more',
    list: 'postbacks list',
    query: 'state=quarantined',
    from: '/Desk/postbacks/list?state=quarantined',
  })
  expect(answer.text).toContain(filters['too-many'])
})

test('a viewer keeps filters of the lists that a viewer sees, and a guest none', async () => {
  const from = '/Desk/catalogue/list?store=volt'
  await keep(vera, { name: 'Volt', list: 'catalogue list', query: 'store=volt', from })
  expect((await keep(vera)).text).not.toContain(filters.kept.text)
  const guest = await newVisitor().post('/Desk/Filters/keep', {
    from,
    list: 'catalogue list',
    query: 'store=volt',
    name: 'x',
  })
  expect(guest.location).toMatch(/^\/Desk\/SignIn/)
})
