import { listRates, type OfferRateRow } from '~/domain/catalog/set-rates.server'
import { formatCount } from '~/platform/formats/count'
import { describeColumns } from './columns'
import { defineList } from './define'
import * as field from './fields'
import { readFilter } from './lookups.server'
import { listIf, type Topic } from './operation'
import { LOSS, describeRateColumns } from './rate-columns'
import { cancel, planned } from './rates/planned'
import { setEach, setOffer, setStore } from './rates/set'

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
    ...describeRateColumns<OfferRateRow>(),
  ],
  read: async ({ losing, store }) => listRates((await readFilter({ store })).storeId, losing),
  notes: ([{ losing } = { losing: 0 }]) =>
    listIf(
      losing,
      `Warning: ${formatCount(losing, 'offer')} at whose rate ${LOSS}, when the member was referred.`,
    ),
})

export const topic: Topic = {
  operations: [show, setStore, setOffer, setEach, planned, cancel],
  help: `
An offer pays the payout that was set for it, else for its store, else that of its feed. Without any it pays commission x
share: the feed's commission or the store's, and the store's share or CASHBACK_SHARE. Clicks keep the rate they were promised.`,
  examples: `
Examples:
  $ rates show --store Voltwala
  $ rates show --losing --csv --limit 1000 > losing.csv
  $ rates set-store Voltwala --commission 8% --share 70%
  $ rates set-store Voltwala --payout 6% --dry-run
  $ rates set-offer 12 --payout default --yes
  $ rates set-offer 12 --payout 9% --from 2026-12-05 --to 2026-12-07
  $ rates planned --state waits
  $ rates cancel 4`,
}
