/** Texts for replies at the desk: chosen without scripts, nothing typed is lost, and what they show of a claim is logged. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { deskMessages } from '~/messages/desk'
import { addSnippet } from '~/domain/support/snippets.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import type { Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { rewrite } from '../support/rewrite'
import { click, member } from '../wallet/support'

const { snippets } = deskMessages

let dev: Visitor
let vera: Visitor
let claim: number
let user: number
let first: string
const ids: Record<string, number> = {}

beforeAll(async () => {
  dev = (await signedInAtDesk('support', 'Dev Rao')).visitor
  vera = (await signedInAtDesk('viewer', 'Vera Rao')).visitor
  user = await member()
  const clickId = await click(user)
  await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${clickId}`)
  const [row] = await db.execute<{ seq: number }>(sql`SELECT seq FROM clicks WHERE id = ${clickId}`)
  const opened = await openMemberClaim(
    user,
    { visit: formatVisitNumber(Number(row!.seq)) },
    { kind: 'missing', text: 'Where is it?', orderNumber: 'MG-881' },
  )
  if (!opened.ok) throw new Error(opened.reason)
  claim = opened.claim.id
  const [person] = await db.execute<{ name: string }>(
    sql`SELECT username AS name FROM users WHERE id = ${user}`,
  )
  first = person!.name.split(' ')[0]!
  for (const [name, body] of [
    ['Asked the store', 'Hello {name}, we have asked about the order {order}.'],
    ['Paid out', 'Hello {name}, {amount} was paid.'],
    ['Just a greeting', 'Hello {name}, thank you.'],
    ['A long one', 'x'.repeat(800)],
  ] as const) {
    const added = await addSnippet({ name, body })
    if (!added.ok) throw new Error(added.reason)
    ids[name] = added.snippet.id
  }
})

const countReadings = async () =>
  Number(
    (
      await db.execute<{ n: number }>(
        sql`SELECT count(*) AS n FROM operator_log WHERE command = ${`claims show ${claim}`}`,
      )
    )[0]!.n,
  )

const fillIn = async (fields: Record<string, string>, from = `/Desk/claims/show?id=${claim}`) =>
  dev.follow(await dev.post('/Desk/Replies/fill', { from, 'input.id': String(claim), ...fields }))

test('a claim offers the texts for which it says everything, filled', async () => {
  const before = await countReadings()
  const page = await dev.get(`/Desk/claims/show?id=${claim}`)
  expect(page.body).toContain(`data-text="Hello ${first}, we have asked about the order MG-881."`)
  expect(page.text).not.toContain('Paid out')
  // The page itself; the texts on it are no other reading.
  expect(await countReadings()).toBe(before + 1)
})

test('without scripts the chosen text comes back in the form, behind what was typed', async () => {
  const page = await fillIn({
    snippet: String(ids['Asked the store']),
    'input.text': 'Good morning.',
    'input.kind': 'interim',
  })
  expect(page.text).toContain('What was written')
  expect(page.body).toContain(
    `>Good morning.\n\nHello ${first}, we have asked about the order MG-881.</textarea>`,
  )
  expect(page.body).toMatch(/<option value="interim" selected=""/)
})

test('nothing chosen, a text of another record and too long a text are refused at the field, and what was typed stays', async () => {
  for (const snippet of ['', '999999', String(ids['Paid out'])]) {
    const page = await fillIn({ snippet, 'input.text': 'Good morning.' })
    expect(page.text).toContain(snippets.missing)
    expect(page.body).toContain('>Good morning.</textarea>')
  }
  const long = await fillIn({ snippet: String(ids['A long one']), 'input.text': 'y '.repeat(700) })
  expect(long.text).toContain('With ‘A long one’ this would be too long: shorten it first.')
  expect(long.body).toContain('y y y y')
})

test('a form beside the claim’s page has the texts, and its reading of the claim is logged', async () => {
  const before = await countReadings()
  const page = await dev.get(`/Desk/claims/decline?id=${claim}`)
  expect(page.body).toContain(`data-text="Hello ${first}, thank you."`)
  expect(await countReadings()).toBe(before + 1)
  const filled = await fillIn(
    { snippet: String(ids['Just a greeting']), 'input.text': '', 'input.reason': 'code' },
    `/Desk/claims/decline?id=${claim}`,
  )
  expect(filled.body).toContain(`>Hello ${first}, thank you.</textarea>`)
  expect(filled.body).toMatch(/<option value="code" selected=""/)
})

test.each(['claims/show', 'claims/decline'])(
  'in the form of %s, Enter presses a button that previews, which nobody else meets',
  async (path) => {
    const { body } = await dev.get(`/Desk/${path}?id=${claim}`)
    const form = body.split('<form').find((part) => part.includes('<reply-snippet'))!
    const [first, second] = form.match(/<button[^>]*>/g)!
    expect(first).not.toMatch(/formaction/i)
    expect(first).toMatch(/tabindex="-1"/i)
    expect(first).toContain('aria-hidden="true"')
    expect(second).toContain('/Desk/Replies/fill')
  },
)

describe('what a cookie cannot bring back', () => {
  const digests = Array.from({ length: 118 }, (_, i) => createHash('sha256').update(`${i}`).digest())
  const operation = 'claims decline'
  const from = () => `/Desk/claims/decline?id=${claim}`

  test('is kept in the form, with the error, where it is too long', async () => {
    const long = digests.map((digest) => digest.toString('base64')).join('\n')
    for (const [snippet, error] of [
      [String(ids['Just a greeting']), 'With ‘Just a greeting’ this would be too long: shorten it first.'],
      ['', snippets.missing],
    ] as const) {
      const page = await fillIn({ snippet, operation, 'input.text': long, 'input.reason': 'code' }, from())
      expect(page.text).toContain(error)
      expect(page.body).toContain(long)
      expect(page.body).toMatch(/<option value="code" selected=""/)
    }
  })

  test('comes back with the chosen text behind it', async () => {
    const typed = digests
      .flatMap((digest) => Array.from({ length: 16 }, (_, i) => digest.readUInt16BE(2 * i)))
      .map((n) => String.fromCharCode(0x4e00 + (n % 20_000)))
      .join('')
    const snippet = String(ids['Just a greeting'])
    const page = await fillIn({ snippet, operation, 'input.text': typed, 'input.reason': 'code' }, from())
    expect(page.body).toContain(`>${typed}\n\nHello ${first}, thank you.</textarea>`)
    expect(page.body).toMatch(/<option value="code" selected=""/)
  })

  test('is shortened, as elsewhere, where no form with a reply of this role is named', async () => {
    const text = digests.map((digest) => digest.toString('base64')).join('')
    for (const name of ['claims send', 'withdrawals approve', 'nothing', ''])
      expect(
        (
          await dev.post('/Desk/Replies/fill', {
            from: from(),
            'input.id': String(claim),
            operation: name,
            'input.text': text,
          })
        ).location,
      ).toBe(from())
  })
})

test('a viewer fills in nothing', async () => {
  const answer = await vera.post('/Desk/Replies/fill', {
    from: '/Desk/Today',
    'input.id': String(claim),
    snippet: String(ids['Just a greeting']),
  })
  expect(answer.status).toBe(403)
})

test('the page of a member has the texts that need only the name, ready to copy', async () => {
  const page = await dev.get(`/Desk/users/show?user=${user}`)
  expect(page.text).toContain(`Hello ${first}, thank you.`)
  expect(page.text).not.toContain('Asked the store')
})
