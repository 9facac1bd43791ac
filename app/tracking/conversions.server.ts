import type { Reader, Tx } from '~/db/client.server'
import { paise } from '~/formats/money'
import { lockWallets } from '~/wallet/ledger/ledger.server'
import { changeConversion, makeConversion, noteRepeat, type Conversion } from './conversion-changes.server'
import { isEnd, type Decision, type ReportVerdict } from './conversion-states'
import { estimateCommission } from './commission'
import { findLimit } from './limits.server'
import { cashbackOf } from './rate'
import { GUEST_ID, lockClick, type Click } from './reported-clicks.server'
import { identifySale, type Identified } from './identify-sale'
import { listCandidates } from './reported-sales.server'
import type { ReportedSale } from './reports'
import { isOlder, evaluate, type ReportOptions } from './evaluate-report'

export async function applyReport(
  tx: Tx,
  network: string,
  sale: ReportedSale,
  options: ReportOptions = {},
): Promise<ReportVerdict> {
  // PostgreSQL executes pipelined statements in order: the candidates are read after their click is locked.
  const [click, candidates] = await Promise.all([
    lockClick(tx, network, sale.clickId),
    listCandidates(tx, network, sale),
  ])
  if (!click) return { outcome: 'quarantined', reason: 'unknown-click' }
  const identified = identifySale(sale, candidates, options.answer)
  if (identified.is === 'unclear') return quarantineUnclear(identified)
  const found = identified.is === 'known' ? identified.sale : null
  const decided = evaluate(click, sale, found, options)
  const owners = ownersOf(click, found)
  // Locked before the limits are compared: of two concurrent sales, the second counts the first.
  const wallets =
    isLimited(decided, options) && owners.userId !== GUEST_ID
      ? await lockWallets(tx, peopleOf(owners))
      : undefined
  const decision = await withinLimits(tx, decided, { click, sale, found, options })
  const { reportId = null, accept = null } = options
  if (decision.outcome !== 'applied') {
    if (decision.outcome === 'repeat' && !isOlder(reportId, found))
      await noteRepeat(tx, found!, noteOf(sale, found, reportId), namesOf(sale))
    return { ...decision, ...(found && { conversionId: found.id }) }
  }
  const { store, holdingDays, referralRate } = click
  const change = {
    ...decision,
    ...noted(sale, found),
    store,
    holdingDays,
    referralRate,
    reportId,
    names: namesOf(sale),
    accepted: accept !== null,
    wallets,
  }
  const conversionId = found
    ? await changeConversion(tx, found, change)
    : await makeConversion(tx, bornOf(network, sale, click, candidates, reportId), change)
  // A report of another click inserted a conversion with this id at the same moment.
  if (conversionId === null) return applyReport(tx, network, sale, options)
  const isOverturned = isEnd(sale.report) && isOlder(reportId, found)
  return { outcome: 'applied', conversionId, ...(isOverturned && { overturned: found!.report_id! }) }
}

const quarantineUnclear = ({ reason, sale }: Extract<Identified, { is: 'unclear' }>): ReportVerdict => ({
  outcome: 'quarantined',
  reason,
  ...(sale && { conversionId: sale.id }),
})

const isLimited = (decision: Decision, { accept = null }: ReportOptions): boolean =>
  decision.outcome === 'applied' && decision.state === 'approved' && accept === null

export async function withinLimits(
  reader: Reader,
  decision: Decision,
  of: { click: Click; sale: ReportedSale; found: Conversion | null; options?: ReportOptions },
): Promise<Decision> {
  const { click, sale, found, options = {} } = of
  if (decision.outcome !== 'applied' || !isLimited(decision, options)) return decision
  const { userId, referrerId } = ownersOf(click, found)
  const limit = await findLimit(reader, {
    userId,
    referrerId,
    before: paise(found?.granted_paise ?? 0n),
    // A guest's sale is checked as if the click were claimed.
    cashback: userId === GUEST_ID ? cashbackOf(click, sale.sale) : decision.granted,
    referralRate: click.referralRate,
    commission: noted(sale, found).networkPayout ?? estimateCommission(click, sale.sale),
  })
  return limit ? { outcome: 'quarantined', reason: limit } : decision
}

const noteOf = (sale: ReportedSale, found: Conversion | null, reportId: number | null) => ({
  report_id: reportId ?? found!.report_id,
  network_payout_paise: noted(sale, found).networkPayout,
})

const ownersOf = (click: Click, found: Conversion | null) =>
  found ? { userId: found.user_id, referrerId: found.referrer_id } : click

const peopleOf = ({ userId, referrerId }: { userId: number; referrerId: number | null }) =>
  referrerId === null ? [userId] : [userId, referrerId]

/** The sale amount of a rejection is ignored. */
const noted = (sale: ReportedSale, now: Conversion | null) => ({
  sale: isEnd(sale.report) ? (now?.sale_paise ?? null) : sale.sale,
  networkPayout: sale.networkPayout ?? now?.network_payout_paise ?? null,
})

const namesOf = ({ conversionId, orderNumber }: ReportedSale) => ({
  conversion_id: conversionId,
  order_number: orderNumber,
})

const bornOf = (
  network: string,
  sale: ReportedSale,
  click: Click,
  candidates: Conversion[],
  reportId: number | null,
) => ({
  ...namesOf(sale),
  network,
  external_id: freeKeyOf(sale, candidates, reportId),
  legacy: false,
  click_id: click.id,
  campaign_id: click.campaign_id,
  user_id: click.userId,
  referrer_id: click.referrerId,
})

/** A further item that an operator tells from the sale with the same order or click gets a key that no report has. */
function freeKeyOf(
  { conversionId, externalId }: ReportedSale,
  candidates: Conversion[],
  reportId: number | null,
) {
  const isTaken =
    conversionId === null &&
    candidates.some((row) => row.conversion_id === null && row.external_id === externalId)
  return isTaken ? `${externalId}:report:${reportId}` : externalId
}

export function otherCommission(
  { networkPayout: to }: ReportedSale,
  { network_payout_paise: from }: Conversion,
) {
  return to === null || to === from ? {} : { commission: { from, to } }
}
