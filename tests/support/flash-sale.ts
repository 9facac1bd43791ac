import { sql } from 'drizzle-orm'
import { applyDueRates } from '~/domain/catalog/planned-rates.server'
import { db } from '~/platform/db/client.server'
import { flashSales } from '~/platform/db/schema/editorial'

interface SaleOnDay {
  weekday?: number
  on_date?: string
  /** Hundredths of a percent. */
  pays?: bigint
}

/** Puts the offer on sale without asking whether its rate is above others. */
export async function addSale(campaign_id: number, { pays = 12_00n, ...day }: SaleOnDay): Promise<void> {
  await db
    .insert(flashSales)
    .values({ ...day, campaign_id, payout_hundredths: pays, payout_model: 'percentage', made_by: 'asha' })
}

/** On every weekday, and begun. */
export async function beginSale(campaign_id: number, pays?: bigint): Promise<void> {
  for (let weekday = 0; weekday < 7; weekday++) await addSale(campaign_id, { weekday, ...(pays && { pays }) })
  await applyDueRates()
  const [running] = await db.execute(
    sql`SELECT 1 FROM planned_rates WHERE sale_id IS NOT NULL AND state = 'applied'`,
  )
  if (!running) throw new Error('the sale was refused')
}
