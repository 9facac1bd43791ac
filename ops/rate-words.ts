import type { RateChange, RateLoss } from '~/catalog/feeds/batch-rates.server'
import type { ImportResult } from '~/catalog/feeds/import.server'
import { formatShare, computeMargin, type Margin, type Rate } from '~/catalog/rates/rates'
import { formatPayout, formatPlain, type Payout } from '~/formats/money'
import { counted, short, table, text, type Column } from './shown'
import { say } from './terminal'

/** Empty if unknown. */
export const commissionText = ({ commission }: Rate): string => (commission ? formatPayout(commission) : '')

/** Empty without a commission. */
export function marginText(rate: Rate, which: keyof Margin): string {
  const margin = computeMargin(rate)
  if (margin) return formatPayout(margin[which])
  return rate.commission ? 'depends on sale' : ''
}

/** '8.00% -> 6.00%', or the text if nothing changes. */
export const arrow = (before: string, after: string): string =>
  before === after ? after : `${before || 'unknown'} -> ${after || 'unknown'}`

export const shareText = ({ share }: Rate): string => (share === null ? '' : formatShare(share))

export const LOSS = 'cashback plus referral exceeds the commission'

const CHANGES: readonly Column<RateChange>[] = [
  { head: 'ID', cell: ({ id }) => short(id, 24) },
  { head: 'TITLE', cell: ({ title }) => short(title, 36) },
  {
    head: 'PAYOUT',
    cell: ({ before, after }) => arrow(formatPayout(before.payout), formatPayout(after.payout)),
  },
  { head: 'COMMISSION', cell: ({ before, after }) => arrow(commissionText(before), commissionText(after)) },
]

const LOSSES: readonly Column<RateLoss>[] = [
  { head: 'ID', cell: ({ id }) => short(id, 24) },
  { head: 'TITLE', cell: ({ title }) => short(title, 36) },
  { head: 'PAYOUT', cell: ({ rate }) => formatPayout(rate.payout), right: true },
  { head: 'COMMISSION', cell: ({ rate }) => commissionText(rate), right: true },
  { head: 'MARGIN', cell: ({ rate }) => marginText(rate, 'alone'), right: true },
  { head: 'WITH REFERRER', cell: ({ rate }) => marginText(rate, 'referred'), right: true },
]

export function sayRates({ rates }: ImportResult, { dryRun }: { dryRun: boolean }): void {
  if (rates.changed) {
    say`${counted(rates.changed, 'rate')} ${dryRun ? 'would change' : 'changed'}; clicks so far keep theirs:`
    say(table(rates.changes, CHANGES))
    sayMore(rates.changed - rates.changes.length)
  }
  if (rates.losing) {
    say`Warning: ${counted(rates.losing, 'offer')} of this feed at whose rate ${LOSS}:`
    say(table(rates.losses, LOSSES))
    sayMore(rates.losing - rates.losses.length)
  }
}

function sayMore(left: number): void {
  if (left) say(text`and ${left} more`)
}

export const ratesForScripts = ({ rates }: ImportResult) => ({
  changed: rates.changed,
  losing: rates.losing,
  changes: rates.changes.map(({ id, title, before, after }) => ({
    id,
    title,
    payout_before: formatPayout(before.payout),
    payout: formatPayout(after.payout),
    commission_before: commissionText(before) || null,
    commission: commissionText(after) || null,
  })),
  losses: rates.losses.map(({ id, title, rate }) => ({ id, title, ...rateForScripts(rate) })),
})

/** Margins are numbers with a separate unit, for spreadsheets. */
export function rateForScripts(rate: Rate) {
  const margin = computeMargin(rate)
  return {
    payout: formatPayout(rate.payout),
    source: rate.source,
    commission: commissionText(rate) || null,
    share: shareText(rate) || null,
    margin: margin && formatPlain(margin.alone.payout_hundredths!),
    margin_with_referrer: margin && formatPlain(margin.referred.payout_hundredths!),
    margin_unit: margin && unitOf(margin.alone),
  }
}

const unitOf = ({ payout_model, currency }: Payout) => (payout_model === 'percentage' ? '%' : currency)
