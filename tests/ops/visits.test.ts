import { desc, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import { receivePostback } from '~/domain/tracking/inbox.server'
import { dismissPostback } from '~/domain/tracking/quarantine.server'
import { rewrite } from '../support/rewrite'
import { signedIn } from '../support/people'
import { click } from '../wallet/support'
import { ops, opsJson } from './support'

const MOBILE = '+91 97555 55555'
let user: number
/** Click ids by outcome. */
const clicks: Record<string, string> = {}

const send = async (p1: string, more: Record<string, string>, network: 'trackier' | 'tune' = 'trackier') => {
  const click: Record<string, string> =
    network === 'trackier' ? { p1, conversion_id: `T-${p1}` } : { aff_click_id: p1, transaction_id: p1 }
  await receivePostback(
    { network, method: 'GET', raw: { ...click, sale_amount: '1000', ...more } },
    (error) => {
      throw error
    },
  )
  const [row] = await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1)
  return row!.id
}

beforeAll(async () => {
  user = (await signedIn({ phone_number: '+919755555555' })).id
  const other = (await signedIn()).id
  await click(other)
  for (const name of [
    'silent',
    'unread',
    'pending',
    'approved',
    'rejected',
    'over',
    'dismissed',
    'astray',
    'open',
  ])
    clicks[name] = await click(user)
  await send(clicks.pending!, { status: 'pending' })
  await send(clicks.approved!, { status: 'approved' })
  await send(clicks.rejected!, { status: 'rejected' })
  await send(clicks.over!, { status: 'approved', sale_amount: '900000' })
  await send(clicks.unread!, { status: 'who knows' })
  await dismissPostback(await send(clicks.dismissed!, { status: 'who knows' }), 'A test of the network')
  await send(clicks.astray!, { status: 'approved' }, 'tune')
  await db.execute(sql`
    INSERT INTO postback_inbox (network, method, raw, click_id) VALUES ('trackier', 'GET', '{}', ${clicks.open!})`)
  clicks.guest = await click(9, { title: 'A guest’s deal' })
  await send(clicks.guest, { status: 'approved' })
  await claimGuestClicks(user, [clicks.guest])
  await rewrite(
    sql`UPDATE clicks SET created_at = '2026-11-20T23:59:59+05:30' WHERE id = ${clicks.silent!}`,
    sql`UPDATE conversions SET withdrawable_at = '2099-12-24T00:00:00+05:30' WHERE click_id = ${clicks.approved!}`,
  )
})

const list = (options: string): Promise<Record<string, unknown>[]> => opsJson(`visits list ${options}`)

async function findLine(name: string): Promise<string> {
  const { out } = await ops(`visits list --member "${MOBILE}"`)
  return out.split('\n').find((line) => line.endsWith(clicks[name]!))!
}

test.each([
  ['silent', / no report came +CLICK\d+$/],
  ['pending', / pending +\d+ +Rs\. 1,000\.00 +Rs\. 50\.00 +CLICK/],
  ['approved', / approved, withdrawable from 24 Dec 2099 +\d+ +Rs\. 1,000\.00 +Rs\. 50\.00 +CLICK/],
  ['rejected', / rejected +\d+ +Rs\. 0\.00 +CLICK/],
  ['over', / quarantined \(postback \d+\): over-sale-limit .* Rs\. 9,00,000\.00 +CLICK/],
  ['unread', / quarantined \(postback \d+\): unknown-status /],
  ['dismissed', / dismissed \(postback \d+\): A test of the network /],
  ['astray', / quarantined \(postback \d+\): unknown-click /],
  ['open', / not processed yet \(postback \d+\) /],
  ['guest', / A guest’s deal +trackier +approved[ ,]/],
])('visits list shows the outcome of a visit: %s', async (name, words) => {
  const line = await findLine(name)
  expect(line).toMatch(new RegExp(`[ap]m +DV-\\w{8} +${user} +Shop \\d+ `))
  expect(line).toMatch(words)
})

test('visits list is newest first and ends with the count and the meaning of ‘no report came’', async () => {
  const { out, code } = await ops(`visits list --member "${MOBILE}"`)
  expect(code).toBe(0)
  expect(out).toMatch(
    /^CLICKED +VISIT +MEMBER +STORE +OFFER +NETWORK +OUTCOME +SALE +AMOUNT +CASHBACK +CLICK\n/,
  )
  expect(out.split('\n')[10]).toContain(clicks.silent)
  expect(out).toMatch(/\n\n10 outcomes\n\nno report came: the network has reported no sale yet/)
  expect((await ops(`visits list --member "${MOBILE}" --limit 2`)).out).toContain(
    '\n\n2 outcomes (--limit shows more)\n',
  )
})

test('visits list filters by store, day and member', async () => {
  const [silent] = await list(`--member "${MOBILE}" --to 2026-11-20`)
  expect(silent).toMatchObject({
    click_id: clicks.silent,
    outcome: 'no report came',
    sale_id: null,
    postback: null,
    rate: '5.00%',
  })
  const store = String(silent!.store)
  for (const options of ['', `--member ${user}`, '--from 2026-11-20'])
    expect(await list(`--store "${store}" ${options}`)).toEqual([silent])
  expect(await list(`--store "${store}" --from 2026-11-21`)).toEqual([])
  expect((await ops(`visits list --store "${store}" --to 2026-11-19`)).out).toBe('No visit matches.\n')
  const all = await list('--from today')
  expect(all.length).toBeGreaterThanOrEqual(9)
  expect(all.map(({ click_id }) => click_id)).not.toContain(clicks.silent)
})

test('visits list has a row for each sale and each quarantined report of a click', async () => {
  const p1 = await click(user)
  await send(p1, { status: 'approved', conversion_id: `${p1}-A` })
  await send(p1, { status: 'approved', conversion_id: `${p1}-B`, sale_amount: '2000' })
  await send(p1, { status: 'approved', conversion_id: `${p1}-C`, sale_amount: '800000' })
  const outcomes = await list(`--member "${MOBILE}" --limit 1`)
  const visit = { click_id: p1, user_id: user }
  expect(outcomes).toMatchObject([
    { ...visit, external_id: `${p1}-A`, cashback: '50.00', postback: null },
    { ...visit, external_id: `${p1}-B`, cashback: '100.00', postback: null },
    { ...visit, outcome: expect.stringMatching(/^quarantined .*: over-sale-limit$/), sale_id: null },
  ])
  expect(outcomes[2]!.postback).toEqual(expect.any(Number))
  const { out, err } = await ops(`visits list --member "${MOBILE}" --limit 1 --csv`)
  const [head, ...rows] = out.trimEnd().split('\r\n')
  expect(head).toBe(
    'clicked_at (IST),visit,user_id,store,offer,campaign_id,network,rate,outcome,sale_id,external_id,sale,cashback,withdrawable_at (IST),reported_at (IST),click_id,postback',
  )
  expect(rows).toHaveLength(3)
  expect(rows[1]).toContain(`,${p1}-B,2000.00,100.00,`)
  expect(err).toBe('Truncated at 1: increase --limit for more.\n')
})

test('visits list shows an unclaimed guest click as a guest’s', async () => {
  const p1 = await click(9)
  const { out } = await ops('visits list --limit 1')
  expect(out).toMatch(new RegExp(`[ap]m +DV-\\w{8} +guest .* no report came +${p1}\n`))
})
