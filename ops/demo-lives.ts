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

/** The last 30 days rank offers and stores. */
export const VISITS: readonly DemoVisit[] = [
  {
    who: 'Asha Verma',
    offer: 'voltwala-1',
    at: [84, '21:12'],
    sale: {
      id: 'demo-1',
      amount: '42990',
      payout: '3009.30',
      reports: [
        { at: [83, '10:05'], status: 'pending' },
        { at: [44, '11:40'], status: 'approved' },
      ],
    },
  },
  {
    who: 'Asha Verma',
    offer: 'chaukhatbazaar-1',
    at: [81, '13:32'],
  },
  {
    who: 'Asha Verma',
    offer: 'nimbuleaf-1',
    at: [78, '22:04'],
    sale: {
      id: 'demo-4',
      amount: '1250.50',
      payout: '225.09',
      reports: [{ at: [77, '09:15'], status: 'pending' }],
    },
  },
  {
    who: 'Ravi Nair',
    offer: 'laharferries-1',
    at: [70, '20:48'],
    sale: {
      id: 'demo-6',
      amount: '12400',
      payout: '744',
      reports: [
        { at: [68, '11:20'], status: 'pending' },
        { at: [12, '10:30'], status: 'approved' },
      ],
    },
  },
  {
    who: 'Asha Verma',
    offer: 'dhaagalane-1',
    at: [62, '13:05'],
    sale: {
      id: 'demo-2',
      amount: '3499',
      payout: '419.88',
      reports: [
        { at: [61, '10:10'], status: 'pending' },
        { at: [27, '12:25'], status: 'approved' },
      ],
    },
  },
  {
    who: 'Asha Verma',
    offer: 'himsetu-1',
    at: [58, '19:41'],
    sale: {
      id: 'demo-8',
      amount: '6480',
      payout: '259.20',
      reports: [
        { at: [56, '11:05'], status: 'pending' },
        { at: [6, '10:45'], status: 'approved' },
      ],
    },
  },
  {
    who: 'Ravi Nair',
    offer: 'maidaangear-1',
    at: [52, '18:20'],
  },
  {
    who: 'Asha Verma',
    offer: 'maidaangear-2',
    at: [47, '20:15'],
    sale: {
      id: 'demo-5',
      amount: '2199',
      payout: '219.90',
      reports: [
        { at: [46, '09:50'], status: 'pending' },
        { at: [20, '15:35'], status: 'rejected' },
      ],
    },
  },
  {
    who: 'Asha Verma',
    offer: 'thalijunction-1',
    at: [33, '13:18'],
  },
  {
    who: 'Asha Verma',
    offer: 'jebfone-1',
    at: [9, '21:37'],
    sale: {
      id: 'demo-3',
      amount: '17999',
      payout: '600',
      reports: [{ at: [8, '10:20'], status: 'pending' }],
    },
  },
  {
    who: 'Ravi Nair',
    offer: 'laharferries-1',
    at: [24, '12:40'],
  },
  {
    who: 'Ravi Nair',
    offer: 'maidaangear-2',
    at: [17, '18:50'],
  },
  {
    who: 'Ravi Nair',
    offer: 'nimbuleaf-1',
    at: [11, '21:25'],
  },
  {
    who: 'Ravi Nair',
    offer: 'voltwala-1',
    at: [6, '08:55'],
  },
  {
    who: 'Ravi Nair',
    offer: 'thalijunction-2',
    at: [4, '20:31'],
    sale: {
      id: 'demo-7',
      amount: '860',
      payout: '129',
      reports: [{ at: [3, '09:40'], status: 'pending' }],
    },
  },
  {
    who: 'Asha Verma',
    offer: 'dhaagalane-1',
    at: [1, '22:16'],
  },
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
  {
    request_key: '0d2f6c1e-5b0a-4c3e-9a51-6f1d7c9e0002',
    method: 'upi',
    amount: '250',
    at: [1, '09:20'],
  },
]
