import { recordManualCredit, type ManualCredit } from '~/domain/wallet/budget.server'
import { lockWallets } from '~/domain/wallet/ledger.server'
import type { Reader, Tx } from '~/platform/db/client.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import { paise, type Paise } from '~/platform/formats/money'
import { referenceKey } from '~/platform/formats/reference-key'
import { changeConversion, createConversion, recordRepeat } from './changes.server'
import { type Conversion, isEnd, type Decision, type ReportVerdict } from '../conversions'
import { estimateCommission } from './commission'
import { findLimit } from './limits.server'
import { computeCashback } from '../promise'
import { GUEST_ID } from '../guest'
import { lockClick, type ReportedClick } from './reported-clicks.server'
import { endClaimedCredit } from '../claims/end-claimed-credit.server'
import { identifySale, type Candidate, type SaleIdentity } from './identify-sale'
import {
  findDeclineReason,
  findReportedAmounts,
  toIds,
  toNewConversion,
  toRepeatedReport,
} from './report-columns'
import { listSaleCandidates } from './reported-sales.server'
import type { ReportedSale } from '../reports'
import { isOlder, evaluate, sumCashback, type ReportOptions } from './evaluate-report'

export async function applyReport(
  tx: Tx,
  network: string,
  sale: ReportedSale,
  options: ReportOptions = {},
): Promise<ReportVerdict> {
  // PostgreSQL executes pipelined statements in order: the candidates are read after their click and order are locked.
  const [click, , candidates] = await Promise.all([
    lockClick(tx, network, sale.clickId),
    lockOrder(tx, sale.orderNumber),
    listSaleCandidates(tx, network, sale),
  ])
  if (!click) return { outcome: 'quarantined', reason: 'unknown-click' }
  const identified = identifySale(sale, candidates, options.answer)
  if (identified.is === 'unclear') return quarantineUnclear(identified)
  const found = identified.is === 'known' ? identified.sale : null
  const decided = evaluate(click, sale, found, options)
  const owners = findOwners(click, found)
  // Locked before the limits are compared: of two concurrent sales, the second counts the first.
  const wallets =
    isLimited(decided, options) && owners.userId !== GUEST_ID
      ? await lockWallets(tx, listOwners(owners))
      : undefined
  const decision = await withinLimits(tx, decided, { click, sale, found, options })
  const { reportId = null, accept = null } = options
  if (decision.outcome !== 'applied') {
    if (decision.outcome === 'repeat' && !isOlder(reportId, found))
      await repeatReport(tx, found!, sale, reportId)
    return { ...decision, ...(found && { saleId: found.id }) }
  }
  const { store, holdingDays, referralRate } = click
  const change = {
    ...decision,
    ...findReportedAmounts(sale, found),
    store,
    holdingDays,
    referralRate,
    reportId,
    ids: toIds(sale),
    accepted: accept !== null,
    declineReason: findDeclineReason(sale, found),
    wallets,
  }
  const saleId = found
    ? await changeConversion(tx, found, change)
    : await createConversion(tx, toNewConversion(network, sale, click, candidates, reportId), change)
  if (found) await endClaimedCredit(tx, found)
  // A report of another click inserted a conversion with this id at the same moment.
  if (saleId === null) return applyReport(tx, network, sale, options)
  if (options.manual) {
    const { source, ...hand } = options.manual
    const amount = computeManual(source, found, decision)
    const credit = {
      conversion_id: saleId,
      report_id: reportId!,
      source,
      userId: owners.userId,
      amount,
    }
    await recordManualCredit(tx, hand, credit)
  }
  const isOverturned = isEnd(sale.report) && isOlder(reportId, found)
  return { outcome: 'applied', saleId, ...(isOverturned && { overturned: found!.report_id! }) }
}

/** Of a file, what it adds to stored reports; of a claim or an accepted report, all that it grants. */
function computeManual(
  source: ManualCredit['source'],
  found: Conversion | null,
  to: { pending: Paise; granted: Paise },
): Paise {
  const rise = to.pending + to.granted - (found ? sumCashback(found) : 0n)
  const grant = to.granted - (found?.granted_paise ?? 0n)
  return paise(source === 'file' || rise > grant ? rise : grant)
}

async function repeatReport(tx: Tx, found: Candidate, sale: ReportedSale, reportId: number | null) {
  await recordRepeat(tx, found, toRepeatedReport(sale, found, reportId), toIds(sale))
  await endClaimedCredit(tx, found)
}

const quarantineUnclear = ({ reason, sale }: Extract<SaleIdentity, { is: 'unclear' }>): ReportVerdict => ({
  outcome: 'quarantined',
  reason,
  ...(sale && { saleId: sale.id }),
})

const isLimited = (decision: Decision, { accept = null }: ReportOptions): boolean =>
  decision.outcome === 'applied' && decision.state === 'approved' && accept === null

export async function withinLimits(
  reader: Reader,
  decision: Decision,
  of: {
    click: ReportedClick
    sale: ReportedSale
    found: Conversion | null
    options?: ReportOptions
    foreseen?: bigint
  },
): Promise<Decision> {
  const { click, sale, found, options = {}, foreseen } = of
  if (decision.outcome !== 'applied' || !isLimited(decision, options)) return decision
  const { userId, referrerId } = findOwners(click, found)
  const limit = await findLimit(reader, {
    userId,
    referrerId,
    before: paise(found?.granted_paise ?? 0n),
    cashback: userId === GUEST_ID ? computeCashback(click, sale.amount) : decision.granted,
    referralRate: click.referralRate,
    commission: findReportedAmounts(sale, found).networkPayout ?? estimateCommission(click, sale.amount),
    foreseen,
  })
  return limit ? { outcome: 'quarantined', reason: limit } : decision
}

/** Who gets the cashback of the sale, and who a share of it. */
export const findOwners = (
  { userId, referrerId }: ReportedClick,
  found: Conversion | null,
): { userId: number; referrerId: number | null } =>
  found ? { userId: found.user_id, referrerId: found.referrer_id } : { userId, referrerId }

const listOwners = ({ userId, referrerId }: { userId: number; referrerId: number | null }) =>
  referrerId === null ? [userId] : [userId, referrerId]

const lockText = prepareStatement('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))')

/** Serializes reports and credits of one order number. Take this lock after that of the click, before wallets. */
async function lockOrder(tx: Tx, orderNumber: string | null): Promise<void> {
  const key = referenceKey(orderNumber ?? '')
  if (key) await lockText(tx, [`order ${key}`])
}
