/** What each network sends, from its own documentation: tests of networks run for each of them. */
import type { NetworkName } from '~/platform/config/networks'

type Part = 'click' | 'conversion' | 'sale' | 'payout' | 'status'

/** One sale of a member: the postbacks in order, and the final row of the report. */
interface Story {
  pushed: [status: string, amount: string][]
  reported: [status: string, amount: string]
}

interface NetworkSample {
  /** The parameters of a postback. */
  postback: Record<Part, string>
  /** What every postback has besides. */
  always?: Record<string, string>
  /** The words for such sales. */
  pending: string
  approved: string
  answer: string
  /** Of the CSV report. */
  header: string
  row: (click: string, id: string, status: string, amount: string) => string
  stories: Story[]
}

const story = (reported: Story['reported'], ...pushed: Story['pushed']): Story => ({ pushed, reported })

export const SAMPLES: Record<NetworkName, NetworkSample> = {
  trackier: {
    postback: {
      click: 'p1',
      conversion: 'conversion_id',
      sale: 'sale_amount',
      payout: 'payout',
      status: 'status',
    },
    pending: 'pending',
    approved: 'approved',
    answer: 'OK',
    header: 'conversion_id,click_id,campaign_id,p1,txn_id,sale_amount,payout_currency,payout,status,created',
    row: (p1, id, status, amount) =>
      `${id},theirs,1,${p1},T${id},"${amount}",INR,80,${status},2026-11-21 10:00:00`,
    stories: [
      story(['pending', '1000'], ['pending', '1000']),
      story(['approved', '1000'], ['pending', '1000']),
      story(['approved', '1,500.50']),
      story(['approved', '400'], ['approved', '1000']),
      // Trackier pushes neither of these.
      story(['rejected', '1000'], ['pending', '1000']),
      story(['cancelled', '1000'], ['approved', '1000']),
      story(['rejected', '1000']),
    ],
  },
  tune: {
    postback: {
      click: 'aff_click_id',
      conversion: 'transaction_id',
      sale: 'sale_amount',
      payout: 'payout',
      status: 'status',
    },
    pending: 'pending',
    approved: 'approved',
    answer: 'success=true;',
    header:
      'Stat.tune_event_id,Stat.ad_id,ConversionsMobile.affiliate_click_id,Stat.affiliate_info1,Stat.sale_amount,Stat.payout,Stat.currency,Stat.conversion_status,Stat.goal_id',
    row: (c, id, status, amount) => `e-${id},${id},${c},,${amount},80.00000,INR,${status},0`,
    stories: [
      story(['pending', '1000'], ['pending', '1000']),
      story(['approved', '1000.00'], ['pending', '1000']),
      story(['approved', '250']),
      story(['rejected', '1000'], ['approved', '1000']),
      story(['rejected', '1000']),
    ],
  },
  impact: {
    postback: { click: 'SubId1', conversion: 'ActionId', sale: 'Amount', payout: 'Payout', status: 'Status' },
    always: { Currency: 'INR' },
    pending: 'PENDING',
    approved: 'APPROVED',
    answer: 'OK',
    header: 'Action Id,Action Date,Sub Id 1,Sub Id 2,Status,Sale Amount,Currency,Payout',
    row: (c, id, status, amount) => `${id},"Nov 21, 2026",${c},,${status},"${amount}",INR,80.00`,
    stories: [
      story(['PENDING', '1000'], ['PENDING', '1000']),
      // Impact pushes neither of these two.
      story(['LOCKED', '1000'], ['PENDING', '1000']),
      story(['PAID', '900'], ['APPROVED', '1000']),
      story(['APPROVED', '1,250.75']),
      story(['REVERSED', '0'], ['PENDING', '1000']),
      story(['REVERSED', '0'], ['APPROVED', '1000']),
    ],
  },
  admitad: {
    postback: {
      click: 'subid',
      conversion: 'admitad_id',
      sale: 'order_sum',
      payout: 'payment_sum',
      status: 'payment_status',
    },
    always: { currency: 'INR' },
    pending: 'pending',
    approved: 'approved',
    answer: 'OK',
    header: 'action_id,order_id,subid,status,cart,payment,currency',
    row: (c, id, status, amount) => `${id},O-${id},${c},${status},${amount},80.0,INR`,
    stories: [
      story(['pending', '1000'], ['pending', '1000']),
      story(['approved_but_stalled', '1000'], ['pending', '1000']),
      story(['approved', '1000'], ['approved_but_stalled', '1000']),
      story(['approved', '170.5']),
      story(['declined', '1000'], ['pending', '1000']),
      story(['declined', '1000'], ['approved', '1000']),
    ],
  },
  awin: {
    postback: {
      click: 'clickRef',
      conversion: 'transactionId',
      sale: 'saleAmount',
      payout: 'commission',
      status: 'status',
    },
    pending: 'pending',
    approved: 'approved',
    answer: 'OK',
    header: 'id,publisher_id,sale_amount,currency,commission,date,commission_status,click_ref,decline_reason',
    row: (c, id, status, amount) => `${id},77,${amount},INR,80,21/11/2026,${status},${c},`,
    stories: [
      story(['0', '1000'], ['pending', '1000']),
      story(['approved', '1000'], ['pending', '1000']),
      story(['1', '333.33']),
      story(['2', '1000'], ['pending', '1000']),
      story(['declined', '1000'], ['approved', '1000']),
    ],
  },
}

/** A postback of a network with these values. */
export function writePostback(
  network: NetworkName,
  values: Partial<Record<Part, string>>,
): Record<string, string> {
  const { postback, always } = SAMPLES[network]
  const sent = Object.entries(values).map(([part, value]) => [postback[part as Part], value])
  return { ...always, ...Object.fromEntries(sent) }
}
