import { and, desc, eq, ilike, or } from 'drizzle-orm'
import { getOfferState } from '~/catalog/offer-state'
import { rateColumns, withPayout } from '~/catalog/rates/offer-rates.server'
import { likePart } from '~/catalog/campaign-conditions.server'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { formatPayout } from '~/formats/money'
import { type ListOptions, readFilter, printList } from './list-options'
import { type Column, truncate, text } from './safe-text'

type Row = Awaited<ReturnType<typeof listCampaigns>>[number]

interface Filter {
  source?: string | undefined
  search?: string | undefined
  storeId?: number | undefined
}

const listCampaigns = ({ source, search, storeId }: Filter, limit: number) =>
  db
    .select({
      id: campaigns.id,
      source: campaigns.source,
      external_id: campaigns.external_id,
      slug: campaigns.slug,
      title: campaigns.title,
      brand: brands.name,
      ...rateColumns,
      clicks_30d: campaigns.clicks_30d,
      starts_at: campaigns.starts_at,
      ends_at: campaigns.ends_at,
      hidden_at: campaigns.hidden_at,
      hidden_reason: campaigns.hidden_reason,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(
      and(
        source === undefined ? undefined : eq(campaigns.source, source),
        search === undefined
          ? undefined
          : or(
              ...[campaigns.title, campaigns.slug, brands.name].map((column) =>
                ilike(column, `%${likePart(search)}%`),
              ),
            ),
        storeId === undefined ? undefined : eq(campaigns.brand_id, storeId),
      ),
    )
    .orderBy(desc(campaigns.id))
    .limit(limit)
    .then((rows) => rows.map(withPayout))

const COLUMNS: readonly Column<Row>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'STATE', cell: (row) => getOfferState(row) },
  { head: 'BRAND', cell: ({ brand }) => truncate(brand, 20) },
  { head: 'TITLE', cell: ({ title }) => truncate(title, 44) },
  { head: 'PAYOUT', cell: formatPayout, right: true },
  { head: 'CLICKS', cell: ({ clicks_30d }) => String(clicks_30d), right: true },
  { head: 'SLUG', cell: ({ slug }) => slug },
]

export async function list(options: ListOptions & { source?: string; search?: string }): Promise<void> {
  const { storeId } = await readFilter(options)
  const rows = await listCampaigns({ ...options, storeId }, options.limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'offer',
    none:
      options.search === undefined
        ? text`There are no offers. \`catalogue import\` imports a feed.`
        : text`No offer matches ‘${options.search}’.`,
    toJson,
    fields: FIELDS,
  })
}

const toJson = ({ payout_hundredths, payout_model, currency, ...row }: Row) => ({
  ...row,
  payout: formatPayout({ payout_hundredths, payout_model, currency }),
  state: getOfferState(row),
})

const FIELDS = [
  'id',
  'source',
  'external_id',
  'slug',
  'title',
  'brand',
  'payout',
  'state',
  'clicks_30d',
  'starts_at',
  'ends_at',
  'hidden_at',
  'hidden_reason',
] as const
