import { formatShare, type SetRate } from '~/domain/catalog/rates'
import { explainReason } from '~/domain/catalog/planned-rates'
import { listOffers } from '~/domain/catalog/offers.server'
import { listPlanDoubts, planRate, type RatePeriod } from '~/domain/catalog/planned-rates.server'
import {
  type RatePlan,
  type RateStep,
  type RateTarget,
  planPayout,
  planStoreRates,
  raisesCeiling,
  planPayouts,
  setOfferPayout,
  setOfferPayouts,
  setStoreRates,
  type RatesSet,
  type StoreRates,
} from '~/domain/catalog/set-rates.server'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { formatCount } from '~/platform/formats/count'
import { formatDate, formatLastDay, startOfDayInIndia } from '~/platform/formats/dates'
import { listChanges } from '../changed'
import { describeColumns, describeData, describeFacts, describeRows } from '../columns'
import { defineChange } from '../define'
import { MOST_CHOSEN } from '../each-chosen'
import * as field from '../fields'
import { requireOffer, requireStore } from '../lookups.server'
import { listIf, see, type Change, type Context, type FieldChange, type UndoneEntry } from '../operation'
import { presentOffer, presentStore } from '../present-records.server'
import {
  describeDoubts,
  describeRateChangeColumns,
  DOUBTED,
  explainReplaced,
  formatSetRate,
  formatStoredRate,
  LOSS,
  noteReplaced,
} from '../rate-columns'
import { RefusalError, requireDone } from '../refusal'
import { excludes, needs, atLeastOne } from '../relations'
import { formatSpan } from './planned'

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

const PERIOD = {
  from: field.firstDay('the first day of the payout; without it, now').optional(),
  to: field.lastDay('its last day, after which what was set before returns; without it, it stays').optional(),
}

interface Period {
  from?: Date | undefined
  to?: Date | undefined
}

/** Null: from now on, without an end. Throws RefusalError for a day before today. */
function readPeriod({ from, to }: Period, now: Date): RatePeriod | null {
  const today = startOfDayInIndia(now)
  if (from && from < today)
    throw new RefusalError(`${formatDate(from)} is over: choose today or a later day.`, 'from')
  if (to && to <= now)
    throw new RefusalError(`${formatLastDay(to)} is over: choose today or a later day.`, 'to')
  const isNow = !from || from <= now
  if (isNow && !to) return null
  return { from: isNow ? now : from, until: to ?? null }
}

async function isDoubtful(target: RateTarget, rate: SetRate | null, period: RatePeriod): Promise<boolean> {
  return (await listPlanDoubts(db, target, rate, period)).length > 0
}

/** Of a payout with a first or last day. */
async function setForPeriod(
  {
    target,
    rate,
    period,
    name,
  }: { target: RateTarget; rate: SetRate | null; period: RatePeriod; name: string },
  { by, hand, now }: Pick<Context, 'by' | 'hand'> & { now: Date },
  tx: Tx,
): Promise<Change> {
  const { plan, doubts, changed } = requireDone(
    await planRate({ target, payout: rate, period, by, mayDoubt: hand.consent !== 'none' }, now, tx),
    period.until ? 'to' : 'from',
    {
      over: 'That day is over: choose today or a later day.',
      doubted: () => new RefusalError(DOUBTED, 'payout'),
      'not-begun': ({ why }) => new RefusalError(`It cannot begin now: ${explainReason(why)}.`, 'payout'),
      overlaps: ({ other: { id, starts_at, ends_at, state } }) =>
        new RefusalError(
          `Planned rate ${id} ${state === 'applied' ? 'is in force' : 'waits'} for a time that overlaps: ${formatSpan(starts_at, ends_at)}. Cancel it first.`,
          'from',
          { next: [see('rates cancel', { id })] },
        ),
    },
  )
  const begins = period.from > now ? period.from : null
  const span = formatSpan(begins, period.until)
  const subject = `${target.kind} ${target.id}`
  const noted: FieldChange = {
    subject,
    field: 'planned payout',
    before: null,
    after: `${formatSetRate(rate)} ${span}`,
  }
  const described = describePlan(plan, {
    name,
    effect: `Sets payout ${formatSetRate(rate)} for ${name} ${span}`,
  })
  return {
    ...described,
    facts: [...(described.facts ?? []), ...describeDoubts(doubts)],
    notes: [
      ...listIf(
        doubts.length > plan.doubtful,
        'What returns at its end is above the guard, too: a second person has to agree.',
      ),
      ...explainPlan(plan, 'Clicks lock the rate that is in force when they are made.'),
      ...listIf(begins, 'On its day the guard is asked again: a doubt that it has not now refuses the rate.'),
    ],
    record: see('rates planned'),
    next: [see('rates planned')],
    changed: [...changed, noted],
  }
}

type Part = keyof typeof PARTS

/** As it is typed. Values are those of the log. */
function formatFormer(former: UndoneEntry['former'], part: Part, of: 'store' | 'set'): string {
  const hundredths = former[`${of}_${part}_hundredths`] as string | null
  if (hundredths === null) return DEFAULT.clearedBy
  if (part === 'share') return formatShare(BigInt(hundredths))
  return formatStoredRate(BigInt(hundredths), former[`${of}_${part}_model`] as SetRate['model'])
}

export const setStore = defineChange({
  name: 'rates set-store',
  title: 'Set the rates of a store',
  summary: 'set the payout, the commission and the share of a store’s offers',
  role: 'catalogue',
  confirm: 'money',
  input: { store: field.store('the store', { place: 'argument' }), ...PARTS, ...PERIOD },
  relations: [
    atLeastOne(...Object.keys(PARTS)),
    needs('from', 'payout'),
    needs('to', 'payout'),
    excludes('from', 'commission', 'share'),
    excludes('to', 'commission', 'share'),
  ],
  async needsSecondPerson({ store, from, to, ...rates }) {
    const { id } = await requireStore(store, db)
    const period = readPeriod({ from, to }, new Date())
    if (period) return isDoubtful({ kind: 'store', id }, rates.payout!, period)
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
  async run({ store, from, to, ...rates }, { by, hand }, tx) {
    const { id, name, coupon_code } = await requireStore(store, tx)
    const now = new Date()
    const period = readPeriod({ from, to }, now)
    if (period)
      return setForPeriod(
        { target: { kind: 'store', id }, rate: rates.payout!, period, name },
        { by, hand, now },
        tx,
      )
    const set = await setStoreRates(id, rates, tx)
    requireAgreed(set, hand)
    return {
      ...describeSet(rates, set, { name, changed: listChanges(`store ${id}`, set.before, set.after) }),
      record: see('stores show', { store: coupon_code }),
    }
  },
  undo({ fields, former }) {
    const parts = (Object.keys(PARTS) as Part[]).filter((part) =>
      fields.some((field) => field.startsWith(`store_${part}_`)),
    )
    if (!parts.length) return null
    const rates = parts.map((part) => [part, formatFormer(former, part, 'store')])
    return {
      operation: 'rates set-store',
      typed: { store: String(former.coupon_code), ...Object.fromEntries(rates) },
    }
  },
})

export const setOffer = defineChange({
  name: 'rates set-offer',
  title: 'Set the payout of an offer',
  summary: 'set the payout of one offer',
  role: 'catalogue',
  confirm: 'money',
  input: { offer: field.offer('the offer', { place: 'argument' }), payout, ...PERIOD },
  async needsSecondPerson({ offer, payout, ...days }) {
    const target: RateTarget = { kind: 'offer', id: (await requireOffer(offer, db)).id }
    const period = readPeriod(days, new Date())
    if (period) return isDoubtful(target, payout, period)
    return (await planPayout(db, target, payout)).doubtful > 0
  },
  present: ({ offer }, reader) =>
    presentOffer(offer, reader, ({ set_payout_hundredths, set_payout_model }) =>
      describeFacts('rate', { payout: formatStoredRate(set_payout_hundredths, set_payout_model) }),
    ),
  async run({ offer, payout, ...days }, { by, hand }, tx) {
    const { id, title } = await requireOffer(offer, tx)
    const now = new Date()
    const period = readPeriod(days, now)
    if (period)
      return setForPeriod(
        { target: { kind: 'offer', id }, rate: payout, period, name: `‘${title}’` },
        { by, hand, now },
        tx,
      )
    const set = await setOfferPayout(id, payout, tx)
    requireAgreed(set, hand)
    return {
      ...describeSet({ payout }, set, {
        name: `‘${title}’`,
        changed: listChanges(`offer ${id}`, set.before, set.after),
      }),
      record: see('catalogue show', { offer: id }),
    }
  },
  undo: ({ id, former }) => ({
    operation: 'rates set-offer',
    typed: { offer: id, payout: formatFormer(former, 'payout', 'set') },
  }),
})

/** Sorted, so that two such changes at one moment do not wait for each other. Throws RefusalError. */
async function requireOffers(ids: readonly number[], reader: Reader): Promise<number[]> {
  const numbers = [...new Set(ids)].toSorted((a, b) => a - b)
  if (numbers.length > MOST_CHOSEN) throw new RefusalError(`These are more than ${MOST_CHOSEN}.`, 'ids')
  const offers = await listOffers({ ids: numbers }, { limit: MOST_CHOSEN }, reader)
  const found = new Set(offers.map(({ id }) => id))
  const missing = numbers.find((id) => !found.has(id))
  if (missing !== undefined) throw new RefusalError(`There is no offer ${missing}.`, 'ids')
  return numbers
}

export const setEach = defineChange({
  name: 'rates set-each',
  title: 'Set the payout of offers',
  summary: 'set the payout of several offers, the same for all',
  role: 'catalogue',
  confirm: 'money',
  input: { ids: field.several(field.id('their numbers in the list', { place: 'argument' })), payout },
  async needsSecondPerson({ ids, payout }) {
    return (await planPayouts(db, await requireOffers(ids, db), payout)).doubtful > 0
  },
  async run({ ids, payout }, { hand }, tx) {
    const numbers = await requireOffers(ids, tx)
    const { plan, offers } = await setOfferPayouts(numbers, payout, tx)
    requireAgreed({ plan }, hand)
    const replaced = offers.flatMap((offer) => offer.replaced)
    return {
      ...describeSet(
        { payout },
        { plan, replaced },
        {
          name: formatCount(numbers.length, 'offer'),
          changed: offers.flatMap(({ id, before, after }) => listChanges(`offer ${id}`, before, after)),
        },
      ),
      rows: numbers.map((id) => ({ subject: `offer ${id}`, outcome: 'done' as const })),
    }
  },
})

/** An import may have lowered the commission since the second person was found to be needless. */
function requireAgreed({ plan }: Pick<RatesSet, 'plan'>, { consent }: Context['hand']): void {
  if (plan.doubtful && consent === 'none') throw new RefusalError(DOUBTED, 'payout')
}

const step = describeColumns<RateStep>()
const STEP_COLUMNS = [step.count('offers'), ...describeRateChangeColumns<RateStep>()]

function describeSet(
  rates: StoreRates,
  { plan, replaced }: Pick<RatesSet, 'plan' | 'replaced'>,
  { name, changed }: { name: string; changed: readonly FieldChange[] },
): Change {
  const words = Object.entries(rates).flatMap(
    ([part, rate]: [string, SetRate | bigint | null | undefined]) =>
      rate === undefined
        ? []
        : `${part} ${typeof rate === 'bigint' ? formatShare(rate) : formatSetRate(rate)}`,
  )
  return {
    ...describePlan(plan, { name, effect: `Sets ${words.join(', ')} for ${name}` }),
    notes: [...explainReplaced(replaced), ...explainPlan(plan)],
    changed: [...changed, ...noteReplaced(replaced)],
  }
}

const describePlan = (
  { offers, changed, losing, steps }: RatePlan,
  { name, effect }: { name: string; effect: string },
): Pick<Change, 'effect' | 'facts' | 'tables'> => ({
  effect: `${effect}: the rate of ${changed} of ${formatCount(offers, 'offer')} changes`,
  facts: [...describeData('text', { name }), ...describeData('count', { offers, changed, losing })],
  tables: [describeRows('changes', STEP_COLUMNS, steps, { most: 20 })],
})

const explainPlan = (
  { losing, doubtful, isNextDoubtful, given, withoutShare, withoutCommission }: RatePlan,
  clicks = 'Clicks so far keep the rate they were promised; the new one is for clicks from now on.',
): string[] => [
  ...listIf(
    given,
    `${formatCount(given, 'offer')} of them ${given === 1 ? 'has' : 'have'} a payout of the feed or one that was set, which takes precedence over commission x share.`,
  ),
  ...listIf(
    withoutShare,
    `${formatCount(withoutShare, 'offer')} without a payout: a share is missing (the store’s, or CASHBACK_SHARE for all stores).`,
  ),
  ...listIf(
    withoutCommission,
    `${formatCount(withoutCommission, 'offer')} without a payout: a commission is missing (the store’s or the feed’s).`,
  ),
  ...listIf(
    isNextDoubtful,
    'What a new offer of the store would pay is above the guard: a second person has to agree.',
  ),
  ...listIf(
    doubtful > Number(isNextDoubtful),
    `${formatCount(doubtful - Number(isNextDoubtful), 'offer')} whose new rate is above the commission, or more than double of 30 days: a second person has to agree.`,
  ),
  ...listIf(losing, `Warning: ${formatCount(losing, 'offer')} at whose new rate ${LOSS}.`),
  clicks,
]
