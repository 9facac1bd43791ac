import { isSameRate, type Rate } from '~/catalog/rates/rates'
import type { RatePlan } from '~/catalog/rates/set-rates.server'
import { formatPayout } from '~/formats/money'
import { arrow, commissionText, LOSS, marginText, rateForScripts } from './rate-words'
import { counted, table, type Column } from './shown'
import { say, sayJson } from './terminal'

/** Offers that share the rates before and after. */
interface Step {
  offers: number
  before: Rate
  after: Rate
}

const MOST_STEPS = 20

function stepsOf({ offers }: RatePlan): Step[] {
  const steps = new Map<string, Step>()
  for (const { before, after } of offers) {
    if (isSameRate(before, after)) continue
    const key = JSON.stringify([rateForScripts(before), rateForScripts(after)])
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

/** `yes`: the plan is already carried out. */
export function sayPlan(
  name: string,
  plan: RatePlan,
  { yes = false, json }: { yes?: boolean; json?: boolean },
): void {
  const steps = stepsOf(plan)
  if (json) return sayJson(forScripts(name, plan, steps, yes))
  const all = `${plan.changed} of ${counted(plan.offers.length, 'offer')}`
  say`${name}: the rate of ${all} ${yes ? 'changed' : 'would change'}.`
  if (steps.length) say(table(steps.slice(0, MOST_STEPS), COLUMNS))
  if (steps.length > MOST_STEPS) say`and ${steps.length - MOST_STEPS} more`
  const given = plan.offers.filter((offer) => isGiven(offer)).length
  if (given)
    say`${counted(given, 'offer')} of them ${given === 1 ? 'has' : 'have'} a payout of the feed or one that was set, which goes before commission x share.`
  sayMissing(plan)
  if (plan.losing) say`Warning: ${counted(plan.losing, 'offer')} at whose new rate ${LOSS}.`
  say`Clicks so far keep the rate they were promised; the new one is for clicks from now on.`
  if (!yes) say`Nothing is done yet. --yes does it.`
}

/** True if a new commission or share does not change the payout, because a payout is set. */
const isGiven = ({ before, after }: RatePlan['offers'][number]) =>
  after.source !== 'commission' &&
  after.source !== 'none' &&
  (before.share !== after.share || commissionText(before) !== commissionText(after))

/** A payout of commission x share needs both; names the offers that have one only. */
function sayMissing({ offers }: RatePlan): void {
  const unpaid = offers.filter(({ after }) => after.source === 'none')
  const withoutShare = unpaid.filter(({ after }) => after.commission && after.share === null).length
  const withoutCommission = unpaid.filter(({ after }) => !after.commission && after.share !== null).length
  if (withoutShare)
    say`${counted(withoutShare, 'offer')} without a payout: a share is missing (--share, or CASHBACK_SHARE for all stores).`
  if (withoutCommission)
    say`${counted(withoutCommission, 'offer')} without a payout: a commission is missing (--commission, or the feed’s).`
}

const forScripts = (name: string, { offers, changed, losing }: RatePlan, steps: Step[], yes: boolean) => ({
  name,
  done: yes,
  offers: offers.length,
  changed,
  losing,
  changes: steps.map(({ offers: count, before, after }) => ({
    offers: count,
    before: rateForScripts(before),
    after: rateForScripts(after),
  })),
})
