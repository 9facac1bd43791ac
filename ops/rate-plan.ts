import { isSameRate, type Rate } from '~/catalog/rates/rates'
import type { RatePlan } from '~/catalog/rates/set-rates.server'
import { formatPayout } from '~/formats/money'
import { arrow, commissionText, LOSS, marginText, rateToJson } from './rate-text'
import { formatCount, table, type Column } from './safe-text'
import { print, printJson } from './terminal'

/** Offers that share the rates before and after. */
interface Step {
  offers: number
  before: Rate
  after: Rate
}

const MOST_STEPS = 20

function groupSteps({ offers }: RatePlan): Step[] {
  const steps = new Map<string, Step>()
  for (const { before, after } of offers) {
    if (isSameRate(before, after)) continue
    const key = JSON.stringify([rateToJson(before), rateToJson(after)])
    const step = steps.get(key)
    if (step) step.offers++
    else steps.set(key, { offers: 1, before, after })
  }
  return [...steps.values()].toSorted((a, b) => b.offers - a.offers)
}

const change = (head: string, words: (rate: Rate) => string): Column<Step> => ({
  head,
  cell: ({ before, after }) => arrow(words(before), words(after)),
  right: true,
})

const COLUMNS: readonly Column<Step>[] = [
  { head: 'OFFERS', cell: ({ offers }) => String(offers), right: true },
  change('PAYOUT', ({ payout }) => formatPayout(payout)),
  change('COMMISSION', commissionText),
  change('MARGIN', (rate) => marginText(rate, 'alone')),
  change('WITH REFERRER', (rate) => marginText(rate, 'referred')),
]

/** `yes`: the plan was already applied. */
export function printPlan(
  name: string,
  plan: RatePlan,
  { yes = false, json }: { yes?: boolean; json?: boolean },
): void {
  const steps = groupSteps(plan)
  if (json) return printJson(toJson(name, plan, steps, yes))
  const all = `${plan.changed} of ${formatCount(plan.offers.length, 'offer')}`
  print`${name}: the rate of ${all} ${yes ? 'changed' : 'would change'}.`
  if (steps.length) print(table(steps.slice(0, MOST_STEPS), COLUMNS))
  if (steps.length > MOST_STEPS) print`and ${steps.length - MOST_STEPS} more`
  const given = plan.offers.filter((offer) => isWithoutEffect(offer)).length
  if (given)
    print`${formatCount(given, 'offer')} of them ${given === 1 ? 'has' : 'have'} a payout of the feed or one that was set, which takes precedence over commission x share.`
  printMissing(plan)
  if (plan.losing) print`Warning: ${formatCount(plan.losing, 'offer')} at whose new rate ${LOSS}.`
  print`Clicks so far keep the rate they were promised; the new one is for clicks from now on.`
  if (!yes) print`Nothing is done yet. --yes does it.`
}

/** True if a new commission or share does not change the payout, because a payout is set. */
const isWithoutEffect = ({ before, after }: RatePlan['offers'][number]) =>
  after.source !== 'commission' &&
  after.source !== 'none' &&
  (before.share !== after.share || commissionText(before) !== commissionText(after))

/** A payout of commission x share needs both; names the offers with only one. */
function printMissing({ offers }: RatePlan): void {
  const unpaid = offers.filter(({ after }) => after.source === 'none')
  const withoutShare = unpaid.filter(({ after }) => after.commission && after.share === null).length
  const withoutCommission = unpaid.filter(({ after }) => !after.commission && after.share !== null).length
  if (withoutShare)
    print`${formatCount(withoutShare, 'offer')} without a payout: a share is missing (--share, or CASHBACK_SHARE for all stores).`
  if (withoutCommission)
    print`${formatCount(withoutCommission, 'offer')} without a payout: a commission is missing (--commission, or the feed’s).`
}

const toJson = (name: string, { offers, changed, losing }: RatePlan, steps: Step[], yes: boolean) => ({
  name,
  done: yes,
  offers: offers.length,
  changed,
  losing,
  changes: steps.map(({ offers: count, before, after }) => ({
    offers: count,
    before: rateToJson(before),
    after: rateToJson(after),
  })),
})
