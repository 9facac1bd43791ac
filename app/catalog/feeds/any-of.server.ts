import { sql } from 'drizzle-orm'

/**
 * The right side of `column = ...` for one of many texts, as one parameter. An array and no join: PostgreSQL keeps the plan
 * of a prepared statement, and one made while the table was small would read the whole table for each batch ever after.
 */
export const anyOf = (texts: Iterable<string>) =>
  sql`ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify([...texts])}::text::json)))`
