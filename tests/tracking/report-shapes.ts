/** Reports in the shapes that the networks document or send; CLICK is the id of our click. */
import type { NetworkName } from '~/platform/config/networks'

export interface Shape {
  network: NetworkName
  /** GET and POST are read alike; CSV is a row of an exported report. */
  method: 'GET' | 'POST' | 'CSV'
  about: string
  raw: Record<string, string>
  /** What an offer of 5 % does with it, or why it waits. */
  does: string
}

const shape =
  (network: NetworkName, method: Shape['method']) =>
  (about: string, raw: Record<string, string>, does: string): Shape => ({ network, method, about, raw, does })

const trackier = shape('trackier', 'GET')
const trackierRow = shape('trackier', 'CSV')
const tune = shape('tune', 'GET')
const tuneRow = shape('tune', 'CSV')
const impact = shape('impact', 'GET')
const impactRow = shape('impact', 'CSV')
const admitad = shape('admitad', 'GET')
const admitadRow = shape('admitad', 'CSV')
const awin = shape('awin', 'POST')
const awinGet = shape('awin', 'GET')
const awinRow = shape('awin', 'CSV')

const push = (fields: Record<string, unknown>) => ({ AwinTransactionPush: JSON.stringify(fields) })

const SALE = { p1: 'CLICK', conversion_id: '65f1c2', sale_amount: '1000', payout: '80', status: 'approved' }
const IMPACT = {
  SubId1: 'CLICK',
  ActionId: '9137.4501.88',
  Amount: '1000.00',
  Payout: '80.00',
  Currency: 'INR',
}
const ADMITAD = { subid: 'CLICK', admitad_id: '771204', order_sum: '1000.00', currency: 'INR' }
const TUNE = { aff_click_id: 'CLICK', transaction_id: '102f6b', sale_amount: '1000.00', payout: '80.00' }

export const SHAPES: Shape[] = [
  trackier('approved at once', SALE, 'approved 1,000.00, commission 80.00'),
  trackier('with the order', { ...SALE, txn_id: 'OD-4411' }, 'approved 1,000.00, commission 80.00'),
  trackier('pending first', { ...SALE, status: 'pending' }, 'pending 1,000.00, commission 80.00'),
  trackier('cancelled', { ...SALE, status: 'cancelled' }, 'rejected, commission 80.00'),
  trackier(
    'rejected without amounts',
    { p1: 'CLICK', conversion_id: '65f1c2', status: 'rejected' },
    'rejected',
  ),
  trackier(
    'the order alone',
    { p1: 'CLICK', txn_id: 'OD-4411', sale_amount: '1000', status: 'approved' },
    'approved 1,000.00',
  ),
  trackier('no id', { p1: 'CLICK', sale_amount: '1000', status: 'approved' }, 'approved 1,000.00'),
  trackier(
    'grouping with decimals',
    { ...SALE, sale_amount: '1,00,000.50', payout: '8,000.00' },
    'approved 1,00,000.50, commission 8,000.00',
  ),
  trackier('decimal comma', { ...SALE, sale_amount: '1000,50' }, 'waits: unusable-amount'),
  trackier('grouping without decimals', { ...SALE, sale_amount: '1,000' }, 'waits: unusable-amount'),
  trackier('macro not filled', { ...SALE, conversion_id: '{conversion_id}' }, 'waits: unusable-id'),
  trackier('order macro not filled', { ...SALE, txn_id: '{txn_id}' }, 'approved 1,000.00, commission 80.00'),
  trackier(
    'no status',
    { p1: 'CLICK', conversion_id: '65f1c2', sale_amount: '1000' },
    'waits: unknown-status',
  ),
  trackier('commission above the sale', { ...SALE, payout: '1200' }, 'waits: commission-above-sale'),
  trackierRow(
    'row of the conversion report',
    {
      conversion_id: '65f1c2',
      click_id: 'theirs',
      p1: 'CLICK',
      txn_id: 'OD-4411',
      sale_amount: '1000',
      payout_currency: 'INR',
      payout: '80',
      status: 'approved',
      created: '2026-11-21 10:00:00',
    },
    'approved 1,000.00, commission 80.00',
  ),
  trackierRow(
    'row in dollars',
    {
      conversion_id: '65f1c2',
      p1: 'CLICK',
      sale_amount: '12',
      payout_currency: 'USD',
      payout: '1',
      status: 'approved',
    },
    'waits: other-currency',
  ),
  tune('conversion', { ...TUNE, status: 'approved' }, 'approved 1,000.00, commission 80.00'),
  tune(
    'conversion of a goal',
    { ...TUNE, goal_id: '4', status: 'approved' },
    'approved 1,000.00, commission 80.00',
  ),
  tune('default goal', { ...TUNE, goal_id: '0', status: 'pending' }, 'pending 1,000.00, commission 80.00'),
  tune(
    'five decimals',
    { ...TUNE, payout: '80.12345', status: 'approved' },
    'approved 1,000.00, commission 80.12',
  ),
  tune(
    'the click in aff_sub',
    { aff_sub: 'CLICK', transaction_id: '102f6b', sale_amount: '1000', status: 'approved' },
    'approved 1,000.00',
  ),
  tune('rejected', { ...TUNE, status: 'rejected' }, 'rejected, commission 80.00'),
  tuneRow(
    'row of the conversion report',
    {
      'Stat.affiliate_info1': 'CLICK',
      'Stat.ad_id': '102f6b',
      'Stat.goal_id': '4',
      'Stat.conversion_sale_amount': '1,000.50000',
      'Stat.payout': '80.00000',
      'Stat.conversion_status': 'approved',
    },
    'approved 1,000.50, commission 80.00',
  ),
  impact('pending', { ...IMPACT, Status: 'PENDING' }, 'pending 1,000.00, commission 80.00'),
  impact('approved', { ...IMPACT, Status: 'APPROVED', Oid: 'W-20' }, 'approved 1,000.00, commission 80.00'),
  impact('locked', { ...IMPACT, Status: 'LOCKED' }, 'approved 1,000.00, commission 80.00'),
  impact(
    'four decimals',
    { ...IMPACT, Payout: '80.1250', Status: 'APPROVED' },
    'approved 1,000.00, commission 80.12',
  ),
  impact(
    'reversed, in dollars, at zero',
    { ...IMPACT, Currency: 'USD', Amount: '0', Status: 'REVERSED' },
    'rejected, commission 80.00',
  ),
  impact('in dollars', { ...IMPACT, Currency: 'USD', Status: 'APPROVED' }, 'waits: other-currency'),
  impact('no id', { ...IMPACT, ActionId: 'null', Status: 'APPROVED' }, 'waits: unusable-id'),
  impactRow(
    'row of the action report',
    {
      'Action Id': '9137.4501.88',
      'Sub Id 1': 'CLICK',
      'Sale Amount': '1000.00',
      'Action Earnings': '80.00',
      Status: 'Approved',
    },
    'approved 1,000.00, commission 80.00',
  ),
  admitad(
    'pending',
    { ...ADMITAD, payment_sum: '80.00', payment_status: 'pending', order_id: 'A-9' },
    'pending 1,000.00, commission 80.00',
  ),
  admitad(
    'approved, not paid by the shop',
    { ...ADMITAD, payment_sum: '80.00', payment_status: 'approved_but_stalled' },
    'pending 1,000.00, commission 80.00',
  ),
  admitad(
    'approved, four decimals',
    { ...ADMITAD, payment_sum: '80.1234', payment_status: 'approved' },
    'approved 1,000.00, commission 80.12',
  ),
  admitad('declined', { ...ADMITAD, payment_status: 'declined' }, 'rejected'),
  admitad(
    'macro not filled',
    { ...ADMITAD, admitad_id: '[[[admitad_id]]]', payment_status: 'approved' },
    'waits: unusable-id',
  ),
  admitad(
    'commission unreadable',
    { ...ADMITAD, payment_sum: 'n/a', payment_status: 'approved' },
    'waits: unusable-commission',
  ),
  admitadRow(
    'row of the action report',
    {
      action_id: '771204',
      order_id: 'A-9',
      subid: 'CLICK',
      status: 'approved',
      cart: '1000.00',
      payment: '80.0',
      currency: 'INR',
    },
    'approved 1,000.00, commission 80.00',
  ),
  awin(
    'notification, without a status',
    push({
      clickRef: 'CLICK',
      transactionId: 812345678,
      transactionAmount: 1000,
      transactionCurrency: 'INR',
      commission: '80.00',
    }),
    'pending 1,000.00, commission 80.00',
  ),
  awin(
    'nested amounts',
    push({
      clickRef: 'CLICK',
      transactionId: 812345678,
      saleAmount: { amount: 1000, currency: 'INR' },
      commissionAmount: { amount: 80, currency: 'INR' },
      status: 'approved',
    }),
    'approved 1,000.00, commission 80.00',
  ),
  awin(
    'nested amounts in euros',
    push({
      clickRef: 'CLICK',
      transactionId: 812345678,
      saleAmount: { amount: 12, currency: 'EUR' },
      status: 'approved',
    }),
    'waits: other-currency',
  ),
  awinGet(
    'callback by GET',
    {
      clickRef: 'CLICK',
      transactionId: '812345678',
      transactionAmount: '1000.00',
      transactionCurrency: 'INR',
      commission: '80.00',
      status: 'approved',
    },
    'approved 1,000.00, commission 80.00',
  ),
  awinGet(
    'placeholder not filled',
    {
      clickRef: 'CLICK',
      transactionId: '!!!transactionId!!!',
      transactionAmount: '1000.00',
      commission: '80.00',
    },
    'waits: unusable-id',
  ),
  awinRow(
    'row of the transaction report',
    {
      id: '812345678',
      click_ref: 'CLICK',
      sale_amount: '1000.00',
      commission: '80.00',
      commission_status: 'approved',
    },
    'approved 1,000.00, commission 80.00',
  ),
  awinRow(
    'declined row',
    {
      id: '812345678',
      click_ref: 'CLICK',
      sale_amount: '1000.00',
      commission: '80.00',
      commission_status: 'declined',
    },
    'rejected, commission 80.00',
  ),
  awinRow(
    'unknown status',
    {
      id: '812345678',
      click_ref: 'CLICK',
      sale_amount: '1000.00',
      commission: '80.00',
      commission_status: 'deleted',
    },
    'waits: unknown-status',
  ),
]
