/** Fields of a postback or a row of a report are read as text, and never guessed (docs/rules.md#30). */
import { describe, expect, test } from 'vitest'
import { NETWORK_NAMES, networks } from '~/tracking/networks'
import { missingColumns, readReport, readReportRow } from '~/tracking/reports'

const postback = { p1: 'c', txn_id: 'T1', sale_amount: '1000', payout: '80', status: 'approved' }
const trackier = (changes: Record<string, string> = {}) =>
  readReport(networks.trackier, { ...postback, ...changes })
const tune = (changes: Record<string, string>) =>
  readReport(networks.tune, { aff_sub: 'c', transaction_id: '9', status: 'approved', ...changes })
const impact = (changes: Record<string, string>) =>
  readReport(networks.impact, { SubId1: 'c', ActionId: '9', Status: 'APPROVED', ...changes })

describe('a field with several names', () => {
  test('is read by the first of them that is filled', () => {
    expect(tune({ aff_click_id: 'better' })).toMatchObject({ clickId: 'better' })
    expect(tune({ aff_click_id: '  ' })).toMatchObject({ clickId: 'c' })
  })

  test('gives every id of the sale, the best first', () => {
    expect(trackier({ conversion_id: 'C9' })).toMatchObject({
      externalId: 'T1',
      otherIds: ['C9', 'click:c:'],
    })
  })

  test('is read without the blanks around it', () => {
    expect(
      trackier({
        p1: ' c ',
        txn_id: '\tT1',
        status: ' approved\n',
        sale_amount: ' 1000 ',
        currency: ' inr ',
      }),
    ).toEqual(trackier())
  })

  test('is spelled as the network spells it', () => {
    expect(readReport(networks.trackier, { P1: 'c', txn_id: 'T1', status: 'approved' })).toEqual({
      quarantined: 'unknown-click',
    })
  })
})

describe('a status', () => {
  test.each(NETWORK_NAMES.filter((name) => name !== 'awin'))(
    'that %s leaves out is unknown: nothing is assumed',
    (name) => {
      const { click, external } = networks[name].postback
      const raw = { [click[0]!]: 'c', [external[0]!]: '9' }
      expect(readReport(networks[name], raw)).toEqual({ quarantined: 'unknown-status' })
    },
  )

  test('that awin leaves out is pending, and one that it names wins', () => {
    const raw = { clickRef: 'c', transactionId: '9' }
    expect(readReport(networks.awin, raw)).toMatchObject({ report: 'pending' })
    expect(readReport(networks.awin, { ...raw, status: 'approved' })).toMatchObject({ report: 'approved' })
    expect(readReport(networks.awin, { ...raw, status: 'x' })).toEqual({ quarantined: 'unknown-status' })
  })
})

describe('an amount', () => {
  test.each([
    ['0', 0n],
    ['19.99', 19_99n],
    ['1000', 1_000_00n],
    ['1,00,000.5', 1_00_000_50n],
    ['100.0000', 100_00n],
    ['100.500', 100_50n],
    ['9999999.99', 99_99_999_99n],
  ])('of %s is read to the paisa', (sale_amount, sale) => {
    expect(trackier({ sale_amount })).toMatchObject({ sale })
  })

  test.each(['1.0050', '100.00001', '1.000,', '1.000,00', '.5', '5.', '1e3', '+5', '0x10', '₹5', 'null'])(
    'of %j is not guessed',
    (sale_amount) => {
      expect(trackier({ sale_amount })).toEqual({ quarantined: 'unusable-amount' })
    },
  )

  test('that is not there is not zero', () => {
    expect(trackier({ sale_amount: ' ' })).toMatchObject({ report: 'approved', sale: null })
  })

  test('of a rejection or a reversal may be anything, and is noted where it can be read', () => {
    expect(trackier({ status: 'rejected', sale_amount: 'x' })).toMatchObject({
      report: 'rejected',
      sale: null,
    })
    expect(impact({ Status: 'REVERSED', Amount: 'x' })).toMatchObject({ report: 'reversed', sale: null })
    expect(impact({ Status: 'REVERSED', Amount: '7' })).toMatchObject({ report: 'reversed', sale: 7_00n })
  })

  test('of our own payout holds nothing up: it is read, or it is not known', () => {
    expect(trackier()).toMatchObject({ networkPayout: 80_00n })
    expect(trackier({ payout: 'x' })).toMatchObject({ sale: 1_000_00n, networkPayout: null })
    expect(trackier({ payout: '' })).toMatchObject({ sale: 1_000_00n, networkPayout: null })
  })
})

describe('an id', () => {
  test('of 200 characters is taken; of 201 it is no id, nor is one made of such a click', () => {
    expect(trackier({ txn_id: 'x'.repeat(200) })).toMatchObject({ externalId: 'x'.repeat(200) })
    expect(trackier({ txn_id: 'x'.repeat(201) })).toEqual({ quarantined: 'unusable-id' })
    expect(trackier({ txn_id: '', p1: 'c'.repeat(200) })).toEqual({ quarantined: 'unusable-id' })
  })

  test('names a sale by itself, except where it names a visit: there the goal is part of it', () => {
    expect(trackier({ goal_id: '4' })).toMatchObject({ externalId: 'T1', otherIds: ['click:c:4'] })
    expect(tune({ goal_id: '4' })).toMatchObject({ externalId: '9:4', otherIds: ['click:c:4'] })
    expect(tune({ goal_id: '0' })).toMatchObject({ externalId: '9', otherIds: ['click:c:0'] })
    expect(tune({ goal_id: ' ' })).toMatchObject({ externalId: '9', otherIds: ['click:c:'] })
  })

  test('is made of click and goal where the network gives none', () => {
    expect(tune({ transaction_id: '', goal_id: '4' })).toMatchObject({
      externalId: 'click:c:4',
      otherIds: [],
    })
  })
})

describe('the envelope of awin', () => {
  const read = (letter: string, beside: Record<string, string> = {}) =>
    readReport(networks.awin, { ...beside, AwinTransactionPush: letter })
  const beside = { clickRef: 'beside', transactionId: '8' }

  test('goes over what stands beside it, which fills the rest', () => {
    expect(read('{"clickRef":"c","saleAmount":"10"}', beside)).toEqual({
      clickId: 'c',
      externalId: '8',
      otherIds: ['click:c:'],
      report: 'pending',
      sale: 10_00n,
      networkPayout: null,
    })
  })

  test.each(['{', '', 'null', '"text"', '[]', '{}', '["clickRef"]'])(
    'with %j in it leaves what stands beside it',
    (letter) => {
      expect(read(letter, beside)).toMatchObject({ clickId: 'beside', externalId: '8' })
    },
  )

  test.each(['["c"]', '{"id":"c"}', 'true', 'null'])('with %s for the click names none', (value) => {
    expect(read(`{"clickRef":${value}}`)).toEqual({ quarantined: 'unknown-click' })
    expect(read(`{"clickRef":${value}}`, beside)).toMatchObject({ clickId: 'beside' })
  })

  test('keeps every digit: an id of twenty is not rounded, nor is a third decimal', () => {
    const sent = (amount: string) =>
      read(`{"clickRef":"c","transactionId":12345678901234567891,"saleAmount":${amount}}`)
    expect(sent('0.1')).toMatchObject({ externalId: '12345678901234567891', sale: 10n })
    expect(sent('19.999')).toEqual({ quarantined: 'unusable-amount' })
  })

  test('is opened for awin alone', () => {
    const letter = '{"p1":"other","status":"rejected"}'
    expect(trackier({ AwinTransactionPush: letter, envelope: letter, undefined: letter })).toEqual(trackier())
  })
})

describe('a row of a CSV report', () => {
  test.each(['Click Ref', 'click_ref', 'CLICKREF', 'click-ref.'])('has its click in %j', (column) => {
    const row = { [column]: 'c', id: '9', 'Commission Status': 'approved', 'Sale Amount (INR)': '' }
    expect(readReportRow(networks.awin, row)).toEqual({
      clickId: 'c',
      externalId: '9',
      otherIds: ['click:c:'],
      report: 'approved',
      sale: null,
      networkPayout: null,
    })
  })

  test('tells columns apart by their digits', () => {
    const row = { 'Sub Id 2': 'other', 'Action Id': '9', Status: 'PAID' }
    expect(readReportRow(networks.impact, row)).toEqual({ quarantined: 'unknown-click' })
    expect(readReportRow(networks.impact, { ...row, 'Sub Id 1': 'c' })).toMatchObject({ clickId: 'c' })
  })

  test('is read by the names of columns, not by those of a postback', () => {
    const row = { p1: 'c', txn_id: 'T1', conversion_status: 'Approved', payout_currency: 'USD' }
    expect(readReportRow(networks.trackier, row)).toEqual({ quarantined: 'other-currency' })
    expect(readReport(networks.trackier, row)).toEqual({ quarantined: 'unknown-status' })
  })

  test('takes the first filled column, amounts and goal as a postback does', () => {
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
      externalId: '9:4',
      otherIds: ['click:c:4'],
      report: 'approved',
      sale: 1_000_50n,
      networkPayout: 80_00n,
    })
  })
})

describe('the columns that a report cannot be read without', () => {
  test.each(NETWORK_NAMES)('of %s: any name of each will do', (name) => {
    const { click, status, external } = networks[name].columns
    const most = Math.max(click.length, status.length, external.length)
    for (let i = 0; i < most; i++) {
      const header = [click, status, external].map((names) => names[Math.min(i, names.length - 1)]!)
      expect(missingColumns(networks[name], ['Date', ...header])).toEqual([])
      expect(missingColumns(networks[name], header.slice(1))).toEqual(['click'])
      expect(missingColumns(networks[name], [header[0]!, header[2]!])).toEqual(['status'])
      expect(missingColumns(networks[name], header.slice(0, 2))).toEqual(['external'])
    }
  })

  test('are told by letters and digits; a file of something else has none', () => {
    expect(missingColumns(networks.impact, ['ACTION ID', 'sub_id_1', 'Status'])).toEqual([])
    expect(missingColumns(networks.impact, ['Action Id', 'Sub Id 2', 'Status'])).toEqual(['click'])
    expect(missingColumns(networks.impact, [])).toEqual(['click', 'status', 'external'])
  })
})
