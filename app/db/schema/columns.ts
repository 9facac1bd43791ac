/** `payout_hundredths` is of a percent or of the unit. More constraints, views and triggers are in drizzle/. */
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

export const paiseColumn = () => bigint({ mode: 'bigint' })

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

export const createdAt = () => instant().notNull().defaultNow()

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
