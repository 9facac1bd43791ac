import { formatPlain } from '~/formats/money'
import type { Sale } from '~/tracking/sales.server'

/** Amounts are decimal texts in rupees, times are in UTC. */
export const toJson = (c: Sale) => ({
  id: c.id,
  network: c.network,
  external_id: c.external_id,
  conversion_id: c.conversion_id,
  order_number: c.order_number,
  status: c.status,
  sale: c.sale_paise === null ? null : formatPlain(c.sale_paise),
  network_payout: c.network_payout_paise === null ? null : formatPlain(c.network_payout_paise),
  pending: formatPlain(c.pending_paise),
  granted: formatPlain(c.granted_paise),
  referral: formatPlain(c.referral_paise),
  withdrawable_at: c.withdrawable_at,
  user_id: c.user_id,
  referrer_id: c.referrer_id,
  campaign_id: c.campaign_id,
  store: c.store,
  click_id: c.click_id,
  created_at: c.created_at,
  updated_at: c.updated_at,
})

export const FIELDS = [
  'id',
  'network',
  'external_id',
  'conversion_id',
  'order_number',
  'status',
  'sale',
  'network_payout',
  'pending',
  'granted',
  'referral',
  'withdrawable_at',
  'user_id',
  'referrer_id',
  'campaign_id',
  'store',
  'click_id',
  'created_at',
  'updated_at',
] as const
