import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import {
  searchClaims,
  searchMembers,
  searchReports,
  searchSales,
  searchVisits,
  searchWithdrawals,
} from '~/domain/tracking/search.server'
import { readWords } from '~/desk/search/words'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { ops, opsDone, opsJson, readLastEntry } from '../ops/support'
import { signedIn } from '../support/people'
import { rewrite } from '../support/rewrite'
import { collectPlans } from '../support/plans'
import { requestAmount } from '../wallet/payout-support'
import { click, earn, memberWith, receive } from '../wallet/support'

let asha: number
let sale: number
let withdrawal: number

beforeAll(async () => {
  asha = (
    await signedIn({
      username: 'Asha Möller-Verma',
      email: 'asha.verma@find.example',
      phone_number: '+919711223344',
      referral_code: 'FINDME9',
    })
  ).id
  sale = await earn(asha, 100_00n)
  withdrawal = await requestAmount(await memberWith(500_00n), '100')
  await approveWithdrawal(withdrawal)
  await payWithdrawal(withdrawal, 'N0UTR-4711')
})

test.each([
  'asha',
  'ASHA',
  'möll',
  'verma asha',
  'asha.ver',
  '3344',
  '223344',
  '9711223344',
  '+91 97112 23344',
  'findme9',
])('%s finds the member', async (words) => {
  expect((await searchMembers(words)).map(({ id }) => id)).toContain(asha)
})

test.each([
  'sha',
  'rma',
  'verma@',
  '7112',
  '97112',
  'FINDME',
  "x' | !asha",
  '%',
  '____',
  'a--',
  '-a ',
  '.as.',
])('%s does not find the member', async (words) => {
  expect((await searchMembers(words)).map(({ id }) => id)).not.toContain(asha)
})

test('references find sales and withdrawals, whole', async () => {
  const [facts] = await db.execute<{ external_id: string; click_id: string }>(
    sql`SELECT external_id, click_id FROM conversions WHERE id = ${sale}`,
  )
  for (const words of [String(sale), facts!.external_id, facts!.click_id])
    expect((await searchSales(words)).map(({ id }) => id)).toContain(sale)
  expect(await searchSales(facts!.external_id.slice(0, -1))).toEqual([])
  for (const words of [String(withdrawal), 'n0utr4711', 'N0UTR-4711'])
    expect((await searchWithdrawals(words)).map(({ id }) => id)).toContain(withdrawal)
})

const readVisit = async (clickId: string) => {
  const [row] = await db.execute<{ seq: string }>(sql`SELECT seq::text FROM clicks WHERE id = ${clickId}`)
  return formatVisitNumber(Number(row!.seq))
}

test('the number of a visit finds the visit, its sale and its claim', async () => {
  const [row] = await db.execute<{ click_id: string }>(
    sql`SELECT click_id FROM conversions WHERE id = ${sale}`,
  )
  const visit = await readVisit(row!.click_id)
  for (const words of [visit, visit.toLowerCase(), visit.replace('-', '')]) {
    expect((await searchVisits(words)).map((found) => found.click.id)).toEqual([row!.click_id])
    expect((await searchSales(words)).map(({ id }) => id)).toEqual([sale])
  }
  const missing = await click(asha)
  await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${missing}`)
  const number = await readVisit(missing)
  const opened = await openMemberClaim(
    asha,
    { visit: number },
    { kind: 'missing', text: 'Where is it?', orderNumber: 'MG-00881' },
  )
  if (!opened.ok) throw new Error(opened.reason)
  for (const words of [number, 'MG-00881', 'mg 00881'])
    expect((await searchClaims(words)).map(({ id }) => id)).toEqual([opened.claim.id])
  expect(await searchClaims('MG-0088')).toEqual([])
  expect(await opsDone(`search "claim ${opened.claim.id}"`)).toContain(number)
})

test('a report in quarantine is found by the id of its sale and by its visit', async () => {
  const sent = await click(asha)
  await receive({ p1: sent, conversion_id: 'QUARANTINED-77', sale_amount: '1,000', status: 'approved' })
  const byId = await searchReports('QUARANTINED-77')
  expect(byId.map(({ outcome }) => outcome)).toEqual(['quarantined'])
  expect(await searchReports(await readVisit(sent))).toEqual(byId)
  expect((await searchReports(String(byId[0]!.id))).map(({ id }) => id)).toContain(byId[0]!.id)
})

test('a number of one to three digits finds records of this very number, and no part of another one', async () => {
  const found = await opsJson('search 1')
  expect(found).toMatchObject({ visits: [], stores: [], settings: [], pages: [] })
  const words = readWords('123')
  expect(words).toEqual({ kind: null, text: '123', isShort: true })
})

test.each([
  ['claim 7', { kind: 'claims', text: '7', isShort: true }],
  ['Sale #12', { kind: 'sales', text: '12', isShort: true }],
  ['#12', { kind: null, text: '12', isShort: true }],
  ['00001', { kind: null, text: '00001', isShort: false }],
  ['order 12', { kind: null, text: 'order 12', isShort: false }],
  ['as', undefined],
])('%s is read as what an operator means', (typed, words) => {
  expect(readWords(typed)).toEqual(words)
})

test.each([
  ['minimum withdrawal', 'settings', 'MIN_WITHDRAWAL', 'name'],
  ['MIN_WITHDRAWAL', 'settings', 'MIN_WITHDRAWAL', 'name'],
  ['invite', 'pages', 'operators invite', 'name'],
  ['month end', 'pages', 'books month', 'name'],
  ['short links', 'pages', 'shortlinks', 'name'],
])('%s finds %s: %s', async (words, kind, wanted, field) => {
  const found = (await opsJson(`search "${words}"`)) as Record<string, Record<string, string>[]>
  expect(found[kind]!.map((row) => row[field])).toContain(wanted)
})

test('words find stores and offers, and an offer by its number', async () => {
  const [offer] = await db.execute<{ id: string; title: string; store: string }>(sql`
    SELECT k.id::text, k.title, b.name AS store FROM campaigns k JOIN brands b ON b.id = k.brand_id ORDER BY k.id LIMIT 1`)
  const byStore = (await opsJson(`search "${offer!.store}"`)) as Record<string, { store: string }[]>
  expect(byStore['stores']!.map(({ store }) => store)).toContain(offer!.store)
  const byNumber = (await opsJson(`search "offer ${offer!.id}"`)) as Record<string, { id: number }[]>
  expect(byNumber['offers']!.map(({ id }) => id)).toEqual([Number(offer!.id)])
})

test('search shows masked numbers, and is logged without the words', async () => {
  const out = await opsDone('search möll')
  expect(out).toMatch(/Asha Möller-Verma +••••3344 +as•••a@find\.example/)
  const entry = await readLastEntry()
  expect(entry).toMatchObject({ command: 'search …', outcome: 'done' })
  expect((await ops('search xyzzyx')).out).toContain('Nothing matches.')
})

test.each(['as', ' a ', '#'])('%s is too short', async (words) => {
  expect(await ops(`search "${words}"`)).toMatchObject({ code: 2, out: '' })
})

test('search uses indexes', async () => {
  expect(
    await collectPlans(async () => {
      for (const words of [
        'asha',
        'asha.verma@',
        '3344',
        '9711223344',
        'FINDME9',
        'N0UTR-4711',
        '1001',
        'DV-7K2M9QX4',
      ]) {
        await searchMembers(words)
        await searchSales(words)
        await searchWithdrawals(words)
        await searchClaims(words)
        await searchVisits(words)
        await searchReports(words)
      }
    }),
  ).toEqual([])
}, 60_000)

test('more than 60 searches a minute are refused', async () => {
  await db.execute(sql`
    INSERT INTO operator_log (os_user, command, seal)
    SELECT (SELECT os_user FROM operator_log ORDER BY id DESC LIMIT 1), 'search …', 'seal ' || n FROM generate_series(1, 61) n`)
  expect((await ops('search asha')).err).toContain('60 searches')
})
