import { asc, inArray } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import type { Conversion } from '../conversions'

export const listSalesOfClicks = async (reader: Reader, clickIds: string[]): Promise<Conversion[]> =>
  clickIds.length
    ? reader
        .select()
        .from(conversions)
        .where(inArray(conversions.click_id, clickIds))
        .orderBy(asc(conversions.id))
    : []
