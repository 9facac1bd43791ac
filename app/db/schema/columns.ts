/**
 * Columns of many tables. `*_paise` is paise; `payout_hundredths` is hundredths of a percent ('percentage') or of the
 * currency's unit. Constraints that drizzle cannot express, views and triggers are only in drizzle/.
 */
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

export const paiseColumn = () => bigint({ mode: 'bigint' })

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

export const createdAt = () => instant().notNull().defaultNow()

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
