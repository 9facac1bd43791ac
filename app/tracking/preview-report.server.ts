import type { Reader } from '~/db/client.server'
import { paise, type Paise, zero } from '~/formats/money'
import type { Report, ReportVerdict, State } from './conversion-states'
import { withinLimits } from './conversions.server'
import { evaluate, sumCashback } from './evaluate-report'
import { findClick } from './reported-clicks.server'
import { identifySale } from './identify-sale'
import { findOtherCommission } from './report-columns'
import { listCandidates } from './reported-sales.server'
import type { ReportedSale } from './reports'

export interface ReportPreview extends ReportVerdict {
  userId: number | null
  from: { state: State; cashback: Paise }
  to: { state: Report; cashback: Paise } | null
  commission?: { from: bigint | null; to: bigint }
}

/** A dry run of applyReport, without locks. */
export async function previewReport(
  reader: Reader,
  network: string,
  sale: ReportedSale,
): Promise<ReportPreview> {
  const nothing = { state: 'none' as const, cashback: zero }
  const click = await findClick(reader, network, sale.clickId)
  if (!click)
    return { outcome: 'quarantined', reason: 'unknown-click', userId: null, from: nothing, to: null }
  const identified = identifySale(sale, await listCandidates(reader, network, sale))
  const found = identified.is === 'new' ? null : identified.sale
  if (identified.is === 'unclear')
    return {
      outcome: 'quarantined',
      reason: identified.reason,
      ...(found && { conversionId: found.id }),
      userId: found?.user_id ?? click.userId,
      from: found ? { state: found.status, cashback: sumCashback(found) } : nothing,
      to: null,
    }
  const decision = await withinLimits(reader, evaluate(click, sale, found, {}), { click, sale, found })
  return {
    outcome: decision.outcome,
    ...(decision.outcome === 'quarantined' && { reason: decision.reason }),
    ...(found && { conversionId: found.id }),
    userId: found?.user_id ?? click.userId,
    from: found ? { state: found.status, cashback: sumCashback(found) } : nothing,
    to:
      decision.outcome === 'applied'
        ? { state: decision.state, cashback: paise(decision.pending + decision.granted) }
        : null,
    ...(decision.outcome === 'repeat' && findOtherCommission(sale, found!)),
  }
}
