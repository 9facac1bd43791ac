import { formatShare, type SetRate } from '~/domain/catalog/rates'
import {
  type RatePlan,
  type RateStep,
  planOfferPayout,
  planStoreRates,
  raisesCeiling,
  setOfferPayout,
  setStoreRates,
  type RatesSet,
  type StoreRates,
} from '~/domain/catalog/set-rates.server'
import { db } from '~/platform/db/client.server'
import { formatCount } from '~/platform/formats/count'
import { listChanges } from '../changed'
import { describeColumns, describeData, describeFacts, describeRows } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { requireOffer, requireStore } from '../lookups.server'
import { noteIf, see, type Change } from '../operation'
import { presentOffer, presentStore } from '../present-records.server'
import { LOSS, describeRateChangeColumns, formatStoredRate, formatSetRate } from '../rate-columns'
import { atLeastOne } from '../relations'

const DEFAULT = { clearedBy: 'default' }
const payout = field.payout('what the shopper gets, whatever the feed says: 6%, 250 or default', DEFAULT)
const PARTS = {
  payout: payout.optional(),
  commission: field
    .payout('what the network pays where the feed does not say: 8%, 300 or default', {
      ...DEFAULT,
      placeholder: 'commission',
    })
    .optional(),
  share: field
    .percent('the shopper’s share of the commission: 70% or default', { ...DEFAULT, placeholder: 'share' })
    .optional(),
}

export const setStore = defineChange({
  name: 'rates set-store',
  title: 'Set the rates of a store',
  summary: 'set the payout, the commission and the share of a store’s offers',
  role: 'catalogue',
  confirm: 'money',
  input: { store: field.store('the store', { place: 'argument' }), ...PARTS },
  relations: [atLeastOne(...Object.keys(PARTS))],
  async needsSecondPerson({ store, ...rates }) {
    const { id } = await requireStore(store)
    return (await raisesCeiling(db, id, rates)) || (await planStoreRates(db, id, rates)).doubtful > 0
  },
  present: ({ store }, reader) =>
    presentStore(store, reader, (found) =>
      describeFacts('rate', {
        payout: formatStoredRate(found.payout_hundredths, found.payout_model),
        commission: formatStoredRate(found.commission_hundredths, found.commission_model),
        share: found.share_hundredths === null ? 'default' : formatShare(found.share_hundredths),
      }),
    ),
  async run({ store, ...rates }, _, tx) {
    const { id, name, coupon_code } = await requireStore(store)
    return {
      ...describeSet(rates, await setStoreRates(id, rates, tx), { subject: `store ${id}`, name }),
      record: see('stores show', { store: coupon_code }),
    }
  },
})

export const setOffer = defineChange({
  name: 'rates set-offer',
  title: 'Set the payout of an offer',
  summary: 'set the payout of one offer',
  role: 'catalogue',
  confirm: 'money',
  input: { offer: field.offer('the offer', { place: 'argument' }), payout },
  needsSecondPerson: async ({ offer, payout }) =>
    (await planOfferPayout(db, (await requireOffer(offer)).id, payout)).doubtful > 0,
  present: ({ offer }, reader) =>
    presentOffer(offer, reader, ({ set_payout_hundredths, set_payout_model }) =>
      describeFacts('rate', { payout: formatStoredRate(set_payout_hundredths, set_payout_model) }),
    ),
  async run({ offer, payout }, _, tx) {
    const { id, title } = await requireOffer(offer, tx)
    const set = await setOfferPayout(id, payout, tx)
    return {
      ...describeSet({ payout }, set, { subject: `offer ${id}`, name: `‘${title}’` }),
      record: see('catalogue show', { offer: id }),
    }
  },
})

const step = describeColumns<RateStep>()
const STEP_COLUMNS = [step.count('offers'), ...describeRateChangeColumns<RateStep>()]

function describeSet(
  rates: StoreRates,
  { plan, before, after }: RatesSet,
  { subject, name }: { subject: string; name: string },
): Change {
  const { offers, changed, losing, steps } = plan
  const words = Object.entries(rates).flatMap(
    ([part, rate]: [string, SetRate | bigint | null | undefined]) =>
      rate === undefined
        ? []
        : `${part} ${typeof rate === 'bigint' ? formatShare(rate) : formatSetRate(rate)}`,
  )
  return {
    effect: `Sets ${words.join(', ')} for ${name}: the rate of ${changed} of ${formatCount(offers, 'offer')} changes`,
    facts: [...describeData('text', { name }), ...describeData('count', { offers, changed, losing })],
    tables: [describeRows('changes', STEP_COLUMNS, steps, { most: 20 })],
    notes: explainPlan(plan),
    changed: listChanges(subject, before, after),
  }
}

const explainPlan = ({ losing, doubtful, given, withoutShare, withoutCommission }: RatePlan): string[] => [
  ...noteIf(
    given,
    `${formatCount(given, 'offer')} of them ${given === 1 ? 'has' : 'have'} a payout of the feed or one that was set, which takes precedence over commission x share.`,
  ),
  ...noteIf(
    withoutShare,
    `${formatCount(withoutShare, 'offer')} without a payout: a share is missing (the store’s, or CASHBACK_SHARE for all stores).`,
  ),
  ...noteIf(
    withoutCommission,
    `${formatCount(withoutCommission, 'offer')} without a payout: a commission is missing (the store’s or the feed’s).`,
  ),
  ...noteIf(
    doubtful,
    `${formatCount(doubtful, 'offer')} whose new rate is above the commission, or more than double of 30 days: a second person has to agree.`,
  ),
  ...noteIf(losing, `Warning: ${formatCount(losing, 'offer')} at whose new rate ${LOSS}.`),
  'Clicks so far keep the rate they were promised; the new one is for clicks from now on.',
]
