/** What the rows of a file would have changed so far: a dry run judges each row after those before it. In memory, without locks. */
import type { ReportedState } from '~/platform/config/network'
import type { Decision } from '../conversions'
import type { Candidate } from '../sales/identify-sale'
import { findDeclineReason, findReportedAmounts, toIds, toNewConversion } from '../sales/report-columns'
import type { ReportedClick } from '../sales/reported-clicks.server'
import type { ReportedSale } from '../reports'

/** Above every stored id, so that sales keep their order. */
const FIRST_ID = 2 ** 52

interface Applied {
  network: string
  click: ReportedClick
  sale: ReportedSale
  found: Candidate | null
  candidates: Candidate[]
  decision: Extract<Decision, { outcome: 'applied' }>
}

export class Foreseen {
  private readonly sales = new Map<number, Candidate>()
  private readonly idsByKey = new Map<string, Set<number>>()
  private readonly credits = new Map<number, bigint>()
  private nextId = FIRST_ID

  /** The stored candidates as they would be by now, with those that only the file has. */
  complete(stored: readonly Candidate[], { conversionId, orderNumber, clickId, ...sale }: ReportedSale) {
    const external = [sale.externalId, ...sale.otherIds]
    const ids = listKeys(
      { conversion_id: conversionId, order_number: orderNumber, click_id: clickId },
      external,
    )
      .flatMap((key) => [...(this.idsByKey.get(key) ?? [])])
      .concat(stored.map(({ id }) => id))
    const known = new Map(stored.map((row) => [row.id, row]))
    const rows = [...new Set(ids)].map((id) => this.sales.get(id) ?? known.get(id)!)
    const isNamed = (row: Candidate) => (row.conversion_id === conversionId ? 1 : 0)
    return rows.toSorted((a, b) => isNamed(b) - isNamed(a) || a.id - b.id)
  }

  sumCredits(userId: number): bigint {
    return this.credits.get(userId) ?? 0n
  }

  /** Nothing for a sale that is not stored. */
  readonly toStoredId = (id: number): { saleId?: number } => (id < FIRST_ID ? { saleId: id } : {})

  noteApplied({ network, click, sale, found, candidates, decision }: Applied): void {
    const { state, pending, granted } = decision
    const before = found?.granted_paise ?? 0n
    const amounts = findReportedAmounts(sale, found)
    const row = found ?? this.create(network, sale, click, candidates)
    this.keep({
      ...row,
      ...mergeIds(row, sale),
      status: state,
      pending_paise: pending,
      granted_paise: granted,
      sale_paise: amounts.sale,
      network_payout_paise: amounts.networkPayout,
      decline_reason: findDeclineReason(sale, found),
      accepted: false,
      ...(row.claimedOrder !== undefined && { claimedOrder: null }),
    })
    if (granted > before) this.credits.set(row.user_id, this.sumCredits(row.user_id) + (granted - before))
  }

  noteCommission(found: Candidate, sale: ReportedSale): void {
    const { networkPayout } = findReportedAmounts(sale, found)
    this.keep({ ...found, ...mergeIds(found, sale), network_payout_paise: networkPayout })
  }

  private create(
    network: string,
    sale: ReportedSale,
    click: ReportedClick,
    candidates: Candidate[],
  ): Candidate {
    const now = new Date()
    return {
      ...toNewConversion(network, sale, click, candidates, null),
      id: this.nextId++,
      status: 'pending' satisfies ReportedState,
      sale_paise: null,
      network_payout_paise: null,
      pending_paise: 0n,
      granted_paise: 0n,
      referral_paise: 0n,
      withdrawable_at: null,
      report_id: null,
      decline_reason: null,
      accepted: false,
      revision: 1,
      created_at: now,
      updated_at: now,
    }
  }

  private keep(row: Candidate): void {
    this.sales.set(row.id, row)
    for (const key of listKeys(row, [row.external_id]))
      this.idsByKey.set(key, (this.idsByKey.get(key) ?? new Set()).add(row.id))
  }
}

const mergeIds = (row: Candidate, sale: ReportedSale) => {
  const ids = toIds(sale)
  return {
    conversion_id: row.conversion_id ?? ids.conversion_id,
    order_number: row.order_number ?? ids.order_number,
  }
}

const listKeys = (
  row: Pick<Candidate, 'conversion_id' | 'order_number' | 'click_id'>,
  external: readonly string[],
): string[] => [
  ...(['conversion_id', 'order_number', 'click_id'] as const).flatMap((name) =>
    row[name] === null ? [] : [`${name} ${row[name]}`],
  ),
  ...external.map((id) => `external_id ${id}`),
]
