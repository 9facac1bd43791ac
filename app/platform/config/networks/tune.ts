import { REPORTED } from '~/platform/formats/amounts'
import type { Network } from '../network'

export const tune: Network = {
  documentation: 'https://support.tune.com/hc/en-us/articles/4413247665431',
  link: {
    click: 'aff_click_id',
    publisher: { parameters: ['aff_id', 'affid'] },
    target: { parameter: 'url', path: /^\/aff_c$/, isDocumented: false },
    template: ({ TUNE_HOST, TUNE_AFFILIATE_ID }) => ({
      base: TUNE_HOST ? `https://${TUNE_HOST}/aff_c` : null,
      offer: 'offer_id',
      publisher: 'aff_id',
      publisherId: TUNE_AFFILIATE_ID,
    }),
  },
  amounts: { ...REPORTED, decimals: 5 },
  postback: {
    click: ['aff_click_id', 'aff_sub'],
    conversion: ['transaction_id'],
    order: ['adv_sub'],
    sale: ['sale_amount'],
    payout: ['payout'],
    status: ['status'],
    currency: ['currency'],
    goal: ['goal_id'],
  },
  columns: {
    click: ['ConversionsMobile.affiliate_click_id', 'aff_click_id', 'Stat.affiliate_info1', 'aff_sub'],
    conversion: ['Stat.ad_id', 'transaction_id'],
    order: ['Stat.advertiser_info', 'adv_sub'],
    sale: ['Stat.conversion_sale_amount', 'Stat.sale_amount', 'sale_amount'],
    payout: ['Stat.approved_payout', 'Stat.payout', 'payout'],
    status: ['Stat.conversion_status', 'Stat.status', 'status'],
    currency: ['Stat.currency', 'currency'],
    goal: ['Stat.goal_id', 'goal_id'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['rejected', 'rejected'],
  ]),
  idNeedsGoal: true,
  macros:
    '?aff_click_id={aff_click_id}&transaction_id={transaction_id}&goal_id={goal_id}&sale_amount={sale_amount}&payout={payout}&status={status}',
  answer: 'success=true;',
}
