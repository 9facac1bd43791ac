import { and, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { prepared } from '~/platform/db/prepared.server'
import { conversions } from '~/platform/db/schema/conversions'
import { referenceKey } from '~/platform/formats/reference-key'
import type { Conversion } from '../conversions'
import type { Candidate } from './identify-sale'
import type { ReportedSale, ReportNames } from '../reports'

const KEYS = ['key1', 'key2', 'key3', 'key4'] as const

const claimedOrder = sql<string | null>`(
  SELECT coalesce(l.order_key, '') FROM claims l WHERE l.conversion_id = conversions.id AND l.awaits_report)`

const claimKey = sql<string | null>`(
  SELECT utr_key_of(conversions.order_number) FROM claims l WHERE l.conversion_id = conversions.id)`

const claimedAtStore = sql`ARRAY(
  SELECT l.conversion_id FROM clicks k JOIN campaigns c ON c.id = k.campaign_id
    JOIN claims l ON l.brand_id = c.brand_id AND l.order_key = ${sql.placeholder('orderKey')}::text
   WHERE k.id = ${sql.placeholder('clickId')} AND l.conversion_id IS NOT NULL)`

/** A fixed number of keys, because PostgreSQL plans a list of each length separately. */
const conversionsNear = prepared((reader) =>
  reader
    .select({ ...getTableColumns(conversions), claimedOrder, claimKey })
    .from(conversions)
    .where(
      or(
        sql`${conversions.id} = ANY(${claimedAtStore})`,
        and(
          eq(conversions.network, sql.placeholder('network')),
          or(
            eq(conversions.conversion_id, sql.placeholder('conversionId')),
            eq(conversions.order_number, sql.placeholder('orderNumber')),
            eq(conversions.click_id, sql.placeholder('clickId')),
            inArray(
              conversions.external_id,
              KEYS.map((name) => sql.placeholder(name)),
            ),
          ),
        ),
      ),
    )
    .orderBy(
      sql`${conversions.conversion_id} IS NOT DISTINCT FROM ${sql.placeholder('conversionId')}::text DESC`,
      conversions.id,
    )
    .limit(MOST_CANDIDATES),
)

/** More than any order or click has; bounds the work. */
const MOST_CANDIDATES = 500

export const listSaleIds = ({ externalId, otherIds }: Pick<ReportedSale, 'externalId' | 'otherIds'>) => [
  externalId,
  ...otherIds,
]

export function listSaleCandidates(
  reader: Reader,
  network: string,
  sale: ReportedSale,
): Promise<Candidate[]> {
  const ids = listSaleIds(sale)
  if (ids.length > KEYS.length) throw new Error(`a sale has more than ${KEYS.length} ids`)
  const keys = Object.fromEntries(KEYS.map((name, i) => [name, ids[i] ?? sale.externalId]))
  const { conversionId, orderNumber, clickId } = sale
  const orderKey = referenceKey(orderNumber ?? '') || null
  return conversionsNear(reader, { network, conversionId, orderNumber, orderKey, clickId, ...keys })
}

export function namesSale(
  { conversionId, externalId, otherIds }: ReportedSale,
  sale: Pick<Conversion, 'conversion_id' | 'external_id'>,
): boolean {
  if (conversionId !== null && sale.conversion_id !== null) return conversionId === sale.conversion_id
  return [externalId, ...otherIds].includes(sale.external_id)
}

/** The sale of the same click or order that a report without a usable id may be about; of several the likeliest. */
export async function findMaybeSale(
  reader: Reader,
  network: string,
  { clickId, id, orderNumber, sale }: ReportNames,
): Promise<Conversion | null> {
  const rows = await reader
    .select()
    .from(conversions)
    .where(
      and(
        eq(conversions.network, network),
        or(
          eq(conversions.click_id, clickId),
          orderNumber === null ? undefined : eq(conversions.order_number, orderNumber),
        ),
      ),
    )
    .orderBy(desc(conversions.id))
    .limit(MOST_CANDIDATES)
  // The last digit before an exponent is rounded.
  const digits = /^[\d.,]+(?=e)/i.exec(id)?.[0].replaceAll(/\D/g, '').slice(0, -1)
  const likeness = (row: Conversion) =>
    (digits && row.conversion_id?.startsWith(digits) ? 2 : 0) + (row.sale_paise === sale ? 1 : 0)
  return rows.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null
}
