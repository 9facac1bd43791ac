/** What is read of a report, and the row by which an operator corrects one, without the database. */
import { describe, expect, test } from 'vitest'
import {
  buildCorrectedRow,
  readNames,
  readReport,
  readReportIds,
  readReportRow,
  readSent,
} from '~/domain/tracking/reports'
import { awin } from '~/platform/config/networks/awin'
import { REPORTED } from '~/platform/formats/amounts'
import { paise } from '~/platform/formats/money'

const withComma = { ...awin, amounts: { ...REPORTED, decimalMark: ',' as const } }

const POSTBACK = {
  clickRef: ' click-1 ',
  transactionId: '9001',
  orderRef: 'ORDER-7',
  saleAmount: '1499.50',
  commission: '90.25',
  status: 'approved',
  currency: 'USD',
}

const ROW = { 'Click Ref': 'click-1', ID: '9001', 'sale-amount': '1499.50', commission_status: 'approved' }

describe('the corrected row of a report', () => {
  const asReported = { sale: null, commission: null, isInRupees: false }

  test.each([
    ['nothing', asReported, {}],
    ['its sale', { ...asReported, sale: paise(1_00n) }, { sale_amount: '1.00' }],
    ['its commission', { ...asReported, commission: paise(5n) }, { commission: '0.05' }],
    ['its currency', { ...asReported, isInRupees: true }, { currency: 'INR' }],
  ])('differs in %s alone', (_, corrected, changed) => {
    expect(buildCorrectedRow(awin, { method: 'POST', raw: POSTBACK }, corrected)).toEqual({
      click_ref: 'click-1',
      id: '9001',
      order_ref: 'ORDER-7',
      sale_amount: '1499.50',
      commission: '90.25',
      commission_status: 'approved',
      currency: 'USD',
      ...changed,
    })
  })

  test('is read to the corrected amounts, also where the network writes a comma', () => {
    const corrected = { sale: paise(1234_56n), commission: paise(12_34n), isInRupees: true }
    const row = buildCorrectedRow(withComma, { method: 'CSV', raw: ROW }, corrected)
    expect(row).toMatchObject({ sale_amount: '1234,56', commission: '12,34', currency: 'INR' })
    expect(readReportRow(withComma, row)).toMatchObject({ amount: 1234_56n, networkPayout: 12_34n })
  })

  test('has no cell for what no report said', () => {
    const row = buildCorrectedRow(awin, { method: 'CSV', raw: ROW }, asReported)
    expect(Object.keys(row).toSorted()).toEqual(['click_ref', 'commission_status', 'id', 'sale_amount'])
  })

  test('has no cell for which the network’s file has no column', () => {
    const withoutCurrency = { ...awin, columns: { ...awin.columns, currency: [] } }
    const inRupees = { ...asReported, isInRupees: true }
    const row = buildCorrectedRow(withoutCurrency, { method: 'CSV', raw: ROW }, inRupees)
    expect(Object.keys(row).toSorted()).toEqual(['click_ref', 'commission_status', 'id', 'sale_amount'])
  })
})

test('what was sent is named in the same way for a postback, its envelope and a row', () => {
  const said = { click: 'click-1', conversion: '9001', sale: '1499.50', status: 'approved' }
  expect(readSent(awin, 'POST', POSTBACK)).toMatchObject(said)
  expect(readSent(awin, 'POST', { AwinTransactionPush: JSON.stringify(POSTBACK) })).toMatchObject(said)
  expect(readSent(awin, 'CSV', ROW)).toMatchObject(said)
})

test.each([
  [
    'a postback',
    'POST',
    POSTBACK,
    { clickId: 'click-1', id: '9001', orderNumber: 'ORDER-7', sale: 1499_50n },
  ],
  ['a row', 'CSV', ROW, { clickId: 'click-1', id: '9001', orderNumber: null, sale: 1499_50n }],
  [
    'a report with an order alone',
    'GET',
    { orderRef: 'ORDER-7' },
    { clickId: '', id: 'ORDER-7', orderNumber: 'ORDER-7', sale: null },
  ],
  ['a report of nothing', 'GET', {}, { clickId: '', id: '', orderNumber: null, sale: null }],
  ['a row’s names in a postback', 'GET', ROW, { clickId: '', id: '', orderNumber: null, sale: null }],
])('names of %s are found before anything is decided', (_, method, raw, names) => {
  expect(readNames(awin, method, raw as Record<string, string>)).toEqual(names)
})

describe('a declined report', () => {
  test.each([
    ['a known reason', 'Order Cancelled', 'returned'],
    ['an unknown reason', 'because', undefined],
    ['no reason', undefined, undefined],
  ])('with %s', (_, decline_reason, reason) => {
    const row = { ...ROW, commission_status: 'declined', ...(decline_reason && { decline_reason }) }
    const read = readReportRow(awin, row)
    expect(read).toMatchObject({ report: 'rejected' })
    expect('reason' in read ? read.reason : undefined).toBe(reason)
    expect('reason' in read).toBe(reason !== undefined)
  })

  test('that is approved has no reason, whatever it says', () => {
    expect(readReportRow(awin, { ...ROW, decline_reason: 'returned' })).not.toHaveProperty('reason')
  })
})

test.each([
  ['2026-11-21T10:00:00', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['2026-02-30', null],
  ['21.11.2026', null],
  [undefined, null],
])('the day of an order that was sent as %s is %s', (transactionDate, day) => {
  const read = readReport(awin, { ...POSTBACK, currency: 'INR', ...(transactionDate && { transactionDate }) })
  expect('orderedAt' in read ? read.orderedAt : null).toEqual(day && new Date(`${day}T00:00:00Z`))
})

test.each([
  ['its fields', JSON.stringify({ clickRef: 'click-2', transactionId: 77 }), 'click-2', '77'],
  ['nothing if it is broken', '{"clickRef":', 'click-1', '9001'],
  ['nothing if it is no object', '[1]', 'click-1', '9001'],
  ['no field that is no text', JSON.stringify({ clickRef: { a: 'b' }, transactionId: '8' }), 'click-1', '8'],
])('an envelope gives %s', (_, AwinTransactionPush, clickId, conversionId) => {
  const raw = { ...POSTBACK, currency: 'INR', AwinTransactionPush }
  expect(readReport(awin, raw)).toMatchObject({ clickId, conversionId })
})

test.each([
  ['nothing', {}, []],
  ['a click', { click: 'C1' }, ['click:C1:']],
  ['an order', { order: 'O1' }, ['O1']],
  ['an order and a goal', { order: 'O1', goal: '4' }, ['O1:4', 'O1']],
  ['an id, an order and a click', { conversion: '9', order: 'O1', click: 'C1' }, ['9', 'O1', 'click:C1:']],
])('a report with %s names its sale by %j', (_, named, ids) => {
  expect(readReportIds(awin, named).ids).toEqual(ids)
})
