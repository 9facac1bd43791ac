// The files for GST and TDS of a month, from payments and invoices that are posted to the files as the portals take them.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings } from '../support/settings'
import { ops, opsDone, opsJson } from './support'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-returns-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const GSTIN = '27AAPFU0939F1ZV'
const read = (place: string, name: string) =>
  fs.readFileSync(path.join(place, name), 'utf8').trimEnd().split('\r\n')

async function make(month: string) {
  const place = fs.mkdtempSync(path.join(folder, 'files-'))
  const out = await opsDone(`books returns ${month} --out`, path.join(place, 'made'))
  const made = path.join(place, 'made')
  return { out, b2b: read(made, 'gstr1-b2b.csv'), tds: read(made, 'tds-26as.csv') }
}

beforeAll(async () => {
  await opsDone('networks invoice trackier --invoice DD-7 --date 2025-10-20 --commission 10000 --gst 1800')
  await opsDone('networks invoice impact --invoice DD-8 --date 2025-10-21 --commission 500 --gst 90')
  const paid = '--on-account --yes --amount 1156 --tds 20 --gst 176'
  await opsDone(`networks paid trackier ${paid} --date 2025-10-28 --utr TRACKIER-10`)
  const later = '--on-account --yes --amount 980 --tds 20 --gst 0'
  await opsDone(`networks paid trackier ${later} --date 2025-11-10 --utr 412345678901`)
  await changeSettings({ NETWORK_GSTINS: `trackier=${GSTIN}`, NETWORK_TANS: 'trackier=MUMA12345B' })
})

test('the file of invoices has the columns of the offline tool, and what fits them', async () => {
  const { out, b2b } = await make('2025-10')
  expect(b2b).toEqual([
    'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
    `${GSTIN},,DD-7,20-Oct-2025,11800.00,27-Maharashtra,N,,Regular B2B,,18.00,10000.00,`,
  ])
  expect(out).toContain(
    'writes 1 invoice of 2025-10, GST Rs. 1,800.00, and 1 payment with TDS of Q3 2025-26 so far',
  )
})

test('what the portal does not take is named with its reason', async () => {
  const { left_out: leftOut } = (await opsJson('books returns 2025-10 --dry-run')) as {
    left_out: { network: string; why: string }[]
  }
  expect(leftOut.map(({ network, why }) => [network, why])).toEqual([
    ['impact', expect.stringContaining('NETWORK_GSTINS names no GSTIN')],
    ['trackier', 'no number of an invoice was posted with the payment'],
  ])
})

test('the file for Form 26AS has each payment of the quarter with its TAN', async () => {
  const { tds } = await make('2025-11')
  expect(tds).toEqual([
    '\ufeffName of the deductor,TAN of the deductor,Date of Payment/ Credit,Amount paid/ credited,Tax deducted,Reference of the payment',
    'trackier,MUMA12345B,28-Oct-2025,1000.00,20.00,TRACKIER-10',
    // As a number, Excel would show 4.12346E+11.
    "trackier,MUMA12345B,10-Nov-2025,1000.00,20.00,'412345678901",
  ])
})

test('a month that has not begun, and a number with a wrong check digit, are refused', async () => {
  expect((await ops('books returns 2099-01 --dry-run')).err).toContain('2099-01 has not begun.')
  const set = await ops('settings set NETWORK_GSTINS trackier=27AAPFU0939F1ZW --reason Typed --yes')
  expect(set.err).toContain(`NETWORK_GSTINS must be such as trackier=${GSTIN}`)
})
