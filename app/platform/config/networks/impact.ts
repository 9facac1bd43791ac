import { REPORTED } from '~/platform/formats/amounts'
import type { Network } from '../network'

export const impact: Network = {
  documentation: 'https://integrations.impact.com/impact-publisher/reference/the-action-object',
  link: {
    click: 'subId1',
    publisher: { path: /^\/c\/(\d+)\// },
    target: { parameter: 'u', path: /^\/c\//, isDocumented: false },
  },
  amounts: { ...REPORTED, decimals: 4 },
  postback: {
    click: ['SubId1', 'subId1'],
    conversion: ['ActionId'],
    order: ['Oid'],
    sale: ['Amount'],
    payout: ['Payout'],
    status: ['Status', 'State', 'ActionStatus'],
    currency: ['Currency'],
    goal: ['ActionTrackerId'],
  },
  columns: {
    click: ['SubId1'],
    conversion: ['ActionId', 'Id'],
    order: ['Oid', 'OrderId'],
    sale: ['SaleAmount', 'Amount'],
    payout: ['Payout', 'ActionEarnings'],
    status: ['Status', 'State'],
    currency: ['Currency'],
    goal: ['ActionTrackerId', 'EventTypeId'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['locked', 'approved'],
    ['paid', 'approved'],
    ['reversed', 'reversed'],
  ]),
  macros:
    '?SubId1={SubId1}&ActionId={ActionId}&Oid={Oid}&Amount={Amount}&Payout={Payout}&Currency={Currency}&Status={Status}',
  answer: 'OK',
}
