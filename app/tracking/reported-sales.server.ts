/** Which conversion a report speaks of. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader } from '~/db/client.server'
import { prepared } from '~/db/prepared.server'
import { conversions } from '~/db/schema'
import type { Conversion } from './conversion-changes.server'
import type { ReportedSale } from './reports'

/** Always so many: for a list of any length PostgreSQL makes a new plan each time. */
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

/** Every name of the sale, the best first. */
export const idsOf = ({ externalId, otherIds }: Pick<ReportedSale, 'externalId' | 'otherIds'>) => [
  externalId,
  ...otherIds,
]

/**
 * By the best of its ids that a conversion was made with; null: nobody has reported it yet. One that was made of the
 * click counts for this click alone.
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
