import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader } from '~/db/client.server'
import { prepared } from '~/db/prepared.server'
import { conversions } from '~/db/schema/sales'
import type { Conversion } from './conversion-changes.server'
import type { ReportedSale } from './reports'

/** A fixed number of ids, because PostgreSQL plans a list of each length separately. */
const IDS = ['id1', 'id2', 'id3', 'id4'] as const

const conversionsByIds = prepared((reader) =>
  reader
    .select()
    .from(conversions)
    .where(
      and(
        eq(conversions.network, sql.placeholder('network')),
        inArray(
          conversions.external_id,
          IDS.map((name) => sql.placeholder(name)),
        ),
      ),
    )
    .orderBy(conversions.id),
)

export const saleIds = ({ externalId, otherIds }: Pick<ReportedSale, 'externalId' | 'otherIds'>) => [
  externalId,
  ...otherIds,
]

/** An id derived from the click matches only sales of this click. */
export async function findConversion(
  reader: Reader,
  network: string,
  sale: ReportedSale,
): Promise<Conversion | null> {
  const ids = saleIds(sale)
  if (ids.length > IDS.length) throw new Error(`a sale has more than ${IDS.length} ids`)
  const keys = Object.fromEntries(IDS.map((name, i) => [name, ids[i] ?? sale.externalId]))
  const rows = await conversionsByIds(reader, { network, ...keys })
  return ids.flatMap((id) => rows.find((row) => row.external_id === id) ?? [])[0] ?? null
}
