import { and, desc, gte, lt } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { continueBelow, type Page, type Period } from '~/platform/db/period.server'
import { bankEntries } from '~/platform/db/schema/settlements'
import { dayInIndia } from '~/platform/formats/dates'

export type BankEntry = typeof bankEntries.$inferSelect

export const listBankEntries = ({ from, before }: Period, { after, limit }: Page): Promise<BankEntry[]> =>
  db
    .select()
    .from(bankEntries)
    .where(
      and(
        from && gte(bankEntries.on_day, dayInIndia(from).date),
        before && lt(bankEntries.on_day, dayInIndia(before).date),
        continueBelow(bankEntries.id, after),
      ),
    )
    .orderBy(desc(bankEntries.id))
    .limit(limit)
