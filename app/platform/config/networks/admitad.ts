import { REPORTED } from '~/platform/formats/amounts'
import type { Network } from '../network'

export const admitad: Network = {
  documentation: 'https://support.mitgo.com/hc/en-us/articles/360019365798',
  link: {
    click: 'subid',
    // Its links have a hash of website and programme instead of an id.
    publisher: { path: /^\/g\/([^/]+)/ },
    target: { parameter: 'ulp', path: /^\/g\//, isDocumented: true },
  },
  amounts: { ...REPORTED, decimals: 4 },
  postback: {
    click: ['subid'],
    conversion: ['admitad_id'],
    order: ['order_id'],
    sale: ['order_sum'],
    payout: ['payment_sum'],
    status: ['payment_status', 'status'],
    currency: ['currency'],
    goal: ['action_id', 'tariff_id'],
  },
  columns: {
    click: ['subid'],
    conversion: ['admitad_id', 'action_id'],
    order: ['order_id'],
    sale: ['order_sum', 'cart'],
    payout: ['payment_sum', 'payment'],
    status: ['payment_status', 'status'],
    currency: ['currency'],
    goal: ['tariff_id'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    // The shop has not paid the network yet, so the sale must not be paid out.
    ['approved_but_stalled', 'pending'],
    ['declined', 'rejected'],
  ]),
  macros:
    '?subid=[[[subid]]]&admitad_id=[[[admitad_id]]]&order_id=[[[order_id]]]&order_sum=[[[order_sum]]]&payment_sum=[[[payment_sum]]]&currency=[[[currency]]]&payment_status=[[[payment_status]]]',
  answer: 'OK',
}
