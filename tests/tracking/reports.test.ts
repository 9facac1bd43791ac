/** Fields of a postback or a row of a report are read as text, and never guessed (docs/rules.md#30). */
import { describe, expect, test } from 'vitest'
import { NETWORK_NAMES, networks, type NetworkName } from '~/platform/config/networks'
import { readTable } from '~/platform/formats/table-file'
import { listReportHeadings, readReport, readReportRow } from '~/domain/tracking/reports'

const postback = { p1: 'c', conversion_id: 'C1', sale_amount: '1000', payout: '80', status: 'approved' }
const trackier = (changes: Record<string, string> = {}) =>
  readReport(networks.trackier, { ...postback, ...changes })
const tune = (changes: Record<string, string>) =>
  readReport(networks.tune, { aff_sub: 'c', transaction_id: '9', status: 'approved', ...changes })
const impact = (changes: Record<string, string>) =>
  readReport(networks.impact, { SubId1: 'c', ActionId: '9', Status: 'APPROVED', ...changes })

describe('field with several names', () => {
  test('is read from the first one that is filled', () => {
    expect(tune({ aff_click_id: 'better' })).toMatchObject({ clickId: 'better' })
    expect(tune({ aff_click_id: '  ' })).toMatchObject({ clickId: 'c' })
  })

  test('returns every id of the sale, best first', () => {
    expect(trackier({ txn_id: 'T9', goal_id: '4' })).toMatchObject({
      conversionId: 'C1',
      orderNumber: 'T9',
      externalId: 'C1',
      otherIds: ['T9:4', 'T9', 'click:c:4'],
    })
  })

  test('is trimmed', () => {
    expect(
      trackier({
        p1: ' c ',
        conversion_id: '\tC1',
        status: ' approved\n',
        sale_amount: ' 1000 ',
        currency: ' inr ',
      }),
    ).toEqual(trackier())
  })

  test('is case-sensitive', () => {
    expect(readReport(networks.trackier, { P1: 'c', txn_id: 'T1', status: 'approved' })).toEqual({
      quarantined: 'unknown-click',
    })
  })
})

describe('status', () => {
  test.each(NETWORK_NAMES.filter((name) => name !== 'awin'))(
    'missing from a %s report is unknown: nothing is assumed',
    (name) => {
      const { click, conversion } = networks[name].postback
      const raw = { [click[0]!]: 'c', [conversion[0]!]: '9' }
      expect(readReport(networks[name], raw)).toEqual({ quarantined: 'unknown-status' })
    },
  )

  test('missing from an awin report is pending; one that is present is used', () => {
    const raw = { clickRef: 'c', transactionId: '9' }
    expect(readReport(networks.awin, raw)).toMatchObject({ report: 'pending' })
    expect(readReport(networks.awin, { ...raw, status: 'approved' })).toMatchObject({ report: 'approved' })
    expect(readReport(networks.awin, { ...raw, status: 'x' })).toEqual({ quarantined: 'unknown-status' })
  })
})

describe('amount', () => {
  test.each([
    ['0', 0n],
    ['19.99', 19_99n],
    ['1000', 1_000_00n],
    ['1,00,000.50', 1_00_000_50n],
    ['100.0000', 100_00n],
    ['100.500', 100_50n],
    ['9999999.99', 99_99_999_99n],
  ])('%s is read exactly', (sale_amount, sale) => {
    expect(trackier({ sale_amount })).toMatchObject({ amount: sale })
  })

  test.each([
    '100,50',
    '1,000',
    '1,00,000.5',
    '1.0050',
    '100.00001',
    '1.000,',
    '1.000,00',
    '.5',
    '5.',
    '1e3',
    '+5',
    '0x10',
    '₹5',
    'null',
  ])('%j is quarantined', (sale_amount) => {
    expect(trackier({ sale_amount })).toEqual({ quarantined: 'unusable-amount' })
  })

  test('is null, not zero, when it is missing', () => {
    expect(trackier({ sale_amount: ' ' })).toMatchObject({ report: 'approved', amount: null })
  })

  test('is optional for a rejection or reversal, and stored where it can be read', () => {
    expect(trackier({ status: 'rejected', sale_amount: 'x' })).toMatchObject({
      report: 'rejected',
      amount: null,
    })
    expect(impact({ Status: 'REVERSED', Amount: 'x' })).toMatchObject({ report: 'reversed', amount: null })
    expect(impact({ Status: 'REVERSED', Amount: '7' })).toMatchObject({ report: 'reversed', amount: 7_00n })
  })

  test('of the commission is quarantined if it is unreadable or negative, and may be missing', () => {
    expect(trackier()).toMatchObject({ networkPayout: 80_00n })
    for (const payout of ['x', '-5', '1e2', '12.345', '80,10', '{payout}', 'NaN'])
      expect([payout, trackier({ payout })]).toEqual([payout, { quarantined: 'unusable-commission' }])
    expect(trackier({ payout: '' })).toMatchObject({ amount: 1_000_00n, networkPayout: null })
  })

  test.each(['cancelled', 'rejected'])(
    'of a %s sale, its commission and its currency stop nothing',
    (status) => {
      const odd = { sale_amount: '-1,0', payout: 'x', currency: 'USD', status }
      expect(trackier(odd)).toMatchObject({ conversionId: 'C1', report: 'rejected', amount: null })
    },
  )
})

describe('id', () => {
  test('is accepted up to 200 characters, also when derived from the click', () => {
    expect(trackier({ conversion_id: 'x'.repeat(200) })).toMatchObject({ externalId: 'x'.repeat(200) })
    for (const name of ['conversion_id', 'txn_id'])
      expect(trackier({ [name]: 'x'.repeat(201) })).toEqual({ quarantined: 'unusable-id' })
    expect(trackier({ conversion_id: '', p1: 'c'.repeat(200) })).toEqual({ quarantined: 'unusable-id' })
  })

  test('identifies a sale alone, or together with the goal where it identifies a visit', () => {
    expect(trackier({ goal_id: '4' })).toMatchObject({ conversionId: 'C1', otherIds: ['click:c:4'] })
    expect(tune({ goal_id: '4' })).toMatchObject({ conversionId: '9:4', otherIds: ['click:c:4'] })
    for (const goal_id of ['0', ' '])
      expect(tune({ goal_id })).toMatchObject({
        conversionId: null,
        externalId: '9',
        otherIds: [`click:c:${goal_id.trim()}`],
      })
  })

  test('is derived from click and goal if the network sends none', () => {
    expect(tune({ transaction_id: '', goal_id: '4' })).toMatchObject({
      externalId: 'click:c:4',
      otherIds: [],
    })
  })
})

const PLACEHOLDERS = [
  '{conversion_id}',
  '{{conversion_id}}',
  '[conversion_id]',
  '[[[admitad_id]]]',
  '!!!transactionId!!!',
  '%7Bconversion_id%7D',
  '${id}',
  '<id>',
  '#id#',
  'NA',
  'n/a',
  'null',
  'None',
  'undefined',
  '0',
  '000',
  '-',
  '--',
]

describe('placeholder', () => {
  test.each(PLACEHOLDERS)(
    '%j for the id of a conversion is unusable, and for an order number none',
    (text) => {
      expect(trackier({ conversion_id: text, txn_id: 'T1' })).toEqual({ quarantined: 'unusable-id' })
      expect(trackier({ txn_id: text })).toMatchObject({ conversionId: 'C1', orderNumber: null })
      const end = { conversion_id: text, txn_id: 'T1', status: 'cancelled' }
      expect(trackier(end)).toEqual({ quarantined: 'unusable-id' })
    },
  )

  test.each(['10', '-1', 'A0', 'NAME', 'nullable', '#1', '100%', 'a:b/c|d'])('%j is an id', (text) => {
    expect(trackier({ conversion_id: text })).toMatchObject({ conversionId: text })
  })
})

describe('awin’s JSON envelope', () => {
  const read = (letter: string, beside: Record<string, string> = {}) =>
    readReport(networks.awin, { ...beside, AwinTransactionPush: letter })
  const beside = { clickRef: 'beside', transactionId: '8' }

  test('takes precedence over the other fields, which fill the gaps', () => {
    expect(read('{"clickRef":"c","saleAmount":"10"}', beside)).toEqual({
      clickId: 'c',
      conversionId: '8',
      orderNumber: null,
      externalId: '8',
      otherIds: ['click:c:'],
      report: 'pending',
      amount: 10_00n,
      networkPayout: null,
    })
  })

  test.each(['{', '', 'null', '"text"', '[]', '{}', '["clickRef"]'])(
    'is ignored when it holds %j',
    (letter) => {
      expect(read(letter, beside)).toMatchObject({ clickId: 'beside', externalId: '8' })
    },
  )

  test.each(['["c"]', '{"id":"c"}', 'true', 'null'])('with %s as the click id has no click', (value) => {
    expect(read(`{"clickRef":${value}}`)).toEqual({ quarantined: 'unknown-click' })
    expect(read(`{"clickRef":${value}}`, beside)).toMatchObject({ clickId: 'beside' })
  })

  test('keeps every digit of a 20-digit id and of a third decimal', () => {
    const sent = (amount: string) =>
      read(`{"clickRef":"c","transactionId":12345678901234567891,"saleAmount":${amount}}`)
    expect(sent('0.1')).toMatchObject({ externalId: '12345678901234567891', amount: 10n })
    expect(sent('19.999')).toEqual({ quarantined: 'unusable-amount' })
  })

  test('is opened only for awin', () => {
    const letter = '{"p1":"other","status":"rejected"}'
    expect(trackier({ AwinTransactionPush: letter, envelope: letter, undefined: letter })).toEqual(trackier())
  })
})

describe('row of a CSV report', () => {
  test.each(['Click Ref', 'click_ref', 'CLICKREF', 'click-ref.'])('has its click in column %j', (column) => {
    const row = { [column]: 'c', id: '9', 'Commission Status': 'approved', 'Sale Amount (INR)': '' }
    expect(readReportRow(networks.awin, row)).toEqual({
      clickId: 'c',
      conversionId: '9',
      orderNumber: null,
      externalId: '9',
      otherIds: ['click:c:'],
      report: 'approved',
      amount: null,
      networkPayout: null,
      isFromFile: true,
    })
  })

  test('distinguishes columns by their digits', () => {
    const row = { 'Sub Id 2': 'other', 'Action Id': '9', Status: 'PAID' }
    expect(readReportRow(networks.impact, row)).toEqual({ quarantined: 'unknown-click' })
    expect(readReportRow(networks.impact, { ...row, 'Sub Id 1': 'c' })).toMatchObject({ clickId: 'c' })
  })

  test('is read by column names, not by the field names of a postback', () => {
    const row = { p1: 'c', txn_id: 'T1', conversion_status: 'Approved', payout_currency: 'USD' }
    expect(readReportRow(networks.trackier, row)).toEqual({ quarantined: 'other-currency' })
    expect(readReport(networks.trackier, row)).toEqual({ quarantined: 'unknown-status' })
  })

  test('uses the first filled column; amounts and goal are read as in a postback', () => {
    const row = {
      'Stat.affiliate_info1': 'c',
      'ConversionsMobile.affiliate_click_id': '',
      'Stat.ad_id': '9',
      'Stat.conversion_sale_amount': '',
      'Stat.sale_amount': '1,000.500',
      'Stat.payout': '80.00000',
      'Stat.conversion_status': 'approved',
      'Stat.goal_id': '4',
    }
    expect(readReportRow(networks.tune, row)).toEqual({
      clickId: 'c',
      conversionId: '9:4',
      orderNumber: null,
      externalId: '9:4',
      otherIds: ['click:c:4'],
      report: 'approved',
      amount: 1_000_50n,
      networkPayout: 80_00n,
      isFromFile: true,
    })
  })
})

describe('required columns of a report', () => {
  const read = (name: NetworkName, header: string[]) => () =>
    readTable(
      `${header.join(',')}\n${header.map(() => 'x').join(',')}\n`,
      listReportHeadings(networks[name]),
      [['click'], ['status'], ['id']],
    )

  test.each(NETWORK_NAMES)('of %s: any one name of each is enough', (name) => {
    const { click, status, conversion, order } = networks[name].columns
    const ids = [...conversion, ...order]
    const most = Math.max(click.length, status.length, ids.length)
    for (let i = 0; i < most; i++) {
      const header = [click, status, ids].map((names) => names[Math.min(i, names.length - 1)]!)
      expect(read(name, ['Date', ...header])().rows).toHaveLength(1)
      expect(read(name, header.slice(1))).toThrow('no column for click')
      expect(read(name, [header[0]!, header[2]!])).toThrow('no column for status')
      expect(read(name, header.slice(0, 2))).toThrow('no column for id')
    }
  })

  test('are matched by letters and digits only', () => {
    expect(read('impact', ['ACTION ID', 'sub_id_1', 'Status'])().rows).toHaveLength(1)
    expect(read('impact', ['Action Id', 'Sub Id 2', 'Status'])).toThrow('no column for click')
  })
})
