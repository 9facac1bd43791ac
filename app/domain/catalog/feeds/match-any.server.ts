import { sql } from 'drizzle-orm'

/** An array, not a join: the cached plan of a join on a small table would later scan the whole table. */
export const matchAny = (texts: Iterable<string>) =>
  sql`ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify([...texts])}::text::json)))`
