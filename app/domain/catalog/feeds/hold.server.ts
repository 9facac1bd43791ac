/** Rows of feeds that wait for a second person: the offer stays as it is until they are accepted (docs/decisions/0096-links-and-rates.md). */
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { heldImports, heldRows } from '~/platform/db/schema/catalogue'
import { formatPayout } from '~/platform/formats/money'
import type { LinkOwner } from '~/platform/config/link-owners'
import { findRateDoubts, type RateDoubt, type RateToJudge } from '../rate-doubts.server'
import {
  listHandOwners,
  listNewOwners,
  readAllowedLinks,
  type IsAllowed,
  type StoredLink,
} from '../allowed-links.server'
import { matchAny } from './match-any.server'
import type { FeedRow } from '../feeds'

export type Doubt = ({ kind: 'link' } & LinkOwner) | { kind: 'rate'; why: RateDoubt; step: string }

/** 'rates': a second person has agreed to the rates of this run. 'all': a person vouches for the whole feed, as for the demo's. */
export type Trust = 'rates' | 'all'

const MOST_NAMED = 20

export interface HeldReport {
  rows: number
  /** Those that wait, of this run or of an earlier one with the same row. */
  imports: ReadonlySet<number>
  examples: readonly { id: string; title: string; doubts: readonly Doubt[] }[]
}

interface RowToJudge {
  row: FeedRow
  /** Undefined: a new offer. */
  stored: StoredLink | undefined
  /** The link that was set by hand, with the network of the row, where that is another one. */
  byHand: StoredLink | undefined
  /** Null: a new store. */
  storeUrl: string | null
  rate: RateToJudge
}

/** What waits of a source, during an import. */
export class FeedHold implements HeldReport {
  rows = 0
  readonly imports = new Set<number>()
  readonly examples: { id: string; title: string; doubts: readonly Doubt[] }[] = []
  private importId: number | undefined

  private constructor(
    private readonly source: string,
    private readonly dry: boolean,
    private readonly trust: Trust | undefined,
    private readonly isAllowed: IsAllowed,
    private readonly earlier: Map<string, { row_hash: string; import_id: number }>,
  ) {}

  static async begin(
    tx: Tx,
    source: string,
    { dry, trust }: { dry: boolean; trust: Trust | undefined },
  ): Promise<FeedHold> {
    const { external_id, row_hash, import_id } = heldRows
    const earlier = await tx
      .select({ external_id, row_hash, import_id })
      .from(heldRows)
      .where(eq(heldRows.source, source))
    const byId = new Map(earlier.map(({ external_id, ...row }) => [external_id, row]))
    return new FeedHold(source, dry, trust, await readAllowedLinks(tx), byId)
  }

  /** By the id of the row; of new and changed rows. `mostLoss`: MOST_LOSS_A_SALE. */
  async findDoubts(tx: Tx, fresh: readonly RowToJudge[], mostLoss: bigint): Promise<Map<string, Doubt[]>> {
    if (this.trust === 'all') return new Map()
    const rates =
      this.trust === 'rates'
        ? []
        : await findRateDoubts(
            tx,
            fresh.map(({ rate }) => rate),
            mostLoss,
          )
    const doubts = fresh.map(({ row, stored, byHand, storeUrl, rate }, i): [string, Doubt[]] => [
      row.campaign.external_id,
      [
        ...[
          ...listNewOwners(row, stored, storeUrl, this.isAllowed),
          ...(byHand ? listHandOwners(byHand, storeUrl, this.isAllowed) : []),
        ].map((owner) => ({
          kind: 'link' as const,
          ...owner,
        })),
        ...(rates[i] ? [{ kind: 'rate' as const, why: rates[i], step: formatStep(rate) }] : []),
      ],
    ])
    return new Map(doubts.filter(([, found]) => found.length > 0))
  }

  /** Call it for each batch, with all its ids: a row that goes in, or is as it was, replaces an earlier one that waits. */
  async store(
    tx: Tx,
    ids: readonly string[],
    held: readonly { row: FeedRow; hash: string; doubts: readonly Doubt[] }[],
  ): Promise<void> {
    this.rows += held.length
    for (const { row, doubts } of held.slice(0, MOST_NAMED - this.examples.length))
      this.examples.push({ id: row.campaign.external_id, title: row.campaign.title, doubts })
    const hashes = new Map(held.map(({ row, hash }) => [row.campaign.external_id, hash]))
    const replaced = ids.filter(
      (id) => this.earlier.has(id) && this.earlier.get(id)!.row_hash !== hashes.get(id),
    )
    const added = held.filter(
      ({ row, hash }) => this.earlier.get(row.campaign.external_id)?.row_hash !== hash,
    )
    for (const id of hashes.keys()) {
      const { row_hash, import_id } = this.earlier.get(id) ?? {}
      if (row_hash === hashes.get(id)) this.imports.add(import_id!)
    }
    if (this.dry) return
    if (replaced.length) await this.drop(tx, sql`external_id = ${matchAny(replaced)}`)
    if (!added.length) return
    const importId = (this.importId ??= await this.addImport(tx))
    this.imports.add(importId)
    await tx.insert(heldRows).values(
      added.map(({ row, hash, doubts }) => ({
        source: this.source,
        external_id: row.campaign.external_id,
        import_id: importId,
        row_hash: hash,
        row,
        doubts,
      })),
    )
  }

  /** What the feed no longer lists does not wait. */
  async dropUnlisted(tx: Tx, listed: readonly string[]): Promise<void> {
    if (this.earlier.size && !this.dry)
      await this.drop(
        tx,
        sql`external_id NOT IN (SELECT json_array_elements_text(${JSON.stringify(listed)}::text::json))`,
      )
  }

  private drop = (tx: Tx, where: ReturnType<typeof sql>) =>
    tx.delete(heldRows).where(and(eq(heldRows.source, this.source), where))

  private async addImport(tx: Tx): Promise<number> {
    const [row] = await tx
      .insert(heldImports)
      .values({ source: this.source })
      .returning({ id: heldImports.id })
    return row!.id
  }
}

const formatStep = ({ before, after }: RateToJudge): string =>
  [before, after]
    .flatMap((rate) =>
      rate
        ? `${formatPayout(rate.payout)}${rate.commission ? ` of ${formatPayout(rate.commission)}` : ''}`
        : [],
    )
    .join(' -> ')
