import { listRates, type OfferRateRow } from '~/catalog/rates/list-rates.server'
import { formatShare, type SetRate } from '~/catalog/rates/rates'
import {
  setOfferPayout,
  setStoreRates,
  type RatesSet,
  type StoreRates,
} from '~/catalog/rates/set-rates.server'
import type { RatePlan, RateStep } from '~/catalog/rates/plan-rates.server'
import { formatCount } from '~/formats/count'
import { listChanged } from './changed'
import { countFacts, describeColumns, describeData, describeFacts, describeRows } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import { readFilter, requireOffer, requireStore } from './lookups.server'
import { noteIf, type Change, type Topic } from './operation'
import { presentOffer, presentStore } from './present-records.server'
import { LOSS, rateChangeColumns, rateColumns, writeRate, writeSetRate } from './rate-columns'
import { someOf } from './relations'

const column = describeColumns<OfferRateRow>()

const show = defineList({
  name: 'rates show',
  title: 'Rates',
  summary: 'rates of all stores, or of one store’s offers; expired offers are omitted',
  role: 'viewer',
  input: {
    losing: field.yes(`only rates at which ${LOSS}`),
    store: field.store('the offers of one store').optional(),
  },
  one: 'rate',
  none: ({ losing }) => (losing ? 'No rate is known to lose money.' : 'No offer matches.'),
  columns: [
    column.store('store', { only: 'data' }),
    ...column.data('coupon_code'),
    column.offer('id'),
    column.text('store or offer', ({ store, title }) => title ?? store, { only: 'screen', width: 36 }),
    ...column.data('title'),
    column.count('offers'),
    ...rateColumns<OfferRateRow>(),
  ],
  read: async ({ losing, store }) => listRates((await readFilter({ store })).storeId, losing),
  notes: ([{ losing } = { losing: 0 }]) =>
    noteIf(
      losing,
      `Warning: ${formatCount(losing, 'offer')} at whose rate ${LOSS}, when the member was referred.`,
    ),
})

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

const setStore = defineChange({
  name: 'rates set-store',
  title: 'Set the rates of a store',
  summary: 'set the payout, the commission and the share of a store’s offers',
  role: 'catalogue',
  confirm: 'money',
  input: { store: field.store('the store', { place: 'argument' }), ...PARTS },
  relations: [someOf(...Object.keys(PARTS))],
  present: ({ store }, reader) =>
    presentStore(store, reader, (found) =>
      describeFacts('rate', {
        payout: writeRate(found.payout_hundredths, found.payout_model),
        commission: writeRate(found.commission_hundredths, found.commission_model),
        share: found.share_hundredths === null ? 'default' : formatShare(found.share_hundredths),
      }),
    ),
  async run({ store, ...rates }, _, tx) {
    const { id, name } = await requireStore(store)
    return describeSet(rates, await setStoreRates(id, rates, tx), { subject: `store ${id}`, name })
  },
})

const setOffer = defineChange({
  name: 'rates set-offer',
  title: 'Set the payout of an offer',
  summary: 'set the payout of one offer',
  role: 'catalogue',
  confirm: 'money',
  input: { offer: field.offer('the offer', { place: 'argument' }), payout },
  present: ({ offer }, reader) =>
    presentOffer(offer, reader, ({ set_payout_hundredths, set_payout_model }) =>
      describeFacts('rate', { payout: writeRate(set_payout_hundredths, set_payout_model) }),
    ),
  async run({ offer, payout }, _, tx) {
    const { id, title } = await requireOffer(offer, tx)
    const set = await setOfferPayout(id, payout, tx)
    return describeSet({ payout }, set, { subject: `offer ${id}`, name: `‘${title}’` })
  },
})

const step = describeColumns<RateStep>()
const STEP_COLUMNS = [step.count('offers'), ...rateChangeColumns<RateStep>()]

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
        : `${part} ${typeof rate === 'bigint' ? formatShare(rate) : writeSetRate(rate)}`,
  )
  return {
    effect: `Sets ${words.join(', ')} for ${name}: the rate of ${changed} of ${formatCount(offers, 'offer')} changes`,
    facts: [...describeData('text', { name }), ...countFacts({ offers, changed, losing })],
    tables: [describeRows('changes', STEP_COLUMNS, steps, { most: 20 })],
    notes: explainPlan(plan),
    changed: listChanged(subject, before, after),
  }
}

const explainPlan = ({ losing, given, withoutShare, withoutCommission }: RatePlan): string[] => [
  ...noteIf(
    given,
    `${formatCount(given, 'offer')} of them ${given === 1 ? 'has' : 'have'} a payout of the feed or one that was set, which takes precedence over commission x share.`,
  ),
  ...noteIf(
    withoutShare,
    `${formatCount(withoutShare, 'offer')} without a payout: a share is missing (--share, or CASHBACK_SHARE for all stores).`,
  ),
  ...noteIf(
    withoutCommission,
    `${formatCount(withoutCommission, 'offer')} without a payout: a commission is missing (--commission, or the feed’s).`,
  ),
  ...noteIf(losing, `Warning: ${formatCount(losing, 'offer')} at whose new rate ${LOSS}.`),
  'Clicks so far keep the rate they were promised; the new one is for clicks from now on.',
]

export const topic: Topic = {
  operations: [show, setStore, setOffer],
  help: `
An offer pays the payout that was set for it, else for its store, else that of its feed. Without any it pays commission x
share: the feed's commission or the store's, and the store's share or CASHBACK_SHARE. Clicks keep the rate they were promised.

Examples:
  $ rates show --store Voltwala
  $ rates show --losing --csv --limit 1000 > losing.csv
  $ rates set-store Voltwala --commission 8% --share 70%
  $ rates set-store Voltwala --payout 6% --dry-run
  $ rates set-offer 12 --payout default --yes`,
}
