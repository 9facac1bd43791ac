/** A network's secret at the desk: shown on one page, once, and kept by no log, draft or later page. */
import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { networks, NETWORK_NAMES } from '~/platform/config/networks'
import { db } from '~/platform/db/client.server'
import { findDraft } from '~/http/desk/drafts/drafts.server'
import { findOperation } from '~/desk/find-operation'
import { request, type Visitor } from '../support/app'
import { makeDeskOperator } from '../support/desk'
import { openDesk, pressConfirm, sendForm } from '../support/desk-forms'

let visitor: Visitor
let operatorId: number

beforeAll(async () => {
  const { operator, token } = await makeDeskOperator('owner')
  operatorId = operator.id
  visitor = openDesk(token)
})

const fillIn = async (name: string, input: Record<string, string>) =>
  sendForm(visitor, await findOperation(name), { input })

test('a secret is shown once, with the address to copy, and its reports are accepted', async () => {
  const preview = await fillIn('networks secret', { network: 'impact', formerHours: '72' })
  expect(preview.text).toContain('Makes a secret for impact; it had none')
  expect(preview.text).not.toMatch(/[0-9a-f]{48}/)
  const [, path, id] = /action="(\/Desk\/Drafts\/([0-9a-f-]{36}))"/.exec(preview.body)!
  const page = (await pressConfirm(visitor, preview))!
  const secret = /[0-9a-f]{48}/.exec(page.text)![0]
  expect(page.text).toContain(`${env().publicOrigin}/postback/impact/${secret}${networks.impact.macros}`)
  expect((await visitor.get(path!)).text).not.toContain(secret)
  const draft = await findDraft(operatorId, id!)
  expect(JSON.stringify(draft)).not.toContain(secret)
  expect(JSON.stringify(draft)).toContain('It is shown once')
  const rows = await db.execute(sql`SELECT to_jsonb(o) FROM operator_log o`)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect((await request(`/postback/impact/${secret}?SubId1=nobody&Status=PENDING`)).status).toBe(200)
  expect((await request('/postback/impact/guessed?SubId1=nobody&Status=PENDING')).status).toBe(403)
})

test('the page of a network says what is accepted until when, and leads to what can be done', async () => {
  await pressConfirm(visitor, await fillIn('networks secret', { network: 'impact', formerHours: '2' }))
  const { text, body } = await visitor.get('/Desk/networks/show?network=impact')
  expect(text).toContain('open')
  expect(text).toContain(`/postback/impact/SECRET${networks.impact.macros}`)
  expect(text).toMatch(/current[\s\S]*accepted as well/)
  expect(body).toContain('/Desk/networks/secret?network=impact')
  expect(body).toContain('/Desk/networks/try?network=impact')
  expect((await visitor.get('/Desk/networks/list')).body).toContain('/Desk/networks/show?network=impact')
})

test('a network is closed at once, and says so', async () => {
  await pressConfirm(visitor, await fillIn('networks end-secret', { network: 'impact', which: 'all' }))
  expect((await visitor.get('/Desk/networks/show?network=impact')).text).toContain('closed: no secret')
  const tried = await visitor.get('/Desk/networks/try?network=impact')
  expect(tried.text).toContain('impact has no secret that is accepted.')
  const again = await fillIn('networks end-secret', { network: 'impact', which: 'former' })
  expect(again.text).toContain('impact has no former secret that is accepted.')
})

test('hours beyond 30 days are refused at their field, and what was typed is kept', async () => {
  const page = await fillIn('networks secret', { network: 'tune', formerHours: '1000' })
  expect(page.text).toContain('It must be a whole number from 0 to 720.')
  expect(page.body).toContain('value="1000"')
})

test('docs/feeds.md has the address of each network as the desk writes it', () => {
  const feeds = fs.readFileSync('docs/feeds.md', 'utf8')
  for (const name of NETWORK_NAMES) expect(feeds).toContain(networks[name].macros)
})
