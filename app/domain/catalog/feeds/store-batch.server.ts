import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { readSettings } from '~/domain/settings/settings.server'
import type { StoredLink } from '../allowed-links.server'
import { recordSources } from '../images.server'
import { UNRANKED } from '../ranking.server'
import { listOfferSlugs } from '../slugs'
import {
  keepFields,
  keepStoreName,
  listOfferChanges,
  type OfferChange,
  type StoredOffer,
} from './keep-fields'
import { matchAny } from './match-any.server'
import { storedRateColumns } from '../rates.server'
import { computeRowRates, readStores, reportRates, type RateReport } from './batch-rates.server'
import type { FeedHold } from './hold.server'
import { LIST, RECORDSET, UPDATES } from './offer-columns.server'
import { listSlugCandidates, pickSlug } from './pick-slug.server'
import { HIDDEN_REASONS, type FeedRow } from '../feeds'
import { recordKeeps } from '../keeps-cashback.server'
import { toFeedRecord, keepEdits } from '../overrides'
import { saveStores } from './save-stores.server'

export interface BatchResult {
  new: number
  changed: number
  unchanged: number
  rates: RateReport
  /** What changes of known offers that do not wait. */
  fields: OfferChange[]
}

/** `rows` must have distinct external ids. Unchanged rows cause no write. Without a hold nothing waits. */
export async function storeBatch(
  tx: Tx,
  source: string,
  given: FeedRow[],
  { dry = false, hold }: { dry?: boolean; hold?: FeedHold } = {},
): Promise<BatchResult> {
  const known = await readKnown(tx, source, given)
  const kept = given.map((row) => keepFields(row, known.get(row.campaign.external_id)))
  const settings = await readSettings(tx)
  const stores = await readStores(tx, source, kept)
  const rows = kept.map((row) => keepStoreName(row, stores.get(row.brand.external_id)))
  const hashed = rows.map((row) => ({ row, hash: hashRow(row) }))
  const rates = computeRowRates(rows, known, {
    stores,
    share: settings.CASHBACK_SHARE,
    referral: settings.referral_percent,
  })
  const different = hashed.filter(({ row, hash }) => known.get(row.campaign.external_id)?.row_hash !== hash)
  const doubts = await hold?.findDoubts(
    tx,
    different.map(({ row }) => {
      const found = known.get(row.campaign.external_id)
      const stored = found && toFeedRecord(found)
      const storeUrl = stores.get(row.brand.external_id)?.store_url ?? null
      return {
        row,
        stored,
        byHand: found && findLinkByHand(found, row.campaign.network),
        storeUrl,
        rate: { id: stored?.id ?? null, ...rates.get(row.campaign.external_id)! },
      }
    }),
    settings.MOST_LOSS_A_SALE,
  )
  const findDoubts = (row: FeedRow) => doubts?.get(row.campaign.external_id)
  const fresh = different.filter(({ row }) => !findDoubts(row))
  const held = different.flatMap(({ row, hash }) => {
    const found = findDoubts(row)
    return found ? [{ row, hash, doubts: found }] : []
  })
  await hold?.store(
    tx,
    rows.map((row) => row.campaign.external_id),
    held,
  )
  if (fresh.length && !dry) await write(tx, source, fresh, known)
  const added = fresh.filter(({ row }) => !known.has(row.campaign.external_id)).length
  const changed = new Set(fresh.map(({ row }) => row.campaign.external_id))
  const stored = held.length ? rows.filter((row) => !findDoubts(row)) : rows
  // Of unchanged rows, too: since the last import an operator may have made it unknown. A feed knows the cashback of the code that it names.
  if (!dry)
    await recordKeeps(
      tx,
      source,
      stored
        .map((row) => row.campaign)
        .filter(({ external_id }) => !('code' in (known.get(external_id)?.overrides ?? {}))),
    )
  return {
    new: added,
    changed: fresh.length - added,
    unchanged: rows.length - different.length,
    rates: reportRates(stored, changed, rates),
    fields: fresh.flatMap(({ row }) => listOfferChanges(row, known.get(row.campaign.external_id))),
  }
}

function findLinkByHand(known: StoredOffer, network: string): StoredLink | undefined {
  const differs = 'tracking_url' in known.overrides && known.network !== network
  return differs ? { ...known, network } : undefined
}

const hashRow = ({ campaign: offer, brand: store, origin }: FeedRow) =>
  createHash('sha256')
    .update(JSON.stringify({ campaign: offer, brand: store, origin }))
    .digest('hex')

type KnownRows = Awaited<ReturnType<typeof readKnown>>

async function readKnown(tx: Tx, source: string, rows: FeedRow[]) {
  const ids = rows.map((row) => row.campaign.external_id)
  const { external_id, brand_id } = campaigns
  const found = await tx
    .select({
      ...getTableColumns(campaigns),
      ...storedRateColumns,
      store_id: brands.external_id,
      store_name: sql<string>`coalesce(${brands.overrides}->>'name', ${brands.name})`,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, brand_id))
    .where(and(eq(campaigns.source, source), eq(external_id, matchAny(ids))))
  return new Map(found.map((row) => [row.external_id, row]))
}

async function write(tx: Tx, source: string, fresh: { row: FeedRow; hash: string }[], known: KnownRows) {
  const storeIds = await saveStores(
    tx,
    source,
    fresh.map(({ row }) => row),
  )
  await recordSources(
    tx,
    fresh.flatMap(({ row }) => [row.brand.img, row.campaign.logo_url, row.campaign.img]),
  )
  const wishes = fresh.map(({ row }) => ({
    wished: listOfferSlugs(row.campaign.title, row.brand.name),
    source,
    external_id: row.campaign.external_id,
  }))
  const slugs = wishes.flatMap(listSlugCandidates)
  const found = await tx.execute<{ slug: string }>(sql`
    SELECT slug FROM campaigns WHERE slug = ${matchAny(slugs)}`)
  const used = new Set(found.map((row) => row.slug))
  const records = fresh.map(({ row, hash }, i) => ({
    ...keepEdits(row.campaign, known.get(row.campaign.external_id)),
    row_hash: hash,
    brand_id: storeIds.get(row.brand.external_id)!,
    slug: known.get(row.campaign.external_id)?.slug ?? pickSlug(wishes[i]!, used),
  }))
  await tx.execute(sql`
    INSERT INTO campaigns (source, ${LIST}, hidden_reason, hidden_at)
    SELECT ${source}, ${LIST}, hidden_reason, CASE WHEN hidden_reason IS NOT NULL THEN now() END
      FROM json_to_recordset(${JSON.stringify(records)}::text::json) AS r (${RECORDSET})
    ON CONFLICT (source, external_id) DO UPDATE SET ${UPDATES}, ${CLEAR_KEEPS_ON_NEW_CODE}, updated_at = now(),
      img_alt = CASE WHEN campaigns.img IS NOT DISTINCT FROM excluded.img THEN campaigns.img_alt END,
      rank = CASE WHEN lower(campaigns.title) = lower(excluded.title) THEN campaigns.rank ELSE ${UNRANKED}::int END,
      hidden_at = CASE WHEN ${byOperator} THEN campaigns.hidden_at ELSE excluded.hidden_at END,
      hidden_reason = CASE WHEN ${byOperator} THEN campaigns.hidden_reason ELSE excluded.hidden_reason END`)
}

/** A new code clears the value of the old one, also an operator's. */
const CLEAR_KEEPS_ON_NEW_CODE = sql.raw(
  ['keeps_cashback', 'keeps_source', 'keeps_since']
    .map(
      (name) =>
        `${name} = CASE WHEN campaigns.code IS DISTINCT FROM excluded.code THEN NULL ELSE campaigns.${name} END`,
    )
    .join(', '),
)

const byOperator = sql`campaigns.hidden_at IS NOT NULL AND coalesce(campaigns.hidden_reason, '') NOT IN (${sql.join(
  HIDDEN_REASONS.map((reason) => sql`${reason}`),
  sql`, `,
)})`
