import { SENT } from '~/formats/amounts'
import type { Network } from './network'

export const awin: Network = {
  link: { click: 'clickref' },
  amounts: SENT,
  postback: {
    click: ['clickRef', 'clickref'],
    external: ['transactionId'],
    sale: ['saleAmount', 'transactionAmount'],
    payout: ['commission'],
    status: ['status', 'commissionStatus'],
    currency: ['currency', 'transactionCurrency'],
    goal: [],
  },
  envelope: 'AwinTransactionPush',
  columns: {
    click: ['click_ref'],
    external: ['id', 'transaction_id'],
    sale: ['sale_amount', 'transaction_amount'],
    payout: ['commission', 'commission_amount'],
    status: ['commission_status', 'status'],
    currency: ['currency', 'sale_amount_currency', 'transaction_currency'],
    goal: [],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['declined', 'rejected'],
    ['0', 'pending'],
    ['1', 'approved'],
    ['2', 'rejected'],
  ]),
  // Awin notifies when a transaction is recorded, without a status; later states are only in the report.
  silence: 'pending',
  answer: 'OK',
}
