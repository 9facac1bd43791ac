import { listOffers, type OfferRow } from '~/domain/catalog/offers.server'
import { hideOffer, readTypedReason, unhideOffer } from '~/domain/catalog/manual-overrides.server'
import { rankCatalogue } from '~/domain/catalog/ranking.server'
import { lowersHoldingDays, setHoldingDays, setPromiseDays } from '~/domain/catalog/set-rates.server'
import { db } from '~/platform/db/client.server'
import { formatPayout } from '~/platform/formats/money'
import { accept, held } from './catalogue/held'
import { importFeed } from './catalogue/import'
import { show, formatOfferState } from './catalogue/offer-record'
import {
  add,
  duplicate,
  edit,
  end,
  endEach,
  giveBack,
  move,
  moveEach,
  restore,
  setLink,
} from './catalogue/offers-by-hand'
import { keepsCashback, productLinks } from './catalogue/offer-facts'
import { listChanges } from './changed'
import { editOffersCsv, OFFER_FILTER, writeOffersCsv } from './catalogue/offers-csv'
import { describeColumns, describeFacts } from './columns'
import { defineChange, defineJob, defineList } from './define'
import { defineEach } from './each-chosen'
import type { InputField } from './field'
import * as field from './fields'
import { NO_OFFER, readFilter, requireStore } from './lookups.server'
import { listIf, see, type Topic, type Undoing, type UndoneEntry } from './operation'
import { presentOffer, presentStore } from './present-records.server'
import { requireDone } from './refusal'

const column = describeColumns<OfferRow>()

const list = defineList({
  name: 'catalogue list',
  title: 'Offers',
  summary: 'offers, newest first',
  role: 'viewer',
  input: OFFER_FILTER,
  one: 'offer',
  none: ({ search }) =>
    search === undefined
      ? 'There are no offers: add one, or import a feed.'
      : `No offer matches ‘${search}’.`,
  starts: [see('catalogue add'), see('catalogue import')],
  columns: [
    column.offer('id'),
    column.state('state', formatOfferState),
    column.store('brand', { width: 20 }),
    column.text('title', { width: 44 }),
    column.rate('payout', formatPayout),
    column.count('clicks_30d', { title: 'clicks' }),
    column.text('slug'),
    ...column.data('source', 'external_id', 'starts_at', 'ends_at', 'hidden_at', 'hidden_reason'),
  ],
  read: async (filter, page) => listOffers(await readFilter(filter), page),
  key: ({ id }) => id,
  notes: (rows, { store, source, search }) => {
    const filter = Object.entries({ store, source, search }).filter(([, value]) => value !== undefined)
    const same = Object.fromEntries(filter) as Record<string, string>
    return listIf(rows.length, {
      text: 'Many at once are edited in a spreadsheet.',
      next: [see('catalogue csv', same), see('catalogue edit-csv')],
    })
  },
})

const rank = defineJob({
  name: 'catalogue rank',
  title: 'Rank the catalogue',
  summary: 'rank brands and offers by their clicks of the last 30 days',
  role: 'catalogue',
  async run(_, { apply }) {
    if (apply) await rankCatalogue()
    return { effect: 'Ranks brands and offers by their clicks of 30 days' }
  },
})

const offer = field.offer('the offer', { place: 'argument' })

/** What a feed has hidden, nobody hides for the same reason. */
function undoHiding({ id, former: { hidden_reason } }: UndoneEntry): Undoing | null {
  if (hidden_reason === null) return { operation: 'catalogue unhide', typed: { offer: id } }
  const reason = readTypedReason(String(hidden_reason))
  return reason === null ? null : { operation: 'catalogue hide', typed: { offer: id, reason } }
}

const hide = defineChange({
  name: 'catalogue hide',
  title: 'Hide an offer',
  summary: 'hide an offer on all pages; imports do not restore it',
  role: 'catalogue',
  input: { offer, reason: field.text('internal reason') },
  present: ({ offer }, reader) =>
    presentOffer(offer, reader, (found) => describeFacts('text', { reason: found.hidden_reason })),
  async run({ offer, reason }, _, tx) {
    const answer = requireDone(await hideOffer(offer, reason, tx), 'offer', NO_OFFER)
    const { id, title, hidden_reason } = answer.offer
    return {
      effect: `Hides ‘${title}’ on all pages`,
      next: [{ operation: 'catalogue unhide', input: { offer: id } }],
      record: see('catalogue show', { offer: id }),
      changed: listChanges(`offer ${id}`, { hidden_reason }, { hidden_reason: answer.hidden_reason }),
    }
  },
  undo: undoHiding,
})

const hideEach = defineEach({
  name: 'catalogue hide-each',
  title: 'Hide offers',
  summary: 'hide several offers on all pages, for one reason',
  of: hide,
  key: 'offer',
  one: 'offer',
  verb: 'Hides on all pages:',
})

const unhide = defineChange({
  name: 'catalogue unhide',
  title: 'Show a hidden offer',
  summary: 'show a hidden offer again',
  role: 'catalogue',
  input: { offer },
  async run({ offer }, _, tx) {
    const { offer: found } = requireDone(await unhideOffer(offer, tx), 'offer', NO_OFFER)
    const { id, title, hidden_reason } = found
    return {
      effect: `Shows ‘${title}’ again, as long as it has begun and has not ended`,
      record: see('catalogue show', { offer: id }),
      changed: listChanges(`offer ${id}`, { hidden_reason }, { hidden_reason: null }),
    }
  },
  undo: undoHiding,
})

const MOST_DAYS = 365
const holdingDays: InputField<number | null> = field.wholeNumber(
  `0 to ${MOST_DAYS}, or default for that of its network or HOLDING_DAYS`,
  { least: 0, most: MOST_DAYS, clearedBy: 'default', place: 'argument' },
)

const holding = defineChange({
  name: 'catalogue holding',
  title: 'Set a holding period',
  summary: 'set a store’s holding period: days before confirmed cashback can be withdrawn',
  role: 'catalogue',
  input: { store: field.store('the store', { place: 'argument' }), days: holdingDays },
  needsSecondPerson: async ({ store, days }) =>
    lowersHoldingDays(db, (await requireStore(store, db)).id, days),
  present: ({ store }, reader) =>
    presentStore(store, reader, (found) => describeFacts('count', { days: found.holding_days })),
  async run({ store, days }, _, tx) {
    const { id, name } = await requireStore(store, tx)
    const before = await setHoldingDays(id, days, tx)
    return {
      effect: `Sets the holding period of ${name} to ${days === null ? 'the days of its network, or HOLDING_DAYS' : `${days} days`}`,
      notes: ['It is for sales that are approved from now on. Those approved before keep their date.'],
      changed: listChanges(`store ${id}`, { holding_days: before }, { holding_days: days }),
    }
  },
  undo: ({ former: { coupon_code, holding_days: days } }) => ({
    operation: 'catalogue holding',
    typed: { store: String(coupon_code), days: String(days ?? 'default') },
  }),
})

const MOST_PROMISE_DAYS = 3650
const promiseDays: InputField<number | null> = field.wholeNumber(
  `1 to ${MOST_PROMISE_DAYS}, or default for PROMISE_DAYS`,
  { least: 1, most: MOST_PROMISE_DAYS, clearedBy: 'default', place: 'argument' },
)

const promise = defineChange({
  name: 'catalogue promise',
  title: 'Set how long rates are kept',
  summary: 'set how many days a click’s rate is kept at a store that takes longer than PROMISE_DAYS',
  role: 'finance',
  confirm: 'ask',
  input: { store: field.store('the store', { place: 'argument' }), days: promiseDays },
  present: ({ store }, reader) =>
    presentStore(store, reader, (found) => describeFacts('count', { days: found.promise_days })),
  async run({ store, days }, _, tx) {
    const { id, name } = await requireStore(store, tx)
    const before = await setPromiseDays(id, days, tx)
    return {
      effect: `Keeps the rates of ${name} for ${days === null ? 'PROMISE_DAYS' : `${days} days, or PROMISE_DAYS if they are more`}`,
      notes: ['It is for clicks from now on. Earlier ones keep their day.'],
      changed: listChanges(`store ${id}`, { promise_days: before }, { promise_days: days }),
    }
  },
  undo: ({ former: { coupon_code, promise_days: days } }) => ({
    operation: 'catalogue promise',
    typed: { store: String(coupon_code), days: String(days ?? 'default') },
  }),
})

export const topic: Topic = {
  operations: [
    importFeed,
    held,
    accept,
    rank,
    list,
    show,
    add,
    edit,
    setLink,
    writeOffersCsv,
    editOffersCsv,
    move,
    moveEach,
    end,
    endEach,
    restore,
    duplicate,
    giveBack,
    hide,
    hideEach,
    unhide,
    holding,
    promise,
    productLinks,
    keepsCashback,
  ],
}
