import type { Reader } from '~/platform/db/client.server'
import { paise, type Paise, zero } from '~/platform/formats/money'
import type { ReportedState } from '~/platform/config/network'
import type { Conversion, ReportVerdict, State } from '../conversions'
import { findOwners, withinLimits } from '../sales/apply-report.server'
import { evaluate, sumCashback } from '../sales/evaluate-report'
import { Foreseen } from './foreseen'
import { findClick } from '../sales/reported-clicks.server'
import { identifySale } from '../sales/identify-sale'
import { findOtherCommission } from '../sales/report-columns'
import { findMaybeSale, listSaleCandidates } from '../sales/reported-sales.server'
import type { ReportedSale, ReportNames } from '../reports'

export interface ReportPreview extends ReportVerdict {
  userId: number | null
  referrerId: number | null
  from: { state: State; cashback: Paise }
  to: { state: ReportedState; cashback: Paise } | null
  commission?: { from: bigint | null; to: bigint }
}

/** A dry run of applyReport, without locks, after the reports that `foreseen` has noted; it notes this one. */
export async function previewReport(
  reader: Reader,
  network: string,
  sale: ReportedSale,
  foreseen = new Foreseen(),
): Promise<ReportPreview> {
  const click = await findClick(reader, network, sale.clickId)
  if (!click)
    return { outcome: 'quarantined', reason: 'unknown-click', ...NOBODY, ...describeSale(null), to: null }
  const candidates = foreseen.complete(await listSaleCandidates(reader, network, sale), sale)
  const identified = identifySale(sale, candidates)
  const found = identified.is === 'new' ? null : identified.sale
  const about = {
    ...describeSale(found),
    ...(found && foreseen.toStoredId(found.id)),
    ...findOwners(click, found),
  }
  if (identified.is === 'unclear')
    return { outcome: 'quarantined', reason: identified.reason, ...about, to: null }
  const decision = await withinLimits(reader, evaluate(click, sale, found, { receivedAt: new Date() }), {
    click,
    sale,
    found,
    foreseen: foreseen.sumCredits(about.userId),
  })
  const commission = decision.outcome === 'repeat' ? findOtherCommission(sale, found!) : {}
  if (decision.outcome === 'applied')
    foreseen.noteApplied({ network, click, sale, found, candidates, decision })
  else if (commission.commission) foreseen.noteCommission(found!, sale)
  return {
    outcome: decision.outcome,
    ...(decision.outcome === 'quarantined' && { reason: decision.reason }),
    ...about,
    to:
      decision.outcome === 'applied'
        ? { state: decision.state, cashback: paise(decision.pending + decision.granted) }
        : null,
    ...commission,
  }
}

/** Of a report whose id is unusable. */
export async function previewUnusable(
  reader: Reader,
  network: string,
  names: ReportNames,
): Promise<Omit<ReportPreview, 'reason'>> {
  const found = await findMaybeSale(reader, network, names)
  return {
    outcome: 'quarantined',
    ...describeSale(found),
    ...(found && { saleId: found.id }),
    ...(found ? { userId: found.user_id, referrerId: found.referrer_id } : NOBODY),
    to: null,
  }
}

const NOBODY = { userId: null, referrerId: null }

const describeSale = (found: Conversion | null) => ({
  from: found
    ? { state: found.status, cashback: sumCashback(found) }
    : { state: 'none' as const, cashback: zero },
})
