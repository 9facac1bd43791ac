import { sql, type SQL } from 'drizzle-orm'

export type Side = 'debit_account' | 'credit_account'

export const LAST_ID = '9223372036854775807'

export const signFor = (side: Side): SQL => sql.raw(side === 'debit_account' ? '-' : '+')

export const unionSides = (select: (side: Side) => SQL): SQL =>
  sql`(${select('credit_account')}) UNION ALL (${select('debit_account')})`
