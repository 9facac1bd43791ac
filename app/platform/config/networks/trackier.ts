import { REPORTED } from '~/platform/formats/amounts'
import type { Network } from '../network'

export const trackier: Network = {
  documentation: "Trackier help centre, 'Postback macros for publishers'",
  link: {
    click: 'p1',
    publisher: { parameters: ['pub_id'] },
    target: { parameter: 'url', path: /^\/click$/, isDocumented: true },
    template: ({ TRACKIER_HOST, TRACKIER_PUBLISHER_ID }) => ({
      base: `https://${TRACKIER_HOST}/click`,
      offer: 'campaign_id',
      publisher: 'pub_id',
      publisherId: TRACKIER_PUBLISHER_ID,
    }),
  },
  amounts: REPORTED,
  postback: {
    click: ['p1'],
    conversion: ['conversion_id'],
    order: ['txn_id'],
    sale: ['sale_amount'],
    payout: ['payout'],
    status: ['status'],
    currency: ['currency'],
    goal: ['goal_value', 'goal_id'],
  },
  columns: {
    click: ['p1'],
    conversion: ['conversion_id'],
    order: ['txn_id'],
    sale: ['sale_amount'],
    payout: ['payout'],
    status: ['status', 'conversion_status'],
    currency: ['currency', 'payout_currency'],
    goal: ['goal_value', 'goal_id'],
    ordered: ['created'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['cancelled', 'rejected'],
    ['rejected', 'rejected'],
  ]),
  macros:
    '?p1={p1}&conversion_id={conversion_id}&txn_id={txn_id}&sale_amount={sale_amount}&payout={payout}&status={status}',
  answer: 'OK',
}
