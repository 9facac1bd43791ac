/** `payout_hundredths` is of a percent or of the unit. More constraints, views and triggers are in drizzle/. */
import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core'

export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

export const paiseColumn = () => bigint({ mode: 'bigint' })

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

export const createdAt = () => instant().notNull().defaultNow()

/** Of rows that workers take by leases (app/platform/db/lease-queue.server.ts). */
export const attemptColumns = () => ({
  attempts: integer().notNull().default(0),
  /** When it is due; of a taken row, the end of the lease. */
  next_attempt_at: createdAt(),
})

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
