import { sql, type SQL } from 'drizzle-orm'

/** '/img/HASH', or a path on this site; else null: pages never make browsers fetch from elsewhere. */
export const selectImage = (address: SQL) => sql<string | null>`CASE WHEN ${address} LIKE '/%' THEN ${address}
  ELSE (SELECT '/img/' || image_sources.hash FROM image_sources WHERE image_sources.url = ${address}) END`
