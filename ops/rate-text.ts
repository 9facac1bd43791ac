import type { RateChange, RateLoss } from '~/catalog/feeds/batch-rates.server'
import type { ImportResult } from '~/catalog/feeds/import.server'
import { formatShare, computeMargin, type Margin, type Rate } from '~/catalog/rates/rates'
import { formatPayout, formatPlain, type Payout } from '~/formats/money'
import { formatCount, truncate, table, text, type Column } from './safe-text'
import { print } from './terminal'

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
  { head: 'ID', cell: ({ id }) => truncate(id, 24) },
  { head: 'TITLE', cell: ({ title }) => truncate(title, 36) },
  {
    head: 'PAYOUT',
    cell: ({ before, after }) => arrow(formatPayout(before.payout), formatPayout(after.payout)),
  },
  { head: 'COMMISSION', cell: ({ before, after }) => arrow(commissionText(before), commissionText(after)) },
]

const LOSSES: readonly Column<RateLoss>[] = [
  { head: 'ID', cell: ({ id }) => truncate(id, 24) },
  { head: 'TITLE', cell: ({ title }) => truncate(title, 36) },
  { head: 'PAYOUT', cell: ({ rate }) => formatPayout(rate.payout), right: true },
  { head: 'COMMISSION', cell: ({ rate }) => commissionText(rate), right: true },
  { head: 'MARGIN', cell: ({ rate }) => marginText(rate, 'alone'), right: true },
  { head: 'WITH REFERRER', cell: ({ rate }) => marginText(rate, 'referred'), right: true },
]

export function printRates({ rates }: ImportResult, { dryRun }: { dryRun: boolean }): void {
  if (rates.changed) {
    print`${formatCount(rates.changed, 'rate')} ${dryRun ? 'would change' : 'changed'}; clicks so far keep theirs:`
    print(table(rates.changes, CHANGES))
    printMore(rates.changed - rates.changes.length)
  }
  if (rates.losing) {
    print`Warning: ${formatCount(rates.losing, 'offer')} of this feed at whose rate ${LOSS}:`
    print(table(rates.losses, LOSSES))
    printMore(rates.losing - rates.losses.length)
  }
}

function printMore(left: number): void {
  if (left) print(text`and ${left} more`)
}

export const ratesToJson = ({ rates }: ImportResult) => ({
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
  losses: rates.losses.map(({ id, title, rate }) => ({ id, title, ...rateToJson(rate) })),
})

/** Margins are numbers with a separate unit, for spreadsheets. */
export function rateToJson(rate: Rate) {
  const margin = computeMargin(rate)
  return {
    payout: formatPayout(rate.payout),
    source: rate.source,
    commission: commissionText(rate) || null,
    share: shareText(rate) || null,
    margin: margin && formatPlain(margin.alone.payout_hundredths!),
    margin_with_referrer: margin && formatPlain(margin.referred.payout_hundredths!),
    margin_unit: margin && formatUnit(margin.alone),
  }
}

const formatUnit = ({ payout_model, currency }: Payout) => (payout_model === 'percentage' ? '%' : currency)
