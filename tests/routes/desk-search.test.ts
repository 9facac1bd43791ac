/** The search of the desk and what is suggested while a field is typed, by role. */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import type { Role } from '~/desk/roles'
import { newVisitor, type Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { signedIn } from '../support/people'
import { makeOffer } from '../wallet/support'

const visitors = {} as Record<'viewer' | 'support', Visitor>
let title: string
let store: string

beforeAll(async () => {
  for (const role of ['viewer', 'support'] as const satisfies Role[])
    visitors[role] = (await signedInAtDesk(role)).visitor
  await signedIn({
    username: 'Suggested Person',
    email: 'suggested@find.example',
    phone_number: '+919711229955',
  })
  const offer = await makeOffer({})
  title = offer.title
  const [row] = await db.execute<{ name: string }>(sql`SELECT name FROM brands WHERE id = ${offer.brand_id}`)
  store = row!.name
})

const suggest = async (visitor: Visitor, kind: string, typed: string) => {
  const answer = await visitor.post('/Desk/Suggestions', { kind, typed })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Cache-Control')).toContain('no-store')
  return (JSON.parse(answer.body) as { suggestions: { value: string; label: string }[] }).suggestions
}

const search = async (visitor: Visitor, words: string) =>
  visitor.follow(await visitor.post('/Desk/search', { from: '/Desk/Today', 'input.words': words }))

describe('suggestions', () => {
  test('name stores and offers to every role', async () => {
    for (const visitor of Object.values(visitors)) {
      expect((await suggest(visitor, 'store', store)).map(({ label }) => label)).toContain(store)
      const offers = await suggest(visitor, 'offer', title)
      expect(offers[0]!.value).toMatch(/^\d+$/)
      expect(offers[0]!.label).toContain(title)
    }
  })

  test('name members, masked, to roles that see them alone', async () => {
    const [found] = await suggest(visitors.support, 'member', 'suggested')
    expect(found!.label).toMatch(/^Suggested Person, ••••9955, su•••d@find\.example$/)
    expect(await suggest(visitors.viewer, 'member', 'suggested')).toEqual([])
  })

  test('of members are logged as a search without the words, and limited like one', async () => {
    const { visitor, operator } = await signedInAtDesk('support')
    await suggest(visitor, 'member', 'suggested')
    const lines = await db.execute<{ command: string; outcome: string; os_user: string }>(
      sql`SELECT command, outcome, os_user FROM operator_log WHERE operator_id = ${operator.id} ORDER BY id DESC LIMIT 1`,
    )
    expect(lines[0]).toMatchObject({ command: 'search …', outcome: 'done' })
    await db.execute(sql`
      INSERT INTO operator_log (os_user, command, seal)
      SELECT ${lines[0]!.os_user}, 'search …', 'suggested ' || n FROM generate_series(1, 61) n`)
    expect(await suggest(visitor, 'member', 'suggested')).toEqual([])
  })

  test.each(['', 'ab', 'x'.repeat(101), '\0\0\0a'])('for %j are empty', async (typed) => {
    for (const kind of ['member', 'store', 'offer', 'nothing', 'constructor'])
      expect(await suggest(visitors.support, kind, typed)).toEqual([])
  })

  test('are refused to a guest, and to another site', async () => {
    const guest = await newVisitor().post('/Desk/Suggestions', { kind: 'store', typed: store })
    expect(guest.location).toMatch(/^\/Desk\/SignIn/)
    const forged = await visitors.support.post(
      '/Desk/Suggestions',
      { kind: 'store', typed: store },
      { 'Sec-Fetch-Site': 'cross-site' },
    )
    expect(forged.status).toBe(403)
    expect((await visitors.support.get('/Desk/Suggestions')).location).toBe('/Desk/Today')
  })
})

describe('the search', () => {
  test('is on every page, and shows a viewer no person', async () => {
    expect((await visitors.viewer.get('/Desk/Today')).body).toContain('action="/Desk/search"')
    const page = await search(visitors.viewer, 'suggested')
    expect(page.text).toContain('Your role does not see members and their orders.')
    expect(page.text).not.toContain('Suggested Person')
    expect((await search(visitors.support, 'suggested')).text).toContain('Suggested Person')
  })

  test('opens the only record that it finds, and the page whose title was typed', async () => {
    const sent = await visitors.support.post('/Desk/search', {
      from: '/Desk/Today',
      'input.words': 'suggested@find.example',
    })
    const found = await visitors.support.get(sent.location!)
    expect(found.location).toMatch(/^\/Desk\/users\/show\?user=\d+$/)
    expect((await search(visitors.support, 'suggested@find.example')).text).toContain('Timeline')
    expect((await search(visitors.support, 'add a note')).body).toContain('action="/Desk/notes/add"')
  })

  test('finds no form that the role may not open', async () => {
    expect((await search(visitors.viewer, 'invite')).body).not.toContain('href="/Desk/operators/invite"')
    expect((await search(visitors.viewer, 'figures')).body).toContain('href="/Desk/stats"')
  })
})

test('Today and Figures have pictures with a text alternative, and the table beside them', async () => {
  for (const path of ['/Desk/Today', '/Desk/stats', '/Desk/stats?by=month&from=2025-01-01']) {
    const page = await visitors.viewer.get(path)
    expect([path, page.status]).toEqual([path, 200])
    const pictures = [
      ...page.body.matchAll(/<svg[^>]*role="img"[^>]*aria-labelledby="([^"]+)"[^>]*>(.*?)<\/svg>/gs),
    ]
    expect([path, pictures.length]).toEqual([path, 4])
    for (const [, ids, inner] of pictures) {
      for (const id of ids!.split(' ')) expect(inner).toContain(`id="${id}"`)
      expect(inner).toMatch(/<desc[^>]*>[^<]+<\/desc>/)
    }
    expect(page.text).toContain('Cashback')
    expect(page.body).toContain('<table')
  }
})
