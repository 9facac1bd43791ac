import { REPORTED } from '~/platform/formats/amounts'
import type { Network } from '../network'

export const awin: Network = {
  documentation: 'https://developer.awin.com/docs/request-types',
  link: {
    click: 'clickref',
    // The kinds of its links name the id differently.
    publisher: { parameters: ['awinaffid', 'id', 'a', 'r'] },
    target: { parameter: 'ued', path: /^\/cread\.php$/, isDocumented: true },
    own: ({ AWIN_PUBLISHER_ID }) => ({ host: 'www.awin1.com', publisherId: AWIN_PUBLISHER_ID }),
  },
  amounts: REPORTED,
  postback: {
    click: ['clickRef', 'clickref'],
    conversion: ['transactionId'],
    order: ['orderRef'],
    sale: ['saleAmount', 'transactionAmount'],
    payout: ['commission', 'commissionAmount'],
    status: ['status', 'commissionStatus'],
    currency: ['currency', 'transactionCurrency'],
    goal: [],
    ordered: ['transactionDate'],
  },
  envelope: 'AwinTransactionPush',
  columns: {
    click: ['click_ref'],
    conversion: ['id', 'transaction_id'],
    order: ['order_ref'],
    sale: ['sale_amount', 'transaction_amount'],
    payout: ['commission', 'commission_amount'],
    status: ['commission_status', 'status'],
    currency: ['currency', 'sale_amount_currency', 'transaction_currency'],
    goal: [],
    reason: ['decline_reason'],
    ordered: ['transaction_date'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['declined', 'rejected'],
    ['0', 'pending'],
    ['1', 'approved'],
    ['2', 'rejected'],
  ]),
  // Advertisers write free texts, of which only the usual ones are interpreted.
  reasons: new Map([
    ['returned', 'returned'],
    ['cancelled', 'returned'],
    ['order cancelled', 'returned'],
    ['order returned', 'returned'],
    ['item returned', 'returned'],
    ['duplicate', 'duplicate'],
    ['duplicate transaction', 'duplicate'],
    ['breach of programme terms', 'terms'],
    ['breach of program terms', 'terms'],
    ['invalid voucher code', 'code'],
    ['existing customer', 'not-new'],
    ['attributed to another publisher', 'other-site'],
    ['test transaction', 'not-real'],
    ['fraud', 'not-real'],
  ]),
  // Awin notifies when a transaction is recorded; later states are only in the report.
  silence: 'pending',
  // Awin posts JSON.
  macros: '',
  answer: 'OK',
}
