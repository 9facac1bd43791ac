import type { Moment } from './demo-past'
import type { DemoPerson } from './demo-people-seed'

interface DemoReport {
  at: Moment
  status: 'pending' | 'approved' | 'rejected'
}

interface DemoSale {
  id: string
  amount: string
  payout: string
  reports: readonly DemoReport[]
}

export interface DemoVisit {
  who: DemoPerson | null
  offer: string
  at: Moment
  sale?: DemoSale
}

export const JOINED: Moment = [96, '19:20']

export const HOLDING_STORE = { offer: 'himsetu-1', days: 30 }

const pending = (...at: Moment): DemoReport => ({ at, status: 'pending' })
const approved = (...at: Moment): DemoReport => ({ at, status: 'approved' })
const rejected = (...at: Moment): DemoReport => ({ at, status: 'rejected' })

const order = (amount: string, payout: string, ...reports: DemoReport[]) => ({ amount, payout, reports })

const ORDERS = {
  'demo-1': order('42990', '3009.30', pending(83, '10:05'), approved(44, '11:40')),
  'demo-2': order('3499', '419.88', pending(61, '10:10'), approved(27, '12:25')),
  'demo-3': order('17999', '600', pending(8, '10:20')),
  'demo-4': order('1250.50', '225.09', pending(77, '09:15')),
  'demo-5': order('2199', '219.90', pending(46, '09:50'), rejected(20, '15:35')),
  'demo-6': order('12400', '744', pending(68, '11:20'), approved(12, '10:30')),
  'demo-7': order('860', '129', pending(3, '09:40')),
  'demo-8': order('6480', '259.20', pending(56, '11:05'), approved(6, '10:45')),
}

const visit = (who: DemoPerson, offer: string, at: Moment, id?: keyof typeof ORDERS): DemoVisit => ({
  who,
  offer,
  at,
  ...(id && { sale: { id, ...ORDERS[id] } }),
})

/** Offers and stores are ranked by the visits of the last 30 days. */
export const VISITS: readonly DemoVisit[] = [
  visit('Asha Verma', 'voltwala-1', [84, '21:12'], 'demo-1'),
  visit('Asha Verma', 'chaukhatbazaar-1', [81, '13:32']),
  visit('Asha Verma', 'nimbuleaf-1', [78, '22:04'], 'demo-4'),
  visit('Ravi Nair', 'laharferries-1', [70, '20:48'], 'demo-6'),
  visit('Asha Verma', 'dhaagalane-1', [62, '13:05'], 'demo-2'),
  visit('Asha Verma', 'himsetu-1', [58, '19:41'], 'demo-8'),
  visit('Ravi Nair', 'maidaangear-1', [52, '18:20']),
  visit('Asha Verma', 'maidaangear-2', [47, '20:15'], 'demo-5'),
  visit('Asha Verma', 'thalijunction-1', [33, '13:18']),
  visit('Asha Verma', 'jebfone-1', [9, '21:37'], 'demo-3'),
  visit('Ravi Nair', 'laharferries-1', [24, '12:40']),
  visit('Ravi Nair', 'maidaangear-2', [17, '18:50']),
  visit('Ravi Nair', 'nimbuleaf-1', [11, '21:25']),
  visit('Ravi Nair', 'voltwala-1', [6, '08:55']),
  visit('Ravi Nair', 'thalijunction-2', [4, '20:31'], 'demo-7'),
  visit('Asha Verma', 'dhaagalane-1', [1, '22:16']),
]

export const DETAILS_SAVED: Moment = [41, '20:05']

interface DemoWithdrawal {
  request_key: string
  method: 'bank' | 'upi'
  amount: string
  at: Moment
  paid?: { at: Moment; utr: string }
}

export const WITHDRAWALS: readonly DemoWithdrawal[] = [
  {
    request_key: '0d2f6c1e-5b0a-4c3e-9a51-6f1d7c9e0001',
    method: 'bank',
    amount: '1500',
    at: [40, '20:15'],
    paid: { at: [39, '12:30'], utr: 'DEMO000000001' },
  },
  { request_key: '0d2f6c1e-5b0a-4c3e-9a51-6f1d7c9e0002', method: 'upi', amount: '250', at: [1, '09:20'] },
]
