// The checklist of October of october.ts, whose figures are calculated by hand, before and after its points are done.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { strFromU8, unzipSync } from 'fflate'
import { db } from '~/platform/db/client.server'
import { listStoredFiles } from '~/desk/queued-jobs.server'
import { findMonthToClose, readMonthChecks, type CheckName } from '~/domain/books/month-checks.server'
import { closeMonth } from '~/domain/books/month-end.server'
import { readAccounts } from '~/domain/books/journal.server'
import { formatPlain } from '~/platform/formats/money'
import { endOfMonth, monthNow, previousMonth, startOfMonth } from '~/platform/formats/months'
import { rewrite } from '../support/rewrite'
import { byCommand, click, member, receive } from '../wallet/support'
import { file, ops, opsDone, opsJson } from './support'
import { liveOctober } from './october'

const MONTH = '2025-10'

interface Row {
  what: string
  state: string
  count: number
  amount: string | null
}

const readRows = async (): Promise<Row[]> =>
  ((await opsJson(`books month ${MONTH}`)) as { checklist: Row[] }).checklist

const find = async (what: string) => (await readRows()).find((row) => row.what.includes(what))

const readState = async (name: CheckName) =>
  (await readMonthChecks(db, MONTH)).filter((one) => one.name === name).map(({ state }) => state)

beforeAll(liveOctober)

test('the checklist names networks without a comparison, payments that are in no statement, and sums', async () => {
  expect(await find('The report of trackier')).toMatchObject({ state: 'open', count: 16 })
  expect(await find('The report of impact')).toMatchObject({ state: 'open', count: 14 })
  expect(await find('The report of admitad')).toMatchObject({ state: 'open', count: 10 })
  // 500, 200, 1,000 and 100 were paid; what came back later was paid, too.
  expect(await find('The bank is reconciled')).toMatchObject({ state: 'open', count: 4, amount: '1800.00' })
  expect(await find('The quarantine is empty')).toMatchObject({ state: 'done', count: 0 })
  expect(await opsJson(`books month ${MONTH}`)).toMatchObject({
    month: MONTH,
    owed_to_members: '1490.00',
    gst_of_the_month: '0.00',
  })
})

test('what moved in a month, and what is owed at its end, is what the accounts say', async () => {
  const lines = await readAccounts({ from: startOfMonth(MONTH), before: endOfMonth(MONTH) })
  const moved = lines.reduce((sum, { debits }) => sum + debits, 0n)
  const owed = lines
    .filter(({ code }) => code === 'user_available' || code === 'payout_clearing')
    .reduce((sum, { closing }) => sum + closing, 0n)
  expect(moved > 0n && owed > 0n).toBe(true)
  expect(await opsJson(`books month ${MONTH}`)).toMatchObject({
    moved_in_the_month: formatPlain(moved),
    owed_to_members: formatPlain(owed),
  })
})

test('a report of the month in quarantine is open until somebody decides, a later one never', async () => {
  const sent = await click(await member())
  const raw = { p1: sent, conversion_id: 'MONTH-END-1', sale_amount: '1,000', status: 'approved' }
  await receive(raw)
  expect(await readState('quarantine')).toEqual(['done'])
  await rewrite(
    sql`UPDATE postback_inbox SET received_at = '2025-10-31 23:59+05:30' WHERE raw ->> 'conversion_id' = 'MONTH-END-1'`,
  )
  expect(await readState('quarantine')).toEqual(['open'])
  await opsDone(`postbacks dismiss ${await readReport()} --reason "A test of the network"`)
  expect(await readState('quarantine')).toEqual(['done'])
})

const readReport = async () =>
  (
    await db.execute<{ id: string }>(
      sql`SELECT id::text FROM postback_inbox WHERE raw ->> 'conversion_id' = 'MONTH-END-1'`,
    )
  )[0]!.id

test('a comparison of a network’s report is done once it was made after the month’s end', async () => {
  await ops(`networks statement trackier ${file('october.csv', 'txn_id,payout\nT1,160\n')}`)
  expect(await find('The report of trackier')).toMatchObject({ state: 'done' })
  expect(await find('The report of impact')).toMatchObject({ state: 'open' })
})

test('the preview of a close shows the checklist and the figures, and closes nothing', async () => {
  const out = await opsDone(`books close ${MONTH} --dry-run`)
  expect(out).toContain('The bank is reconciled')
  expect(out).toMatch(/\d+ points of the checklist are open/)
  expect(out).toMatch(/owed to members at its end +Rs\. 1,490\.00/)
  expect(await findMonthToClose(db)).toBe(previousMonth(monthNow()))
})

test('after a close the next month is the one to close, and an open one after it names it', async () => {
  const closed = await byCommand('books close', 'tests', () => closeMonth(MONTH, 'tests'))
  expect(closed.ok).toBe(true)
  expect(await findMonthToClose(db)).toBe('2025-11')
  expect(await readState('earlier')).toEqual(['done'])
  const later = await readMonthChecks(db, '2025-12')
  expect(later.find(({ name }) => name === 'earlier')).toMatchObject({ state: 'open', month: '2025-11' })
  const now = await readMonthChecks(db, monthNow())
  expect(now.find(({ name }) => name === 'over')).toMatchObject({ state: 'open' })
})

test('the files of a folder are one archive, too, which has each of them byte for byte', () => {
  const files = [
    { name: 'gst.csv', content: 'day,gst\r\n2025-10-01,₹ 18\r\n' },
    { name: 'SHA256SUMS', content: new Uint8Array([1, 2, 3]) },
  ]
  const [zip, ...rest] = listStoredFiles({ effect: 'Closes', files, folder: 'books-2025-10' })
  expect(rest).toEqual(files)
  expect(zip!.name).toBe('books-2025-10.zip')
  const unpacked = unzipSync(zip!.content as Uint8Array)
  expect(Object.keys(unpacked)).toEqual(['gst.csv', 'SHA256SUMS'])
  expect(strFromU8(unpacked['gst.csv']!)).toBe(files[0]!.content)
  expect([...unpacked['SHA256SUMS']!]).toEqual([1, 2, 3])
  expect(listStoredFiles({ effect: 'Writes', files })).toBe(files)
})
