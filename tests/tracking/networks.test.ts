import { describe, expect, test } from 'vitest'
import { networks, trackingUrl } from '~/tracking/networks'
import { readReport } from '~/tracking/reports'

const settings = { TRACKIER_HOST: 'go.network.example', TRACKIER_PUBLISHER_ID: '77' }
const campaign = { network: 'trackier', network_campaign_id: '501', tracking_url: null as string | null }

describe('the tracking URL', () => {
  test('of trackier carries campaign_id, pub_id and our click id as p1', () => {
    expect(trackingUrl(campaign, 'abc', settings)).toBe(
      'https://go.network.example/click?campaign_id=501&pub_id=77&p1=abc',
    )
  })

  test('of a shortlink has no click id', () => {
    expect(trackingUrl(campaign, null, settings)).toBe(
      'https://go.network.example/click?campaign_id=501&pub_id=77',
    )
  })

  test('of awin is the link of its feed with clickref, replaced where it stands already', () => {
    const link =
      'https://www.awin.example/cread.php?awinmid=1&awinaffid=2&clickref=x&ued=https%3A%2F%2Fshop.example%2F'
    expect(trackingUrl({ ...campaign, network: 'awin', tracking_url: link }, 'abc', settings)).toBe(
      'https://www.awin.example/cread.php?awinmid=1&awinaffid=2&clickref=abc&ued=https%3A%2F%2Fshop.example%2F',
    )
  })

  test.each([
    ['awin without a link', { ...campaign, network: 'awin' }],
    ['an unknown network', { ...campaign, network: 'nobody' }],
    ['a link that is not https', { ...campaign, tracking_url: 'http://go.example/' }],
    ['a link that is a script', { ...campaign, tracking_url: 'javascript:alert(1)' }],
    ['a link that is none', { ...campaign, tracking_url: 'go' }],
  ])('there is none for %s', (_, of) => {
    expect(trackingUrl(of, 'abc', settings)).toBeNull()
  })
})

describe('a report of trackier', () => {
  const sale = { p1: 'click', txn_id: 'T1', sale_amount: '1,999.90', payout: '80.00', status: 'Approved' }
  const read = (raw: Record<string, string>) => readReport(networks.trackier!, raw)

  test('is read by its names, whatever the case of the status', () => {
    expect(read(sale)).toEqual({
      clickId: 'click',
      externalId: 'T1',
      report: 'approved',
      sale: 199_990n,
      networkPayout: 8_000n,
    })
  })

  test('takes conversion_id for txn_id, and without both the click and its goal', () => {
    const { txn_id: _, ...without } = sale
    expect(read({ ...without, conversion_id: 'C9' })).toMatchObject({ externalId: 'C9' })
    expect(read({ ...without, txn_id: ' ', goal_id: '4' })).toMatchObject({ externalId: 'click:click:4' })
    expect(read(without)).toMatchObject({ externalId: 'click:click:' })
  })

  test.each([
    ['approved', 'approved'],
    ['pending', 'pending'],
    ['cancelled', 'rejected'],
    ['rejected', 'rejected'],
  ])('%s is %s', (status, report) => {
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
  ])('with %s is quarantined', (_, change, reason) => {
    expect(read({ ...sale, ...change })).toEqual({ quarantined: reason })
  })

  test('the amount of a rejection is not looked at, and INR is taken', () => {
    expect(read({ ...sale, status: 'rejected', sale_amount: 'x', currency: 'INR' })).toMatchObject({
      report: 'rejected',
      sale: null,
    })
  })
})

test('a report of awin is read by its names', () => {
  const raw = { clickRef: 'c', transactionId: '9', saleAmount: '10', commission: '1.5', status: 'declined' }
  expect(readReport(networks.awin!, raw)).toEqual({
    clickId: 'c',
    externalId: '9',
    report: 'rejected',
    sale: 1_000n,
    networkPayout: 150n,
  })
})
