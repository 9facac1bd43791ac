/** Addresses of pictures in queries; apart from images.server.ts, so that lists load no encoder. */
import { sql, type SQL } from 'drizzle-orm'

/** '/img/HASH' of an image that is there, or a path on this site; else null: pages never make browsers fetch from elsewhere. */
export const selectImage = (address: SQL) => sql<string | null>`CASE
  WHEN ${address} LIKE '/img/%' THEN (SELECT ${address} FROM images WHERE images.hash = substr(${address}, 6))
  WHEN ${address} LIKE '/%' THEN ${address}
  ELSE (SELECT '/img/' || image_sources.hash FROM image_sources WHERE image_sources.url = ${address}) END`

/** For other programs, which do not choose among sizes: of an uploaded picture the address of one, else the address as it is. */
export const selectFile = (address: SQL) =>
  sql<
    string | null
  >`CASE WHEN ${address} LIKE '/img/%' THEN ${selectImage(address)} || '-512.webp' ELSE ${address} END`
