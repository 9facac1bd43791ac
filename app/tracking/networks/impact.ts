import { SENT } from '~/formats/amounts'
import type { Network } from './network'

export const impact: Network = {
  link: { click: 'subId1' },
  amounts: { ...SENT, decimals: 4 },
  postback: {
    click: ['SubId1', 'subId1'],
    external: ['ActionId'],
    sale: ['Amount'],
    payout: ['Payout'],
    status: ['Status', 'State', 'ActionStatus'],
    currency: ['Currency'],
    goal: ['ActionTrackerId'],
  },
  columns: {
    click: ['SubId1'],
    external: ['ActionId', 'Id'],
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
  answer: 'OK',
}
