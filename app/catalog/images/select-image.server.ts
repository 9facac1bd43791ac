import { sql, type SQL } from 'drizzle-orm'

/**
 * '/img/HASH' of a stored image, or a path on this site; null for any other address: pages never make browsers fetch from
 * elsewhere. `address` is a column that is named with its table.
 */
export const selectImage = (address: SQL) => sql<string | null>`CASE WHEN ${address} LIKE '/%' THEN ${address}
  ELSE (SELECT '/img/' || image_sources.hash FROM image_sources WHERE image_sources.url = ${address}) END`
