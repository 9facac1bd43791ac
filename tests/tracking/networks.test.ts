import { describe, expect, test } from 'vitest'
import { NETWORK_NAMES, type NetworkName, networks } from '~/platform/config/networks'
import { readReport } from '~/domain/tracking/reports'
import { buildTrackingUrl } from '~/domain/tracking/clicks'
import { SAMPLES, writePostback } from '../support/network-samples'

const settings = { TRACKIER_HOST: 'go.network.example', TRACKIER_PUBLISHER_ID: '77' }
const offer = { network: 'trackier', network_campaign_id: '501', tracking_url: null as string | null }

describe('tracking URL', () => {
  test('trackier: has campaign_id, pub_id and our click id as p1', () => {
    expect(buildTrackingUrl(offer, 'abc', settings)).toBe(
      'https://go.network.example/click?campaign_id=501&pub_id=77&p1=abc',
    )
  })

  test('has no click id for a shortlink', () => {
    expect(buildTrackingUrl(offer, null, settings)).toBe(
      'https://go.network.example/click?campaign_id=501&pub_id=77',
    )
  })

  test('awin: is the link of its feed with clickref set or replaced', () => {
    const link =
      'https://www.awin.example/cread.php?awinmid=1&awinaffid=2&clickref=x&ued=https%3A%2F%2Fshop.example%2F'
    expect(buildTrackingUrl({ ...offer, network: 'awin', tracking_url: link }, 'abc', settings)).toBe(
      'https://www.awin.example/cread.php?awinmid=1&awinaffid=2&clickref=abc&ued=https%3A%2F%2Fshop.example%2F',
    )
  })

  test('tune: has offer_id, aff_id and our click id as aff_click_id', () => {
    const tune = { ...settings, TUNE_HOST: 'go.tune.example', TUNE_AFFILIATE_ID: '12' }
    expect(buildTrackingUrl({ ...offer, network: 'tune' }, 'abc', tune)).toBe(
      'https://go.tune.example/aff_c?offer_id=501&aff_id=12&aff_click_id=abc',
    )
  })

  test.each([
    ['tune', 'https://go.tune.example/aff_c?offer_id=1&aff_id=2', '&aff_click_id=abc'],
    ['impact', 'https://shop.sjv.example/c/1/2/3', '?subId1=abc'],
    ['admitad', 'https://ad.admitad.example/g/xyz/?ulp=https%3A%2F%2Fshop.example', '&subid=abc'],
  ])('%s: is the ready-made link with our click id added', (network, link, added) => {
    expect(buildTrackingUrl({ ...offer, network, tracking_url: link }, 'abc', settings)).toBe(link + added)
  })

  test.each([
    ['awin without a link', { ...offer, network: 'awin' }],
    ['tune without a host', { ...offer, network: 'tune' }],
    ['impact without a link', { ...offer, network: 'impact' }],
    ['admitad without a link', { ...offer, network: 'admitad' }],
    ['an object’s own name', { ...offer, network: 'constructor' }],
    ['an unknown network', { ...offer, network: 'nobody' }],
    ['a link that is not https', { ...offer, tracking_url: 'http://go.example/' }],
    ['a link that is a script', { ...offer, tracking_url: 'javascript:alert(1)' }],
    ['a link that is none', { ...offer, tracking_url: 'go' }],
  ])('does not exist for %s', (_, of) => {
    expect(buildTrackingUrl(of, 'abc', settings)).toBeNull()
  })
})

test('every network names the id of a conversion, and the page that documents it', () => {
  for (const name of NETWORK_NAMES) {
    const { documentation, postback, columns } = networks[name]
    expect(documentation).toMatch(/^https:|'/)
    for (const { conversion, order } of [postback, columns])
      expect([name, conversion.length > 0, order.length > 0]).toEqual([name, true, true])
  }
})

describe('readReport() for trackier', () => {
  const sale = {
    p1: 'click',
    conversion_id: 'C1',
    txn_id: 'T1',
    sale_amount: '1,999.90',
    payout: '80.00',
    status: 'Approved',
  }
  const read = (raw: Record<string, string>) => readReport(networks.trackier, raw)

  test('reads its field names, and the status in any case', () => {
    expect(read(sale)).toEqual({
      clickId: 'click',
      conversionId: 'C1',
      orderNumber: 'T1',
      externalId: 'C1',
      otherIds: ['T1', 'click:click:'],
      report: 'approved',
      amount: 199_990n,
      networkPayout: 8_000n,
    })
  })

  test('falls back from the conversion to the order, and then to click and goal', () => {
    const { conversion_id: _, ...ordered } = sale
    expect(read(ordered)).toMatchObject({ conversionId: null, orderNumber: 'T1', externalId: 'T1' })
    expect(read({ ...ordered, goal_id: '4' })).toMatchObject({ externalId: 'T1:4', orderNumber: 'T1' })
    expect(read({ ...ordered, txn_id: ' ', goal_id: '4' })).toMatchObject({ externalId: 'click:click:4' })
    expect(read({ ...ordered, txn_id: '' })).toMatchObject({ externalId: 'click:click:', orderNumber: null })
  })

  test.each([
    ['approved', 'approved'],
    ['pending', 'pending'],
    ['cancelled', 'rejected'],
    ['rejected', 'rejected'],
  ])('maps status %s to %s', (status, report) => {
    expect(read({ ...sale, status })).toMatchObject({ report })
  })

  test.each([
    ['no click', { p1: '' }, 'unknown-click'],
    ['no status', { status: '' }, 'unknown-status'],
    ['an unknown status', { status: 'constructor' }, 'unknown-status'],
    ['another currency', { currency: 'usd' }, 'other-currency'],
    ['a negative amount', { sale_amount: '-5' }, 'unusable-amount'],
    ['an absurd amount', { sale_amount: '99999999' }, 'unusable-amount'],
    ['an amount with three decimals', { sale_amount: '1.005' }, 'unusable-amount'],
    ['words for an amount', { sale_amount: 'NaN' }, 'unusable-amount'],
    ['an id that no network gives', { txn_id: 'x'.repeat(201) }, 'unusable-id'],
  ])('quarantines a report with %s', (_, change, reason) => {
    expect(read({ ...sale, ...change })).toEqual({ quarantined: reason })
  })

  test('ignores the amount of a rejection and accepts INR', () => {
    expect(read({ ...sale, status: 'rejected', sale_amount: 'x', currency: 'INR' })).toMatchObject({
      report: 'rejected',
      amount: null,
    })
  })
})

const sentBy = (name: NetworkName) =>
  writePostback(name, {
    click: 'c',
    conversion: '9',
    sale: '10',
    payout: '1.5',
    status: SAMPLES[name].approved,
  })

describe.each(NETWORK_NAMES)('readReport() for %s', (name) => {
  const read = (changes: Record<string, string> = {}) =>
    readReport(networks[name], { ...sentBy(name), ...changes })
  const statusName = SAMPLES[name].postback.status

  test('reads its field names', () => {
    const isWeak = name === 'tune'
    expect(read()).toEqual({
      clickId: 'c',
      conversionId: isWeak ? null : '9',
      orderNumber: null,
      externalId: '9',
      otherIds: ['click:c:'],
      report: 'approved',
      amount: 1_000n,
      networkPayout: 150n,
    })
  })

  test('quarantines another currency or another network’s status', () => {
    expect(read({ [networks[name].postback.currency[0]!]: 'EUR' })).toEqual({ quarantined: 'other-currency' })
    expect(read({ [statusName]: 'settled' })).toEqual({ quarantined: 'unknown-status' })
  })
})

test.each<[NetworkName, string, string]>([
  ['tune', 'rejected', 'rejected'],
  ['impact', 'PENDING', 'pending'],
  ['impact', 'LOCKED', 'approved'],
  ['impact', 'PAID', 'approved'],
  ['impact', 'REVERSED', 'reversed'],
  ['admitad', 'approved_but_stalled', 'pending'],
  ['admitad', 'declined', 'rejected'],
  ['awin', 'declined', 'rejected'],
])('%s status %s is %s', (name, word, report) => {
  const raw = { ...sentBy(name), [SAMPLES[name].postback.status]: word }
  expect(readReport(networks[name], raw)).toMatchObject({ report })
})

test('awin posts a transaction as JSON in one field, which without a status is pending', () => {
  const transaction = {
    clickRef: 'c',
    transactionId: '244231459',
    transactionAmount: 33.7,
    transactionCurrency: 'INR',
    commission: '0.67',
    commissionGroups: [{ id: '1' }],
  }
  expect(readReport(networks.awin, { AwinTransactionPush: JSON.stringify(transaction) })).toEqual({
    clickId: 'c',
    conversionId: '244231459',
    orderNumber: null,
    externalId: '244231459',
    otherIds: ['click:c:'],
    report: 'pending',
    amount: 3_370n,
    networkPayout: 67n,
  })
  for (const text of ['{', '[]', 'null', '"x"'])
    expect(readReport(networks.awin, { AwinTransactionPush: text })).toEqual({ quarantined: 'unknown-click' })
})

test('tune’s transaction_id identifies a visit, so each of its goals is a separate sale', () => {
  const read = (goal_id: string) => readReport(networks.tune, { ...sentBy('tune'), goal_id })
  expect(read('0')).toMatchObject({ externalId: '9' })
  expect(read('4')).toMatchObject({ externalId: '9:4' })
})
