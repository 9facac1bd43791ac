/** Finds the conversion that a report is about. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader } from '~/db/client.server'
import { prepared } from '~/db/prepared.server'
import { conversions } from '~/db/schema'
import type { Conversion } from './conversion-changes.server'
import type { ReportedSale } from './reports'

/** A fixed number of ids: PostgreSQL would plan a list of each length anew. */
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

/** All ids of the sale, the most specific first. */
export const idsOf = ({ externalId, otherIds }: Pick<ReportedSale, 'externalId' | 'otherIds'>) => [
  externalId,
  ...otherIds,
]

/**
 * The conversion with the most specific of the sale's ids; null: it was not reported yet. An id derived from the click
 * matches sales of this click only.
 */
export async function findConversion(
  reader: Reader,
  network: string,
  sale: ReportedSale,
): Promise<Conversion | null> {
  const ids = idsOf(sale)
  if (ids.length > IDS.length) throw new Error(`a sale has more than ${IDS.length} ids`)
  const keys = Object.fromEntries(IDS.map((name, i) => [name, ids[i] ?? sale.externalId]))
  const rows = await conversionsByIds(reader, { network, ...keys })
  return ids.flatMap((id) => rows.find((row) => row.external_id === id) ?? [])[0] ?? null
}
