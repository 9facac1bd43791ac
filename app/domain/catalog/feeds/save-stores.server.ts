import { sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { slugify } from '../slugs'
import { matchAny } from './match-any.server'
import { listSlugCandidates, pickSlug } from './pick-slug.server'
import type { FeedStore, FeedRow } from '../feeds'
import type { Overrides } from '~/platform/db/schema/catalogue'
import { toFeedRecord, dropEqualEdits } from '../overrides'

type KnownStore = { [Field in keyof FeedStore]: string | null } & {
  id: number
  external_id: string
  overrides: Overrides
}

const COLUMNS = {
  name: 'text',
  seo_title: 'text',
  img: 'text',
  store_url: 'text',
  verified_at: 'timestamptz',
  tracks_in_hours: 'integer',
  confirms_in_days: 'integer',
  app_orders: 'boolean',
  takes_claims: 'boolean',
  voids: 'text',
  dos: 'text',
  donts: 'text',
}
const CHANGEABLE = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

const AS_IN_FEEDS = sql.raw(
  CHANGEABLE.map((name) =>
    name === 'verified_at'
      ? `to_char(verified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS verified_at`
      : `${name}::text AS ${name}`,
  ).join(', '),
)
const SET = sql.raw(CHANGEABLE.map((name) => `${name} = r.${name}`).join(', '))
const LIST = sql.raw(CHANGEABLE.join(', '))
const RECORDSET = sql.raw(CHANGEABLE.map((name) => `${name} ${COLUMNS[name]}`).join(', '))

export async function saveStores(tx: Tx, source: string, rows: FeedRow[]): Promise<Map<string, number>> {
  const merged = merge(rows)
  const ids = [...merged.keys()]
  const known = await tx.execute<KnownStore>(sql`
    SELECT id::int AS id, external_id, overrides, ${AS_IN_FEEDS}
      FROM brands
     WHERE source = ${source} AND external_id = ${matchAny(ids)}`)
  const changed: Partial<KnownStore>[] = []
  for (const old of known) {
    const store = merged.get(old.external_id)!
    merged.delete(old.external_id)
    const fromFeed = toFeedRecord(old)
    if (CHANGEABLE.some((field) => (store[field] ?? null) !== null && store[field] !== fromFeed[field]))
      changed.push(mergeFeed(old, pickFilled(store)))
  }
  if (changed.length) await update(tx, changed)
  const added = merged.size ? await insert(tx, source, [...merged.values()]) : []
  return new Map([...known, ...added].map((store) => [store.external_id, store.id]))
}

/** Edited fields keep their value, and what the feed says of them is kept beside it. */
function mergeFeed(old: KnownStore, fromFeed: Record<string, unknown>): Partial<KnownStore> {
  const isEdited = ([field]: [string, unknown]) => field in old.overrides
  const [edited, others] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(fromFeed).filter((entry) => isEdited(entry) === wanted)),
  )
  return { ...old, ...others, overrides: dropEqualEdits({ ...old.overrides, ...(edited as Overrides) }, old) }
}

const pickFilled = (store: FeedStore) =>
  Object.fromEntries(
    CHANGEABLE.map((field) => [field, store[field]]).filter(([, value]) => (value ?? null) !== null),
  )

function merge(rows: FeedRow[]): Map<string, FeedStore & { origin: string }> {
  const merged = new Map<string, FeedStore & { origin: string }>()
  for (const { brand: store, origin } of rows) {
    const earlier = merged.get(store.external_id)
    if (!earlier) merged.set(store.external_id, { ...store, origin })
    else Object.assign(earlier, pickFilled(store))
  }
  return merged
}

async function update(tx: Tx, changed: Partial<KnownStore>[]): Promise<void> {
  await tx.execute(sql`
    UPDATE brands SET ${SET}, overrides = r.overrides, updated_at = now()
      FROM json_to_recordset(${JSON.stringify(changed)}::text::json) AS r (id bigint, overrides jsonb, ${RECORDSET})
     WHERE brands.id = r.id`)
}

async function insert(tx: Tx, source: string, added: (FeedStore & { origin: string })[]) {
  const wishes = added.map((store) => ({
    brand: store,
    wish: {
      wished: [store.coupon_code ?? '', slugify(store.name)],
      source,
      external_id: store.external_id,
    },
  }))
  const codes = wishes.flatMap(({ wish }) => listSlugCandidates(wish))
  const found = await tx.execute<{ coupon_code: string }>(sql`
    SELECT coupon_code FROM brands
     WHERE coupon_code = ${matchAny(codes)}`)
  const used = new Set(found.map((row) => row.coupon_code))
  const rows = wishes.map(({ brand: store, wish }) => ({
    ...store,
    coupon_code: pickSlug(wish, used),
    store_url: store.store_url ?? store.origin,
  }))
  return tx.execute<{ id: number; external_id: string }>(sql`
    INSERT INTO brands (source, external_id, coupon_code, ${LIST})
    SELECT ${source}, external_id, coupon_code, ${LIST}
      FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS r (external_id text, coupon_code text, ${RECORDSET})
    RETURNING id::int AS id, external_id`)
}
