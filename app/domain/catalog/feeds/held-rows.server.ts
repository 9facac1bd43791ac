/** Rows of feeds that wait for a second person: the offer stays as it is until they are accepted (docs/decisions/0096-links-and-rates.md). */
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { longTransaction } from '~/platform/db/time-limit.server'
import { heldImports, heldRows } from '~/platform/db/schema/catalogue'
import { formatPayout } from '~/platform/formats/money'
import type { LinkOwner } from '~/platform/config/networks/link-owners'
import { lockForImport } from '../catalogue-lock.server'
import { rankIn } from '../ranking.server'
import { findRateDoubts, type RateDoubt, type RateToJudge } from '../rate-doubts.server'
import {
  allowLinks,
  listNewOwners,
  readAllowedLinks,
  type IsAllowed,
  type StoredLink,
} from '../allowed-links.server'
import { matchAny } from './match-any.server'
import { ChangeTally } from './keep-fields'
import { RateTally } from './rate-tally'
import type { FeedRow } from './row'
import { storeBatch } from './store-batch.server'

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
  /** Null: a new store. */
  storeUrl: string | null
  rate: RateToJudge
}

/** What waits of a source, during an import. */
export class Hold implements HeldReport {
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
  ): Promise<Hold> {
    const { external_id, row_hash, import_id } = heldRows
    const earlier = await tx
      .select({ external_id, row_hash, import_id })
      .from(heldRows)
      .where(eq(heldRows.source, source))
    const byId = new Map(earlier.map(({ external_id, ...row }) => [external_id, row]))
    return new Hold(source, dry, trust, await readAllowedLinks(tx), byId)
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
    const doubts = fresh.map(({ row, stored, storeUrl, rate }, i): [string, Doubt[]] => [
      row.campaign.external_id,
      [
        ...listNewOwners(row, stored, storeUrl, this.isAllowed).map((owner) => ({
          kind: 'link' as const,
          ...owner,
        })),
        ...(rates[i] ? [{ kind: 'rate' as const, why: rates[i], step: writeStep(rate) }] : []),
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

const writeStep = ({ before, after }: RateToJudge): string =>
  [before, after]
    .flatMap((rate) =>
      rate
        ? `${formatPayout(rate.payout)}${rate.commission ? ` of ${formatPayout(rate.commission)}` : ''}`
        : [],
    )
    .join(' -> ')

export interface HeldOffer {
  import_id: number
  source: string
  external_id: string
  title: string
  store: string
  network: string
  doubts: Doubt[]
  created_at: Date
}

const selectHeld = (reader: Reader) =>
  reader
    .select({
      import_id: heldRows.import_id,
      source: heldRows.source,
      external_id: heldRows.external_id,
      row: heldRows.row,
      doubts: heldRows.doubts,
      created_at: heldImports.created_at,
    })
    .from(heldRows)
    .innerJoin(heldImports, eq(heldImports.id, heldRows.import_id))

type HeldRecord = Awaited<ReturnType<typeof selectHeld>>[number]

const toHeldOffer = ({ row, doubts, ...held }: HeldRecord): HeldOffer => {
  const { campaign, brand } = row as FeedRow
  const { title, network } = campaign
  return { ...held, title, network, store: brand.name, doubts: doubts as Doubt[] }
}

/** Newest import first. */
export async function listHeldOffers(
  importId: number | undefined,
  reader: Reader = db,
): Promise<HeldOffer[]> {
  const rows = await selectHeld(reader)
    .where(importId === undefined ? undefined : eq(heldRows.import_id, importId))
    .orderBy(desc(heldRows.import_id), asc(heldRows.external_id))
    .limit(1000)
  return rows.map(toHeldOffer)
}

export interface HeldImport {
  id: number
  source: string
  created_at: Date
  rows: number
  /** Rows that wait because of their rate, others wait because of their link alone. */
  rates: number
  isRefused: boolean
}

/** SQL, of import `id`: the last request to accept it was refused, and nobody is waited for. */
export const isRefusedImport = (id: string) =>
  `((SELECT state FROM approvals WHERE command = 'catalogue accept ' || ${id} ORDER BY id DESC LIMIT 1) IS NOT DISTINCT FROM 'refused')`

/** Imports of which rows wait, oldest first. */
export const listHeldImports = async (reader: Reader = db): Promise<HeldImport[]> => {
  const isRate = sql`doubts::jsonb @> '[{"kind":"rate"}]'`
  return reader
    .select({
      id: heldImports.id,
      source: heldImports.source,
      created_at: heldImports.created_at,
      rows: sql<number>`count(*)::int`,
      rates: sql<number>`(count(*) FILTER (WHERE ${isRate}))::int`,
      isRefused: sql<boolean>`${sql.raw(isRefusedImport('held_imports.id'))}`,
    })
    .from(heldRows)
    .innerJoin(heldImports, eq(heldImports.id, heldRows.import_id))
    .groupBy(heldImports.id)
    .orderBy(heldImports.id)
}

/** A shop without clicks has no commission to lose: one person confirms the links of its first feeds. */
export async function needsSecondPersonForHeld(importId: number): Promise<boolean> {
  const found = (await listHeldImports()).find(({ id }) => id === importId)
  if (!found) return false
  const [row] = await db.execute<{ clicked: boolean }>(sql`SELECT EXISTS (SELECT 1 FROM clicks) AS clicked`)
  return found.rates > 0 || row!.clicked
}

export interface AcceptedRows {
  source: string
  new: number
  changed: number
  links: LinkOwner[]
  rates: RateTally
  changes: ChangeTally
}

const BATCH = 300

/** Null: nothing of the import waits. One transaction; allows the hosts and publishers of its links. */
export const acceptHeldRows = (
  importId: number,
  by: string,
  { dry }: { dry: boolean },
): Promise<AcceptedRows | null> =>
  longTransaction(async (tx) => {
    if (!dry) await lockForImport(tx)
    const [found] = await tx.select().from(heldImports).where(eq(heldImports.id, importId))
    const links = await listHeldLinks(tx, importId)
    const accepted = {
      source: found?.source ?? '',
      new: 0,
      changed: 0,
      links,
      rates: new RateTally(),
      changes: new ChangeTally(),
    }
    let last = ''
    for (;;) {
      const rows = await tx
        .select()
        .from(heldRows)
        .where(and(eq(heldRows.import_id, importId), gt(heldRows.external_id, last)))
        .orderBy(asc(heldRows.external_id))
        .limit(BATCH)
      if (!rows.length) break
      last = rows.at(-1)!.external_id
      const stored = await storeBatch(
        tx,
        accepted.source,
        rows.map(({ row }) => row as FeedRow),
        { dry },
      )
      accepted.new += stored.new
      accepted.changed += stored.changed
      accepted.rates.add(stored.rates)
      accepted.changes.add(stored.fields)
    }
    if (last === '') return null
    if (dry) return accepted
    await allowLinks(links, by, tx)
    await tx.delete(heldRows).where(eq(heldRows.import_id, importId))
    await rankIn(tx, { imported: true })
    return accepted
  })

async function listHeldLinks(tx: Tx, importId: number): Promise<LinkOwner[]> {
  const rows = await tx.execute<LinkOwner & Record<string, unknown>>(sql`
    SELECT DISTINCT d->>'network' AS network, d->>'host' AS host, d->>'publisher' AS publisher
      FROM held_rows, json_array_elements(doubts) AS d
     WHERE import_id = ${importId} AND d->>'kind' = 'link' ORDER BY 1, 2, 3`)
  const isAllowed = await readAllowedLinks(tx)
  return rows.filter((owner) => !isAllowed(owner))
}
