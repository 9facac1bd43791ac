// An invoice to a network that is noted before its payment: from the note to the files of its month.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDefects } from '~/domain/books/audit.server'
import { rewrite } from '../support/rewrite'
import { ops, opsDone, opsJson } from './support'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-invoices-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const readGst = (place: string) =>
  fs.readFileSync(path.join(place, 'gst.csv'), 'utf8').trimEnd().split('\r\n').slice(1)

async function close(month: string): Promise<{ out: string; gst: string[]; place: string }> {
  const place = path.join(folder, month)
  return { out: await opsDone(`books close ${month} --yes --out`, place), gst: readGst(place), place }
}

const note = (facts: string) => `networks invoice impact --invoice ${facts}`
const pay = (facts: string) => `networks paid impact --on-account --yes ${facts}`

let september: Awaited<ReturnType<typeof close>>

beforeAll(async () => {
  await opsDone(note('DD-9 --date 2025-09-20 --commission 1000 --gst 180'))
  await opsDone(note('DD-10 --date 2025-09-21 --commission 100 --gst 81'))
  const [wrong] = (await opsJson('networks invoices')) as { id: number }[]
  await opsDone(`networks cancel-invoice ${wrong!.id} --reason Mistyped`)
  await opsDone(note('DD-10 --date 2025-09-21 --commission 100 --gst 18'))
  await opsDone(pay('--amount 118 --gst 18 --date 2025-09-22 --utr PAID-22 --invoice DD-8'))
  await rewrite(sql`UPDATE ledger_transfers SET created_at = '2025-09-22 12:00+05:30'`)
  september = await close('2025-09')
})

test('its GST is in the file of its month, and the line to gst_payable says that it is not paid', () => {
  expect(september.gst).toEqual([
    '2025-09-20,invoice,impact,invoice,,DD-9,,1000.00,180.00,',
    '2025-09-21,invoice,impact,invoice,,DD-10,,100.00,81.00,',
    '2025-09-21,invoice,impact,invoice,,DD-10,,100.00,18.00,',
    '2025-09-21,invoice,impact,cancellation,,DD-10,,-100.00,-81.00,',
    expect.stringMatching(/^2025-09-22,payment,impact,payment,\d+,DD-8,PAID-22,100\.00,18\.00,$/),
  ])
  expect(september.out).toContain(
    'GST of all gst.csv up to 2025-09: Rs. 216.00 = GST payable at its end Rs. 18.00 + Rs. 198.00 of noted invoices, less their payments.',
  )
})

test('payments of it, in parts and of a closed month, are in no further file', async () => {
  await opsDone(pay('--amount 590 --gst 90 --date 2025-10-05 --utr PART-1 --invoice dd9'))
  await opsDone(pay('--amount 590 --gst 90 --date 2025-10-06 --utr PART-2 --invoice DD-9'))
  // The same command again is a repeat, though none of the GST is left.
  expect(await opsDone(pay('--amount 590 --gst 90 --date 2025-10-06 --utr PART-2 --invoice DD-9'))).toContain(
    'posts nothing: PART-2 is settlement',
  )
  await rewrite(
    sql`UPDATE ledger_transfers SET created_at = '2025-10-06 12:00+05:30' WHERE created_at > '2025-10-01'`,
  )
  const october = await close('2025-10')
  expect(october.gst).toEqual([])
  expect(october.out).toContain(
    'GST of all gst.csv up to 2025-10: Rs. 216.00 = GST payable at its end Rs. 198.00 + Rs. 18.00 of noted invoices, less their payments.',
  )
  expect(await opsDone('networks invoices')).toMatch(/DD-9 .* 180\.00 +180\.00 +paid/)
})

const find = async (number: string) =>
  ((await opsJson('networks invoices')) as { id: number; invoice: string }[]).findLast(
    ({ invoice }) => invoice === number,
  )!.id

test.each([
  [
    'a second note with other facts',
    note('dd-9 --date 2025-11-02 --commission 1 --gst 1'),
    'already, with other facts. Cancelling takes it back (--invoice).\n  npm run ops -- networks cancel-invoice ',
  ],
  [
    'a note after a payment with its number',
    note('DD8 --date 2025-11-02 --commission 100 --gst 18'),
    'names DD8, and its GST counts with that payment (--invoice).\n  npm run ops -- networks payments',
  ],
  [
    'a note in a closed month',
    note('DD-11 --date 2025-10-31 --commission 1 --gst 1'),
    'the first open day is 2025-11-01. Note it with that day (--date).',
  ],
  [
    'a payment with more GST than is left',
    pay('--amount 118 --gst 18.01 --date 2025-11-03 --utr MORE-1 --invoice DD-10'),
    'Rs. 18.00 of the GST of DD-10 is not paid yet, and no more can be.',
  ],
  [
    'a payment with another day of the invoice',
    pay('--amount 118 --gst 18 --date 2025-11-03 --utr MORE-2 --invoice DD-10 --invoiced-on 2025-11-03'),
    'DD-10 is noted with the day 2025-09-21: give no other one (--invoiced-on).',
  ],
])('%s is refused, with the way out', async (_, command, says) => {
  const { code, err } = await ops(command)
  expect(code).toBe(1)
  expect(err).toContain(says)
})

test('a paid note is cancelled once its payments are reversed, and then takes no payment', async () => {
  const id = await find('DD-9')
  const refusal = await ops(`networks cancel-invoice ${id} --reason x`)
  expect(refusal.err).toContain('Payments have Rs. 180.00 of its GST: reverse those first.')
  const paid = (await opsJson('networks payments')) as { id: number; invoice: string | null }[]
  for (const one of paid.filter(({ invoice }) => invoice === 'DD-9'))
    await opsDone(`networks reverse ${one.id} --yes --reason Mistyped`)
  await opsDone(`networks cancel-invoice ${id} --reason Mistyped`)
  expect((await ops(`networks cancel-invoice ${id} --reason x`)).err).toContain('is cancelled already')
  const again = await ops(pay('--amount 118 --gst 18 --date 2025-11-03 --utr AGAIN --invoice DD-9'))
  expect(again.err).toContain('DD-9 was cancelled: note it again, or name no invoice (--invoice).')
})

test('the files of the closed months stay the same bytes, and the audit is silent', async () => {
  for (const month of ['2025-09', '2025-10']) {
    const place = path.join(folder, `${month}-again`)
    await opsDone(`books files ${month} --out`, place)
    expect(readGst(place)).toEqual(readGst(path.join(folder, month)))
  }
  expect(await findDefects()).toEqual([])
})
